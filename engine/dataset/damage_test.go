package dataset_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"drnet/engine/dataset"
)

// The files of this test have one pollution each, after the published description of the Pollock benchmark: G. Vitagliano, M. Hameed,
// L. Jiang, L. Reisener, E. Wu, F. Naumann. Pollock: A Data Loading Benchmark. PVLDB 16(8), 2023. The values are our own.

// survey is a table whose cells are as the reader shows them.
type survey struct {
	names []string
	rows  [][]string
}

// surveyTable returns 84 rows of 9 columns. The last one is empty in most rows if sparse.
func surveyTable(sparse bool) survey {
	s := survey{names: []string{"DATE", "TIME", "Qty", "PRODUCTID", "Price", "ProductType", "ProductDescription", "URL", "Comments"}}
	kinds, words := []string{"Lamp", "Chair", "Desk", "Shelf"}, []string{"oak", "steel, brushed", "glass", "27\" wide", "cork", "it's soft"}
	for i := range 84 {
		comment := fmt.Sprintf("note %d on %s", i%7, words[i%5])
		if sparse && i%4 != 1 {
			comment = ""
		}
		s.rows = append(s.rows, []string{
			fmt.Sprintf("%02d/%02d/2018", i%28+1, i%12+1), fmt.Sprintf("%02d:%02d:%02d", i%24, i*7%60, i*13%60), strconv.Itoa(i%9 + 1),
			fmt.Sprintf("SKU-%d", 100+i*i%97), strconv.FormatFloat(float64(i*37%400)+0.25, 'f', -1, 64), kinds[i%4],
			kinds[i%4] + " " + words[i%6], fmt.Sprintf("http://shop.example/p?id=%d", i*i), comment,
		})
	}
	return s
}

// style is how a file is written.
type style struct {
	delimiter, quote, escape, end string
	all                           bool // every value is in quotes
}

var plainStyle = style{delimiter: ",", quote: `"`, escape: `"`, end: "\n"}

func (st style) cell(text string) string {
	if !st.all && !strings.ContainsAny(text, st.delimiter+st.quote+"\r\n") {
		return text
	}
	return st.quote + strings.ReplaceAll(text, st.quote, st.escape+st.quote) + st.quote
}

func (st style) cells(row []string) []string {
	var cells []string
	for _, text := range row {
		cells = append(cells, st.cell(text))
	}
	return cells
}

// lines returns the lines of a table, the header first, without line ends.
func (s survey) lines(st style) []string {
	lines := []string{strings.Join(st.cells(s.names), st.delimiter)}
	for _, row := range s.rows {
		lines = append(lines, strings.Join(st.cells(row), st.delimiter))
	}
	return lines
}

// polluted is a file with one pollution.
type polluted struct {
	name, text string
	want       survey
	line       int      // of the pollution, 0 if it concerns the whole file
	literal    []string // the cells of that line as written, if they can be read so; else nil
	refused    bool     // the file has nothing to train on
}

// file joins lines to a text.
func file(lines []string, st style) string { return strings.Join(lines, st.end) + st.end }

// pollutions returns the files over all positions.
func pollutions(s survey, st style) []polluted {
	var out []polluted
	lines := s.lines(st)
	all := append([][]string{s.names}, s.rows...)
	add := func(name string, line int, lines []string, want survey) {
		out = append(out, polluted{name: name, text: file(lines, st), want: want, line: line})
	}
	change := func(name string, r int, line string) {
		changed := slices.Clone(lines)
		changed[r] = line
		add(fmt.Sprintf("%s, line %d", name, r+1), r+1, changed, s)
	}
	for r, row := range all {
		cells := st.cells(row)
		for c := range cells {
			if c > 0 {
				less := slices.Concat(cells[:c-1], []string{cells[c-1] + cells[c]}, cells[c+1:])
				change(fmt.Sprintf("no separator before value %d", c+1), r, strings.Join(less, st.delimiter))
			}
			more := slices.Clone(cells)
			more[c] += st.delimiter
			change(fmt.Sprintf("a separator too many after value %d", c+1), r, strings.Join(more, st.delimiter))
			quoted := slices.Clone(cells)
			quoted[c] = st.quote + quoted[c]
			change(fmt.Sprintf("a quote before value %d", c+1), r, strings.Join(quoted, st.delimiter))
			quoted = slices.Clone(cells)
			quoted[c] += st.quote
			change(fmt.Sprintf("a quote after value %d", c+1), r, strings.Join(quoted, st.delimiter))
			if st.cell(row[c]) == row[c] && row[c] != "" {
				literal := slices.Clone(row)
				literal[c] += st.quote
				out[len(out)-1].literal = literal
			}
		}
		for _, d := range []string{";", "\t", "|", ", "} {
			if d != st.delimiter {
				other := st
				other.delimiter = d
				change(fmt.Sprintf("separated by %q", d), r, strings.Join(other.cells(row), d))
			}
		}
	}
	return append(out, wholeFiles(s, st)...)
}

// wholeFiles returns the pollutions of whole files.
func wholeFiles(s survey, st style) []polluted {
	var out []polluted
	lines := s.lines(st)
	add := func(name, text string, want survey) { out = append(out, polluted{name: name, text: text, want: want}) }
	unnamed := survey{rows: s.rows}
	for j := range s.names {
		unnamed.names = append(unnamed.names, fmt.Sprintf("column%d", j+1))
	}
	add("as it is", file(lines, st), s)
	add("no line end", strings.TrimSuffix(file(lines, st), st.end), s)
	add("two line ends", file(lines, st)+st.end, s)
	add("no header", file(lines[1:], st), unnamed)
	add("preamble", "Sales of 2018"+st.end+"by shop"+st.end+st.end+file(lines, st), s)
	add("padded preamble", "Sales of 2018"+strings.Repeat(st.delimiter, 8)+st.end+file(lines, st), s)
	add("one row", file(lines[:2], st), survey{s.names, s.rows[:1]})
	add("header of two lines", file(slices.Insert(slices.Clone(lines), 1,
		strings.Join(slices.Repeat([]string{"unit"}, 9), st.delimiter)), st), s)
	add("header of three lines", file(slices.Insert(slices.Clone(lines), 1,
		strings.Join(slices.Repeat([]string{"unit"}, 9), st.delimiter), strings.Join(strings.Split("abcdefghi", ""), st.delimiter)), st), s)
	add("header twice", file(slices.Insert(slices.Clone(lines), 1, lines[0]), st), s)
	add("file twice", file(slices.Concat(lines, lines), st), survey{s.names, slices.Concat(s.rows, s.rows)})
	for _, d := range []string{";", "\t", "|", ", ", " "} {
		other := st
		other.delimiter = d
		add(fmt.Sprintf("delimiter %q", d), file(s.lines(other), other), s)
	}
	for _, end := range []string{"\r\n", "\r", "\n\r"} {
		other := st
		other.end = end
		add(fmt.Sprintf("line end %q", end), file(s.lines(other), other), s)
	}
	quoted := st
	quoted.quote, quoted.escape = "'", "'"
	add("apostrophes", file(s.lines(quoted), quoted), s)
	quoted.all = true
	add("apostrophes everywhere", file(s.lines(quoted), quoted), s)
	escaped := st
	escaped.escape = `\`
	add("backslash", file(s.lines(escaped), escaped), s)
	escaped.escape = "\x00"
	add("NUL as escape", file(s.lines(escaped), escaped), s)
	none := func(name, text string) { out = append(out, polluted{name: name, text: text, refused: true}) }
	none("empty", "")
	none("header only", file(lines[:1], st))
	second := []string{"shop,city,area", "a,Oslo,12", "b,Rome,15", "c,Bonn,14"}
	none("another table", file(slices.Concat(lines, []string{""}, second), st))
	wide := make([]string, 20)
	for i := range wide {
		wide[i] = strings.Join(slices.Repeat([]string{"w" + strconv.Itoa(i)}, 12), st.delimiter)
	}
	none("another, wider table", file(slices.Concat(lines, []string{""}, wide), st))
	same := survey{names: strings.Split("abcdefghi", "")}
	for i := range 20 {
		same.rows = append(same.rows, slices.Repeat([]string{"v" + strconv.Itoa(i)}, 9))
	}
	none("another table of the same width", file(slices.Concat(lines, []string{""}, same.lines(st)), st))
	none("another table directly below", file(slices.Concat(lines, same.lines(st)), st))
	return out
}

// damage is the outcome of reading a polluted file.
type damage struct {
	silent string  // why the damage is not said, "" if there is none
	score  float64 // F1 of the cells
	got    string  // the warnings or the error
}

// judge reads a file and compares it with its table.
func (p polluted) judge(o dataset.Options) damage {
	t, err := read(p.text, o)
	var e *dataset.Error
	switch {
	case err != nil && !errors.As(err, &e):
		return damage{silent: "internal error " + err.Error()}
	case err != nil && p.refused:
		return damage{score: 1}
	case err != nil:
		return damage{got: e.Error()}
	case p.refused:
		return damage{silent: fmt.Sprintf("read as %d × %d %q", t.Rows, len(t.Columns), dataset.Warned(t))}
	}
	var names []string
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
	rows := rowsOf(t)
	d := damage{got: fmt.Sprintf("%q", dataset.Warned(t)), score: cellScore(rows, p.want.rows)}
	switch {
	case p.exact(names, rows), p.reads(t, names, rows):
	case !slices.Equal(names, p.want.names) && p.line != 1:
		d.silent = fmt.Sprintf("names %q", names)
	case !slices.ContainsFunc(dataset.Warned(t), func(w string) bool { return namesLine(w, p.line) }):
		d.silent = "no warning names the line"
	default:
		d.silent = p.elsewhere(rows)
	}
	return d
}

// elsewhere describes the first row that differs from the table, except that of the polluted line, which may lack; "" if none does.
func (p polluted) elsewhere(rows [][]string) string {
	want, at := p.want.rows, p.line-2
	if at >= 0 {
		want = slices.Delete(slices.Clone(want), at, at+1)
		if len(rows) > len(want) {
			rows = slices.Delete(rows, at, at+1)
		}
	}
	for i := range max(len(rows), len(want)) {
		if i >= len(rows) || i >= len(want) || !slices.Equal(rows[i], want[i]) {
			return fmt.Sprintf("%d rows for %d, row %d differs", len(rows), len(want), i)
		}
	}
	return ""
}

func (p polluted) exact(names []string, rows [][]string) bool {
	return slices.Equal(names, p.want.names) && slices.EqualFunc(rows, p.want.rows, slices.Equal[[]string])
}

// reads reports whether the polluted line is read as it is written.
func (p polluted) reads(t *dataset.Table, names []string, rows [][]string) bool {
	at := p.line - 2
	switch {
	case p.literal == nil || len(rows) != len(p.want.rows):
		return false
	case at < 0:
		return slices.Equal(names, p.literal)
	}
	for j, cell := range p.literal {
		named := slices.ContainsFunc(dataset.Warned(t), func(w string) bool { return strings.Contains(w, strconv.Quote(cell)) })
		if rows[at][j] != cell && !(rows[at][j] == "" && named) {
			return false
		}
	}
	return slices.EqualFunc(slices.Delete(slices.Clone(rows), at, at+1), slices.Delete(slices.Clone(p.want.rows), at, at+1),
		slices.Equal[[]string])
}

// namesLine reports whether a warning names a line.
func namesLine(warning string, line int) bool {
	words := strings.FieldsFunc(warning, func(r rune) bool { return !('0' <= r && r <= '9') })
	return slices.Contains(words, strconv.Itoa(line)) && strings.Contains(warning, "line")
}

func rowsOf(t *dataset.Table) [][]string {
	rows := make([][]string, t.Rows)
	for i := range rows {
		for j := range t.Columns {
			text, _ := t.Columns[j].Text(i)
			rows[i] = append(rows[i], text)
		}
	}
	return rows
}

// cellScore is the F1 of the cells, as multisets.
func cellScore(got, want [][]string) float64 {
	count, all, hits := map[string]int{}, 0, 0
	for _, cell := range slices.Concat(want...) {
		count[cell]++
		all++
	}
	for _, cell := range slices.Concat(got...) {
		all++
		if count[cell] > 0 {
			count[cell]--
			hits++
		}
	}
	return 2 * float64(hits) / float64(all)
}

// No file with one pollution is damaged without a word: it is read as without the pollution, or a warning names the line, or it is refused.
func TestOnePollution(t *testing.T) {
	const least = 0.99 // mean F1 of the cells
	quoted := plainStyle
	quoted.all = true
	for _, test := range []struct {
		name   string
		sparse bool
		st     style
		step   int // of the files that are read
	}{{"sparse", true, plainStyle, 1}, {"filled", false, plainStyle, 7}, {"quoted", true, quoted, 7}} {
		t.Run(test.name, func(t *testing.T) {
			if testing.Short() {
				test.step *= 7
			}
			files, whole := pollutions(surveyTable(test.sparse), test.st), wholeFiles(surveyTable(test.sparse), test.st)
			n, score := 0, 0.0
			for i, p := range files {
				if i%test.step != 0 && i < len(files)-len(whole) {
					continue
				}
				d := p.judge(dataset.Options{})
				n, score = n+1, score+d.score
				if d.silent != "" {
					t.Errorf("%s: %s; %s", p.name, d.silent, d.got)
				}
			}
			if score /= float64(n); score < least {
				t.Errorf("%d files have a mean score of %.4f, want at least %v", n, score, least)
			}
		})
	}
}
