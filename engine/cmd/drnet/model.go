package main

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"drnet/engine"
	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/cmd/drnet/console"
	"drnet/engine/cmd/drnet/report"
	"drnet/engine/codebook"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/rule/export"
	"drnet/engine/setting"
)

func (c *command) apply(args []string) error {
	fs := newFlags("apply -model M.json FILE [flags]")
	data := addDataFlags(fs)
	path := fs.String("model", "", "model `file`, as drnet train writes it")
	var decision *rule.Decision
	addDecisionFlags(fs, &decision)
	top := 0
	fs.Func("top", "print only this `number` of rows: those with the highest probability, the highest first", setting.Positive(&top))
	file, err := data.parse(args)
	if err != nil {
		return err
	}
	if *path == "" {
		return errNoModel
	}
	s, model, err := c.loadFor(*path, file, data)
	if err != nil {
		return err
	}
	if model, err = decide(model, decision, top); err != nil {
		return err
	}
	e, err := ask(c.ctx, s, protocol.Apply{Model: model.Model, MultiClass: model.MultiClass, Probabilities: true}, nil)
	if err != nil {
		return err
	}
	return c.printAnswers(model, e.(protocol.Applied), top)
}

const errNoModel = usageError("-model is missing: name the model file")

// loadFor reads a model, and loads a table as the training data of the model was read. It prints the warnings about the table: rows
// that are left out are not predicted and not numbered.
func (c *command) loadFor(model, table string, data *dataFlags) (*engine.Session, protocol.ModelFile, error) {
	f, err := readModel(model)
	if err != nil {
		return nil, f, err
	}
	s := engine.NewSession()
	loaded, err := c.load(s, table, protocol.Load{Options: data.options, Trained: new(f.Table())}, console.NewMeter(c.errors))
	report.Read(console.Legible{To: c.errors}, loaded.Table)
	return s, f, err
}

func readModel(path string) (protocol.ModelFile, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return protocol.ModelFile{}, unread(err)
	}
	var project struct { // of the page, which contains a model file
		Schema string          `json:"schema"`
		Model  json.RawMessage `json:"model"`
	}
	if json.Unmarshal(file, &project) == nil && strings.HasPrefix(project.Schema, "drnet.project/") {
		file = project.Model
	}
	m, err := protocol.ReadFile(file)
	if err != nil {
		wrong := protocol.Plain(err)
		if _, noJSON := errors.AsType[*json.SyntaxError](err); noJSON {
			wrong = "not a model file, or damaged"
		}
		return m, protocol.Refuse(protocol.BadModel, path+": "+wrong, "name a file that drnet train -model or the page has written")
	}
	return m, nil
}

// printAnswers writes a line per row: its number, from 1, and the prediction as the table has it. For two classes it adds the
// probability of the positive class, if the model has a scorecard, what the model decides, if it has a decision, and the number of
// the first rule that holds, or 0. If top is not 0, it writes only that many rows, the most likely ones.
func (c *command) printAnswers(f protocol.ModelFile, a protocol.Applied, top int) error {
	report.Applied(console.Legible{To: c.errors}, f, a)
	w := csv.NewWriter(c.programs())
	if c := f.MultiClass; c != nil {
		w.Write([]string{distinctName(c.Target, "row"), c.Target})
		for i, class := range a.Decided.Classes {
			w.Write([]string{strconv.Itoa(i + 1), c.Names[class]})
		}
	} else {
		printBinary(w, f.Model, a, top)
	}
	w.Flush()
	return w.Error()
}

func printBinary(w *csv.Writer, m *protocol.Model, a protocol.Applied, top int) {
	const shortest = -1
	names := []string{distinctName(m.Target, "row"), m.Target}
	if a.Probabilities != nil {
		names = append(names, distinctName(m.Target, "probability"))
	}
	if m.Decided() {
		names = append(names, distinctName(m.Target, "decision"))
	}
	w.Write(append(names, distinctName(m.Target, "rule")))
	rows := bitmat.Indexes[int](a.Answers.Rows)
	if top > 0 {
		slices.SortStableFunc(rows, func(i, k int) int { return cmp.Compare(a.Probabilities[k], a.Probabilities[i]) })
		rows = rows[:min(top, len(rows))]
	}
	for _, i := range rows {
		line := []string{strconv.Itoa(i + 1), m.Answer(a.Answers.Positive(i))}
		if a.Probabilities != nil {
			line = append(line, strconv.FormatFloat(a.Probabilities[i], 'f', shortest, 64))
		}
		if m.Decided() {
			line = append(line, m.Decide(a.Probabilities[i]))
		}
		w.Write(append(line, strconv.Itoa(a.Answers.Rule(i))))
	}
}

// distinctName returns a name of a column of predictions that differs from that of the target, as in those of the page.
func distinctName(target, name string) string {
	if name == target {
		return name + " 2"
	}
	return name
}

func (c *command) explain(args []string) error {
	r := protocol.Explain{Nearest: true}
	fs := newFlags("explain -model M.json -row N FILE [flags]")
	data := addDataFlags(fs)
	model := fs.String("model", "", "model `file`, as drnet train writes it")
	fs.Func("row", "`number` of the row to explain, from 1, as drnet apply prints it", setting.Positive(&r.Row))
	fs.Func("freeze", "`columns` that counterfactuals must not change, separated by commas", names(&r.Freeze))
	format := fs.String("format", "text", "text|json: format of the report")
	path, err := data.parse(args)
	if err != nil {
		return err
	}
	switch {
	case *model == "":
		return errNoModel
	case r.Row == 0:
		return usageError("-row is missing: give the number of a row, from 1, as drnet apply prints it")
	}
	if err := checkFormat(*format); err != nil {
		return err
	}
	s, m, err := c.loadFor(*model, path, data)
	if err == nil {
		err = c.runExplain(s, m, r, *format)
	}
	return c.reported(err, *format)
}

// runExplain explains a row of the table of a session by a model.
func (c *command) runExplain(s *engine.Session, model protocol.ModelFile, request protocol.Explain, format string) error {
	request.Model = model.Model
	whole := model.MultiClass
	if whole != nil { // the predicted class decides whose rules are shown
		request.MultiClass, request.Model, request.Nearest = whole, whole.Members[0], false
		e, err := ask(c.ctx, s, request, nil)
		if err != nil {
			return err
		}
		request.Nearest = true
		if whole.Codes == nil {
			request.Model = whole.Members[e.(protocol.Explained).Decision.Class]
		}
	}
	e, err := ask(c.ctx, s, request, nil)
	if err != nil {
		return err
	}
	explained, m := e.(protocol.Explained), request.Model
	switch {
	case format == "json":
		return c.printJSON(report.ExplainJSON(m, explained))
	case whole == nil:
		report.Explained(c.people(), m, explained)
		return nil
	}
	report.Decision(c.people(), whole, explained)
	if whole.Codes == nil {
		fmt.Fprintf(c.people(), "\nRules of class %q:\n", m.Positive)
		at := slices.Index(whole.Names, m.Positive)
		report.Rules(c.people(), whole.Numbers(at, len(m.Rules)), explained)
	}
	report.Others(c.people(), explained)
	return nil
}

func (c *command) export(args []string) error {
	names := export.Names()
	fs := newFlags("export -model M.json -format F [flags]")
	path := fs.String("model", "", "model `file`, as drnet train writes it")
	format := fs.String("format", "", "format:\n"+strings.Join(names, "|"))
	to := fs.String("o", "", "`file` to write to (default: standard output)")
	force := fs.Bool("force", false, "overwrite the file")
	var book protocol.Train
	fs.Func("names", namesUsage+", instead of those of the model", inBook(&book, codebook.Names))
	words, err := parse(fs, args)
	switch {
	case err != nil:
		return err
	case len(words) > 0:
		return usageError(fmt.Sprintf("export reads no FILE, but %q is given: name the model by -model, and the file to write by -o", words[0]))
	case *path == "":
		return errNoModel
	case *format == "":
		return usageError("-format is missing: choose one of " + strings.Join(names, ", "))
	case !slices.Contains(names, *format):
		return usageError(fmt.Sprintf("-format is %q: it must be one of %s", *format, strings.Join(names, ", ")))
	}
	if err := free("-o", *to, *force); err != nil {
		return err
	}
	model, err := readModel(*path)
	if err != nil {
		return err
	}
	if err := c.rename(model, book.Encoding); err != nil {
		return err
	}
	text, err := c.exported(model, *format)
	if err != nil {
		return err
	}
	if *to == "" {
		_, err = io.WriteString(c.programs(), text)
		return err
	}
	return save(*to, []byte(text), *force)
}

// rename gives the columns of a model the names of a file. Every line must name a column of its training table.
func (c *command) rename(m protocol.ModelFile, names binarize.FitOptions) error {
	t := dataset.Table{}
	for _, column := range m.Table().Columns {
		t.Columns = append(t.Columns, dataset.Column{Name: column.Name})
	}
	book := names.Codebook
	for _, name := range slices.Sorted(maps.Keys(book)) {
		if t.Columns != nil && t.Column(name) < 0 { // older models lack the list
			return protocol.Refusal(t.NoColumn(name))
		}
		if len(book[name].Groups) > 0 {
			fmt.Fprintf(console.Legible{To: c.errors}, "note: column %q keeps the groups of the model: drnet train -groups changes them\n", name)
		}
	}
	err := names.Validate()
	if err == nil && len(book) > 0 {
		err = m.Encoder().Label(m.Table().Target, book)
	}
	if err != nil {
		return usageError(protocol.Plain(err))
	}
	return nil
}

// exported returns a model in a format.
func (c *command) exported(m protocol.ModelFile, format string) (string, error) {
	e, err := ask(c.ctx, engine.NewSession(), protocol.Export{Model: m.Model, MultiClass: m.MultiClass, Format: format}, nil)
	if err != nil {
		return "", err
	}
	return e.(protocol.Exported).Text, nil
}

// programs returns the formats except those of the training report.
func programs() []string {
	return slices.DeleteFunc(export.Names(), func(f string) bool { return f == export.Text || f == export.JSON })
}
