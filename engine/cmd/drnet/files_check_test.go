package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// What programs may rely on.
var (
	knownTypes = strings.Fields("numeric binary categorical date text id constant empty")
	knownKinds = strings.Fields(`empty_file no_data_rows too_few_rows not_csv binary_file archive spreadsheet encoding delimiter quote
		unterminated_quote ragged header multiple_tables number_range type line_too_long too_many_columns too_large
		target_single_class target_not_binary target_too_many_values needs_threshold no_usable_features unread`)
)

// wrongs collects the differences, one a line: the field, its value, the wanted value.
type wrongs []string

func (w *wrongs) add(field string, got, want any) {
	*w = append(*w, fmt.Sprintf("%s: got %s, want %s", field, shortened(fmt.Sprint(got)), shortened(fmt.Sprint(want))))
}

// check compares the output with the case and returns the differences.
func (c fileCase) check(code int, out, errors string) (w wrongs) {
	var got inspected
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		w.add("output", fmt.Sprintf("exit %d, %q, %q", code, out, errors), "one JSON object")
		return w
	}
	if got.Outcome == "error" {
		c.checkRefusal(&w, code, got)
		return w
	}
	if code != done || got.Outcome != "ok" {
		w.add("outcome", fmt.Sprintf("%q, exit %d", got.Outcome, code), "ok, exit 0")
	}
	if c.refused != "" {
		w.add(
			"outcome",
			fmt.Sprintf("ok, %d rows, names %q, warnings %q", got.Rows, got.Names[:min(len(got.Names), 5)], got.Warnings),
			"error "+c.refused,
		)
		return w
	}
	if c.run == "" {
		got.checkSense(&w)
		c.checkShape(&w, got)
		c.checkColumns(&w, got)
		c.checkCells(&w, got)
	}
	return w
}

func (c fileCase) checkRefusal(w *wrongs, code int, got inspected) {
	want := c.refused + c.mayRefused
	switch {
	case want == "":
		w.add("outcome", fmt.Sprintf("error %s: %s", got.Kind, got.Message), "ok")
	case !among(got.Kind, want):
		w.add("error_kind", fmt.Sprintf("%s: %s", got.Kind, got.Message), want)
	}
	if code != failed || !slices.Contains(knownKinds, got.Kind) || got.Message == "" {
		w.add("refusal", fmt.Sprintf("exit %d, kind %q, message %q", code, got.Kind, got.Message), "exit 1, a known kind, a message")
	}
	if text := got.Message + "; " + got.Hint; c.says != "" && !hasWord(text, c.says) {
		w.add("message", text, "a word about "+c.says)
	}
}

// checkSense checks the invariants of all tables: the parts agree, and each repair has a warning.
func (got inspected) checkSense(w *wrongs) {
	if len(got.Names) != got.Cols || len(got.Types) != got.Cols || len(got.Missing) != got.Cols {
		w.add("parts", fmt.Sprint(len(got.Names), " names, ", len(got.Types), " types, ", len(got.Missing), " counts"), got.Cols)
		return
	}
	seen := map[string]bool{}
	for j, name := range got.Names {
		if name == "" || seen[name] {
			w.add("names", got.Names, "different names")
		}
		seen[name] = true
		if !slices.Contains(knownTypes, got.Types[j]) {
			w.add("types", got.Types[j], knownTypes)
		}
		if got.Missing[j] < 0 || got.Missing[j] > got.Rows || got.Types[j] == "empty" && got.Missing[j] < got.Rows {
			w.add(
				"missing of "+name, fmt.Sprint(got.Missing[j], " in a column that is ", got.Types[j]),
				fmt.Sprint("at most ", got.Rows, " and that if it is empty"),
			)
		}
	}
	if (got.Repaired > 0 || got.LeftOut > 0) && len(got.Warnings) == 0 {
		w.add("warnings", "none", fmt.Sprintf("a word about %d repaired and %d left out", got.Repaired, got.LeftOut))
	}
	if got.Repaired > got.Rows || got.Repaired < 0 || got.LeftOut < 0 {
		w.add("repaired, left_out", fmt.Sprint(got.Repaired, got.LeftOut), "counts, not above the rows")
	}
}

func (c fileCase) checkShape(w *wrongs, got inspected) {
	count := func(field string, n int, want string) {
		if want != "" && !isCount(n, want) {
			w.add(field, n, want)
		}
	}
	count("rows", got.Rows, c.rows)
	count("left_out", got.LeftOut, c.leftOut)
	count("repaired", got.Repaired, c.repaired)
	if c.cols != 0 && got.Cols != c.cols {
		w.add("cols", fmt.Sprint(got.Cols, " ", got.Names[:min(len(got.Names), 6)]), c.cols)
	}
	if c.delim != "" && got.Dialect.Delimiter != c.delim {
		w.add("delimiter", strconv.Quote(got.Dialect.Delimiter), strconv.Quote(c.delim))
	}
	if c.encoding != "" && !hasWord(got.Dialect.Encoding, c.encoding) {
		w.add("encoding", got.Dialect.Encoding, c.encoding)
	}
	if c.header != "" && got.Dialect.Header != (c.header == "yes") {
		w.add("header", got.Dialect.Header, c.header)
	}
	all := strings.Join(got.Warnings, "; ")
	switch {
	case c.warn == "-" && all != "":
		w.add("warnings", all, "none")
	case c.warn == "*" && all == "":
		w.add("warnings", "none", "some")
	case c.warn != "" && c.warn != "-" && c.warn != "*" && !hasWord(all, c.warn):
		w.add("warnings", strconv.Quote(all), "a word about "+c.warn)
	}
	if c.holds != nil {
		if wrong := c.holds(got); wrong != "" {
			w.add("sense", wrong, "otherwise")
		}
	}
}

func (c fileCase) checkColumns(w *wrongs, got inspected) {
	if c.names != nil {
		same := len(c.names) == len(got.Names)
		for j := 0; same && j < len(c.names); j++ {
			same = c.names[j] == "*" || slices.Contains(strings.Split(c.names[j], "||"), got.Names[j])
		}
		if !same {
			w.add("names", fmt.Sprintf("%q", got.Names), fmt.Sprintf("%q", c.names))
		}
	}
	if types := strings.Fields(c.types); !fits(got.Types, types, among) {
		w.add("types", got.Types, types)
	}
	if missing := strings.Fields(c.missing); !fits(got.Missing, missing, isCount) {
		w.add("missing", got.Missing, missing)
	}
}

// fits reports whether each value is as wanted; an empty wish always fits.
func fits[T any](got []T, want []string, fit func(T, string) bool) bool {
	for j := range want {
		if len(got) != len(want) || want[j] != "*" && !fit(got[j], want[j]) {
			return false
		}
	}
	return true
}

func (c fileCase) checkCells(w *wrongs, got inspected) {
	for _, key := range slices.Sorted(maps.Keys(c.cells)) {
		want := c.cells[key]
		cell, ok := got.Cells[key]
		list, several := want.(either)
		if !several {
			list = either{want}
		}
		if !ok || !slices.ContainsFunc(list, func(want any) bool { return sameCell(cell, want) }) {
			w.add("cell "+key, fmt.Sprintf("%#v", cell), fmt.Sprintf("%#v", want))
		}
	}
}

// sameCell compares a cell with its wanted value. In a column of labels a number may be a text.
func sameCell(got, want any) bool {
	switch want := want.(type) {
	case int:
		return sameCell(got, float64(want))
	case float64:
		text, _ := got.(string)
		return got == want || text != "" && text == strconv.FormatFloat(want, 'f', -1, 64)
	}
	return got == want
}

// isCount reports whether n is as wanted: "12", "11|12", "998+".
func isCount(n int, want string) bool {
	for part := range strings.SplitSeq(want, "|") {
		least, open := strings.CutSuffix(part, "+")
		m, err := strconv.Atoi(least)
		if err != nil {
			panic("a case wants the count " + want)
		}
		if n == m || open && n > m {
			return true
		}
	}
	return false
}

func among(got, list string) bool { return slices.Contains(strings.Split(list, "|"), got) }

func hasWord(text, list string) bool {
	return slices.ContainsFunc(strings.Split(strings.ToLower(list), "|"), func(word string) bool {
		return strings.Contains(strings.ToLower(text), word)
	})
}
