package export_test

import (
	"encoding/xml"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"drnet/engine/dataset"
	"drnet/engine/rule/export"
)

// element is any element of a document.
type element struct {
	name  string
	attr  map[string]string
	inner []*element
	text  string
}

func parseXML(t *testing.T, text string) *element {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	root := &element{}
	stack := []*element{root}
	for {
		token, err := d.Token()
		if token == nil {
			if len(stack) != 1 || err.Error() != "EOF" {
				t.Fatalf("%v\n%s", err, text)
			}
			return root.inner[0]
		}
		top := stack[len(stack)-1]
		switch x := token.(type) {
		case xml.StartElement:
			e := &element{name: x.Name.Local, attr: map[string]string{}}
			for _, a := range x.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			top.inner = append(top.inner, e)
			stack = append(stack, e)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.text += string(x)
		}
	}
}

func (e *element) child(name string) *element {
	for _, c := range e.inner {
		if c.name == name {
			return c
		}
	}
	return nil
}

// allowed says for each element of PMML 4.4 that is used which children it has, in their order ("*": any number, "?": one
// or none, "+": some, "|": one of), and which attributes, the required ones with "!". After the chapters General Structure,
// Data Dictionary, Mining Schema, Transformations, Functions, RuleSet, Predicates and Model Verification of the specification.
var allowed = map[string]struct{ children, attributes string }{
	"PMML":           {"Header DataDictionary TransformationDictionary? RuleSetModel+", "version! xmlns!"},
	"Header":         {"Application?", "description copyright modelVersion"},
	"Application":    {"", "name! version"},
	"DataDictionary": {"DataField+", "numberOfFields"},
	"DataField":      {"Interval* Value*", "name! optype! dataType! displayName"},
	"Value":          {"", "value! displayValue property"},
	"RuleSetModel": {
		"MiningSchema Output? ModelStats? Targets? LocalTransformations? RuleSet ModelVerification?",
		"functionName! modelName algorithmName",
	},
	"MiningSchema":             {"MiningField+", ""},
	"MiningField":              {"", "name! usageType missingValueReplacement missingValueTreatment invalidValueTreatment"},
	"TransformationDictionary": {"DefineFunction* DerivedField*", ""},
	"DefineFunction":           {"ParameterField+ EXPRESSION", "name! optype! dataType"},
	"ParameterField":           {"", "name! optype dataType displayName"},
	"LocalTransformations":     {"DerivedField*", ""},
	"DerivedField":             {"EXPRESSION", "name! displayName optype! dataType!"},
	"Apply":                    {"EXPRESSION*", "function! mapMissingTo defaultValue invalidValueTreatment"},
	"FieldRef":                 {"", "field! mapMissingTo"},
	"Constant":                 {"", "dataType missing"},
	"RuleSet": {
		"RuleSelectionMethod+ ScoreDistribution* SimpleRule*", "defaultScore recordCount nbCorrect defaultConfidence",
	},
	"RuleSelectionMethod": {"", "criterion!"},
	"SimpleRule":          {"PREDICATE ScoreDistribution*", "id score! recordCount nbCorrect confidence weight"},
	"CompoundPredicate":   {"PREDICATE PREDICATE+", "booleanOperator!"},
	"SimplePredicate":     {"", "field! operator! value"},
	"True":                {"", ""},
	"ModelVerification":   {"VerificationFields InlineTable", "recordCount fieldCount"},
	"VerificationFields":  {"VerificationField+", ""},
	"VerificationField":   {"", "field! column precision zeroThreshold"},
	"InlineTable":         {"row*", ""},
}

var predicates = []string{"SimplePredicate", "CompoundPredicate", "True"}

var expressions = []string{"Apply", "FieldRef", "Constant"}

func checkStructure(t *testing.T, e *element) {
	t.Helper()
	rules, known := allowed[e.name]
	if !known {
		t.Errorf("<%s> is no element that may be here", e.name)
		return
	}
	attributes := strings.Fields(rules.attributes)
	for _, a := range attributes {
		if name, required := strings.CutSuffix(a, "!"); required && !has(e.attr, name) {
			t.Errorf("<%s> has no %s", e.name, name)
		}
	}
	for name := range e.attr {
		if !slices.Contains(attributes, name) && !slices.Contains(attributes, name+"!") {
			t.Errorf("<%s> has %s", e.name, name)
		}
	}
	rest := e.inner
	for _, child := range strings.Fields(rules.children) {
		name := strings.TrimRight(child, "?*+")
		n := 0
		for len(rest) > 0 && (rest[0].name == name || name == "PREDICATE" && slices.Contains(predicates, rest[0].name) ||
			name == "EXPRESSION" && slices.Contains(expressions, rest[0].name)) {
			rest = rest[1:]
			if n++; name == child || strings.HasSuffix(child, "?") {
				break
			}
		}
		if n == 0 && !strings.HasSuffix(child, "?") && !strings.HasSuffix(child, "*") {
			t.Errorf("<%s> has no %s", e.name, name)
		}
	}
	if len(rest) > 0 {
		t.Errorf("<%s> has <%s> where it must not be", e.name, rest[0].name)
	}
	for _, c := range e.inner {
		if c.name != "row" {
			checkStructure(t, c)
		}
	}
}

func has(attr map[string]string, name string) bool { _, ok := attr[name]; return ok }

// truth is a value of the logic of PMML.
type truth int

const (
	no truth = iota
	unknown
	yes
)

// evaluate predicts for a row by the specification: a predicate on a missing field is unknown, and only rules whose
// predicate is true fire.
func evaluate(t *testing.T, pmml *element, row map[string]any) string {
	set := pmml.child("RuleSetModel").child("RuleSet")
	if set.child("RuleSelectionMethod").attr["criterion"] != "firstHit" {
		t.Fatal("another way to select rules")
	}
	defined := functions{}
	if all := pmml.child("TransformationDictionary"); all != nil {
		for _, f := range all.inner {
			defined[f.attr["name"]] = f
		}
	}
	row = cells(t, pmml, row)
	if fields := pmml.child("RuleSetModel").child("LocalTransformations"); fields != nil {
		for _, f := range fields.inner {
			row[f.attr["name"]] = defined.value(t, f.inner[0], row)
		}
	}
	for _, r := range set.inner {
		if r.name == "SimpleRule" && predicate(t, r.inner[0], row) == yes {
			return r.attr["score"]
		}
	}
	return set.attr["defaultScore"]
}

// functions are the functions that a document defines, by name.
type functions map[string]*element

// value computes an expression by the specification: nil if it is missing, or an operand of a function is.
func (f functions) value(t *testing.T, e *element, row map[string]any) any {
	switch e.name {
	case "FieldRef":
		cell, ok := row[e.attr["field"]]
		if !ok {
			t.Fatalf("there is no field %q", e.attr["field"])
		}
		return cell
	case "Constant":
		if e.attr["dataType"] == "string" {
			return e.text
		}
		x, err := strconv.ParseFloat(e.text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	if e.attr["function"] == "if" { // the third operand is for false, and a missing one without it
		switch holds := f.value(t, e.inner[0], row); {
		case holds == true:
			return f.value(t, e.inner[1], row)
		case holds == nil || len(e.inner) < 3:
			return nil
		}
		return f.value(t, e.inner[2], row)
	}
	var operands []any
	for _, operand := range e.inner {
		if operands = append(operands, f.value(t, operand, row)); operands[len(operands)-1] == nil {
			return nil
		}
	}
	if defined := f[e.attr["function"]]; defined != nil {
		parameters, body := map[string]any{}, defined.inner[len(defined.inner)-1]
		for i, parameter := range defined.inner[:len(defined.inner)-1] {
			parameters[parameter.attr["name"]] = operands[i]
		}
		return f.value(t, body, parameters)
	}
	return builtIn(t, e.attr["function"], operands)
}

// builtIn computes a function of the chapter Built-in Functions.
func builtIn(t *testing.T, function string, operands []any) any {
	switch function {
	case "and":
		return !slices.Contains(operands, any(false))
	case "dateDaysSinceYear": // days since the first of January of a year
		start := time.Date(int(operands[1].(float64)), 1, 1, 0, 0, 0, 0, time.UTC)
		return math.Floor(float64(operands[0].(time.Time).Unix()-start.Unix()) / 86400)
	case "dateSecondsSinceMidnight":
		at := operands[0].(time.Time)
		return float64(at.Hour()*3600 + at.Minute()*60 + at.Second())
	case "floor":
		return math.Floor(operands[0].(float64))
	}
	a, b := operands[0].(float64), operands[1].(float64)
	switch function {
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	case "/":
		if b == 0 {
			t.Fatal("a division by zero")
		}
		return a / b
	case "equal":
		return a == b
	case "notEqual":
		return a != b
	case "greaterThan":
		return a > b
	case "greaterOrEqual":
		return a >= b
	case "lessOrEqual":
		return a <= b
	case "lessThan":
		return a < b
	}
	t.Fatalf("the function %q", function)
	return nil
}

// cells reads those of a row by the types of the fields. An invalid one is missing, where the document says so.
func cells(t *testing.T, pmml *element, row map[string]any) map[string]any {
	row = maps.Clone(row)
	treatment := map[string]string{}
	for _, f := range pmml.child("RuleSetModel").child("MiningSchema").inner {
		treatment[f.attr["name"]] = f.attr["invalidValueTreatment"]
	}
	for _, f := range pmml.child("DataDictionary").inner {
		name := f.attr["name"]
		text, ok := row[name].(string)
		if !ok || f.attr["dataType"] == "string" {
			continue
		}
		var err error
		switch f.attr["dataType"] {
		case "double":
			row[name], err = strconv.ParseFloat(text, 64)
		case "date":
			row[name], err = time.Parse(time.DateOnly, text)
		case "dateTime":
			row[name], err = time.Parse("2006-01-02T15:04:05", text)
		}
		if err != nil && treatment[name] != "asMissing" {
			t.Fatalf("%q is invalid: %v", name, err)
		} else if err != nil {
			row[name] = nil
		}
	}
	return row
}

func predicate(t *testing.T, e *element, row map[string]any) truth {
	switch e.name {
	case "True":
		return yes
	case "CompoundPredicate":
		all, any := yes, no
		for _, part := range e.inner {
			v := predicate(t, part, row)
			all, any = min(all, v), max(any, v)
		}
		switch e.attr["booleanOperator"] {
		case "and":
			return all
		case "or":
			return any
		}
	case "SimplePredicate":
		return simplePredicate(t, e, row)
	}
	t.Fatalf("cannot evaluate %s %v", e.name, e.attr)
	return no
}

func simplePredicate(t *testing.T, e *element, row map[string]any) truth {
	cell, ok := row[e.attr["field"]]
	if !ok {
		t.Fatalf("there is no field %q", e.attr["field"])
	}
	if cell == "" {
		cell = nil
	}
	operator, value := e.attr["operator"], e.attr["value"]
	holds := func(b bool) truth {
		if b {
			return yes
		}
		return no
	}
	switch {
	case operator == "isMissing":
		return holds(cell == nil)
	case operator == "isNotMissing":
		return holds(cell != nil)
	case cell == nil:
		return unknown
	}
	if text, ok := cell.(string); ok {
		return holds((text == value) == (operator == "equal"))
	}
	x := cell.(float64)
	y, err := strconv.ParseFloat(value, 64)
	if err != nil {
		t.Fatal(err)
	}
	switch operator {
	case "equal":
		return holds(x == y)
	case "notEqual":
		return holds(x != y)
	case "lessOrEqual":
		return holds(x <= y)
	case "greaterThan":
		return holds(x > y)
	}
	t.Fatalf("the operator %q", operator)
	return no
}

func runPMML(t *testing.T, _ string, worlds []world) (answers [][]string) {
	for _, w := range worlds {
		pmml := parseXML(t, exported(t, w, export.PMML))
		checkStructure(t, pmml)
		checkVerification(t, w.name, pmml)
		list := make([]string, len(w.rows))
		for i := range list {
			row := w.named(i)
			for _, c := range w.columns {
				row[c.Name] = pmmlDate(w.model.Encoder.Columns[c.At].Layout, row[c.Name])
			}
			list[i] = evaluate(t, pmml, row)
		}
		answers = append(answers, list)
	}
	return answers
}

// pmmlDate returns a cell with a date of a layout as PMML writes it. A field of numbers does not take a text that is not a date.
func pmmlDate(layout string, cell any) any {
	l, _ := dataset.DateLayoutOf(layout)
	text, _ := cell.(string)
	hours, ok := l.Hours(text)
	year, month, day := dataset.DayOf(hours)
	_, err := strconv.ParseFloat(text, 64)
	switch _, number := cell.(float64); {
	case l.IsInteger() && !ok && err == nil, layout != "" && number && !l.IsInteger():
		return nil
	case !ok && layout != "" && text != "" && !l.IsInteger():
		return "no date"
	case !ok || l.IsInteger():
		return cell
	case l.HasTimes:
		return fmt.Sprintf("%04d-%02d-%02dT%02d:59:59", year, month, day, hours%24)
	}
	return fmt.Sprintf("%04d-%02d-%02d", year, month, day)
}

// named returns the cells of a row by the names of their columns.
func (w *world) named(row int) map[string]any {
	cells := map[string]any{}
	for j, c := range w.columns {
		cells[c.Name] = w.rows[row][j]
	}
	return cells
}

// checkVerification evaluates the rows that the document carries.
func checkVerification(t *testing.T, name string, pmml *element) {
	t.Helper()
	verification := pmml.child("RuleSetModel").child("ModelVerification")
	fields := verification.child("VerificationFields").inner
	table := verification.child("InlineTable").inner
	if len(table) == 0 || fmt.Sprint(len(table)) != verification.attr["recordCount"] ||
		fmt.Sprint(len(fields)) != verification.attr["fieldCount"] {
		t.Errorf("%s: %d records of %d fields, and it says %v", name, len(table), len(fields), verification.attr)
	}
	for _, record := range table {
		row, want := map[string]any{}, ""
		for i, f := range fields {
			cell := record.child(f.attr["column"])
			switch {
			case i+1 == len(fields):
				want = cell.text
			case cell == nil:
				row[f.attr["field"]] = nil
			default:
				row[f.attr["field"]] = cell.text
			}
		}
		if got := evaluate(t, pmml, row); got != want {
			t.Errorf("%s: the record %v is answered by %q, and it says %q", name, row, got, want)
		}
	}
}
