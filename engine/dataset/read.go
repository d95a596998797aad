package dataset

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"

	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/infer"
	"drnet/engine/dataset/word"
	"drnet/engine/numeric"
)

// Read reads a table of values separated by commas, semicolons, tabs or bars, or a sheet of a workbook. Name is the name of the
// file, for the table only. Read detects dialect, encoding, names and kinds unless the options give them. It reads the stream
// once, and the result does not depend on how the stream arrives in pieces. Warnings of the table count repaired and skipped
// rows. Wrong files, and files that cannot be read without damage, give an *Error.
func Read(ctx context.Context, name string, r io.Reader, o Options) (*Table, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	rd := &reader{t: &Table{Name: name}, options: o}
	if err := rd.open(ctx, r); err != nil {
		return nil, err
	}
	if err := rd.rows(ctx, rd.file, rd.add); err != nil {
		return nil, err
	}
	if o.More != nil {
		if err := rd.append(ctx); err != nil {
			return nil, err
		}
	}
	return rd.t, rd.finish()
}

type reader struct {
	t        *Table
	options  Options
	content  *content
	file     *csvfile.File
	builders []*builder
	sample   sampler
	first    int // rows of the file before those of an appended one
}

// open opens the file and makes a builder for each column.
func (rd *reader) open(ctx context.Context, r io.Reader) error {
	missing := infer.NewMarks(rd.options.missing())
	var err error
	if rd.content, err = openContent(ctx, &input{stream: r, options: rd.options}); err != nil {
		return err
	}
	c, o := rd.content, rd.options.file(missing)
	o.Size, o.Converted, o.Named = c.size, c.format != "", c.named
	if rd.file, err = csvfile.Open(c.text, o); err != nil {
		return err
	}
	rd.file.Dialect.Format, rd.t.Sheets, rd.t.Sheet = c.format, c.sheets, c.sheet
	rd.file.Dialect.Packed = rd.file.Dialect.Packed || c.packed
	names := rd.names()
	trained := rd.options.Trained.of(names, rd.file.Dialect.Header)
	if trained == nil {
		rd.options.Trained, trained = Trained{}, make([]TrainedColumn, len(names))
	}
	for _, name := range names {
		rd.t.Columns = append(rd.t.Columns, Column{Name: name})
	}
	if err := rd.options.check(rd.t); err != nil {
		return err
	}
	rd.t.LikeTrained = rd.options.Trained.Perhaps
	rd.t.Missing = rd.options.missing()
	missing = infer.NewMarks(rd.t.Missing)
	h := rd.hint()
	for j, c := range rd.t.Columns {
		h.First, h.Unit = rd.options.DateOrder[c.Name], trained[j].Unit
		if rd.options.kind(c.Name) == Numeric {
			h.Unit = infer.AnyUnit
		}
		marks, given := rd.options.marks(c.Name, trained[j], missing)
		rd.builders = append(rd.builders, &builder{
			name: c.Name, missing: marks, usual: missing, decoder: &rd.file.Decoder,
			decides: !given, answer: rd.options.isAnswer(rd.t, j),
			want: rd.kind(c.Name), trained: trained[j], hint: h, dictionary: newDictionary(),
		})
	}
	if rd.options.Sample > 0 {
		lines, ok := rd.file.Lines()
		if rd.content.rows > 0 {
			lines, ok = float64(rd.content.rows), true
		}
		return rd.sample.plan(rd.options.Sample, lines, ok)
	}
	return nil
}

// kind returns the kind that options or file give to a column, "" to infer it.
func (rd *reader) kind(name string) Kind {
	kind := rd.options.kind(name)
	if kind == "" && rd.content.codes[name] {
		return Categorical
	}
	return kind
}

// names returns the names of the columns, as the training table spells them. A file that may be of another table keeps its own, unless it
// has all columns then.
func (rd *reader) names() []string {
	names, trained := rd.file.Names, rd.options.Trained
	if !rd.file.Dialect.Header {
		return names
	}
	spelled, notes := trained.respell(names)
	if len(notes) == 0 || trained.Perhaps && trained.lacks(spelled) {
		return names
	}
	for j, name := range spelled {
		rd.options = rd.options.renamed(names[j], name)
	}
	rd.file.Warnings = append(rd.file.Warnings, notes...)
	return spelled
}

// hint describes the decimal mark as far as it is known before the columns are.
func (rd *reader) hint() infer.Hint {
	return infer.Hint{Given: rd.options.Decimal, Converted: rd.content.format != "", Delimiter: rd.file.Dialect.Delimiter}
}

func (rd *reader) rows(ctx context.Context, file *csvfile.File, add func(cells [][]byte, line int)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	for first := true; ; first = false {
		more, err := file.Rows(add)
		if err != nil || !more {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := rd.checkMemory(first); err != nil {
			return err
		}
		if err := file.More(); err != nil {
			return err
		}
	}
}

// add appends a row. Cells beyond its end are missing.
func (rd *reader) add(cells [][]byte, line int) {
	if !rd.sample.keeps() {
		return
	}
	for j, b := range rd.builders[:len(cells)] {
		// Most cells are short and known, in a column of few texts. Dictionary.find and builder.add are inlined for
		// them, because calls dominate the time of reading, above all in WebAssembly.
		cell := cells[j]
		n := len(cell)
		if n-1 < 2*word.Size && cap(cell) >= word.Size && b.codes.narrow != nil {
			key, tail := word.Load(cell[:word.Size], 0), uint64(0)
			if n <= word.Size {
				key &= 1<<(word.Size*uint(n)) - 1
			} else {
				tail = word.Load(cell, n-word.Size)
			}
			slots := b.dictionary.slots
			s := &slots[place(key, tail)&uint64(len(slots)-1)]
			if s.key == key && s.tail == tail && s.size == uint32(n) && uint32(s.code-1) < math.MaxUint8 {
				b.codes.narrow = append(b.codes.narrow, uint8(s.code))
				continue
			}
		}
		b.add(cell, line)
	}
	for _, b := range rd.builders[len(cells):] {
		b.add(nil, line)
	}
	rd.t.Rows++
}

// checkMemory returns an error if the table is too large: by an estimate after the first rows, then by its size so far.
func (rd *reader) checkMemory(first bool) error {
	rows := rd.file.Extrapolate(rd.t.Rows)
	held, perRow := rd.size()
	if !first {
		return rd.afford(float64(held), rows)
	}
	if err := rd.afford(rows*perRow, rows); err != nil {
		return err
	}
	const more = 1.02 // room for more rows than expected: growing step by step takes twice the memory
	for _, b := range rd.builders {
		b.codes.reserve(int(more * rows))
	}
	return nil
}

// finish makes the columns from the builders, and completes the table.
func (rd *reader) finish() error {
	t, f := rd.t, rd.file
	if err := f.Finish(t.Rows); err != nil {
		return err
	}
	t.Dialect, t.Warnings = f.Dialect, f.Warnings
	if rd.content.warnings != nil {
		t.Warnings = append(rd.content.warnings(), t.Warnings...)
	}
	t.BlankLines, t.Repaired, t.LeftOut = f.BlankLines, f.Repaired, f.LeftOut
	rd.sample.report(t)
	if err := rd.columns(); err != nil {
		return err
	}
	t.Warnings = append(t.Warnings, f.Decoder.Report(&t.Dialect)...)
	return nil
}

// collect returns the contents of the columns with codes, and the decimal mark that most of them prove.
func (rd *reader) collect() (collected []*contents, decimal string) {
	collected = make([]*contents, len(rd.builders))
	var patterns []infer.PatternCounts
	for j, b := range rd.builders {
		if b.numbers != nil || b.texts != nil {
			continue
		}
		if collected[j] = b.collect(); b.trained.Kind != Categorical { // whose texts may look like numbers
			patterns = append(patterns, collected[j].Patterns)
		}
	}
	return collected, infer.ProvenDecimal(patterns)
}

// columns makes the columns. The decimal mark that most columns prove decides the ambiguous ones.
func (rd *reader) columns() error {
	t := rd.t
	collected, proven := rd.collect()
	h := rd.hint()
	h.Encoding = rd.file.Decoder.Doubtful(rd.file.Dialect.Encoding)
	for j, b := range rd.builders {
		h.Proven = cmp.Or(proven, b.trained.Decimal, rd.options.decimal())
		column, warnings, err := b.column(collected[j], h)
		if err != nil {
			return err
		}
		t.Columns[j] = column
		t.Warnings = append(append(t.Warnings, warnings...), t.Columns[j].doubts(b, t.Rows)...)
		rd.builders[j], collected[j] = nil, nil // the next column may use their memory
	}
	t.Dialect.Decimal = usualDecimal(t)
	if rd.options.Trained.Columns == nil {
		t.Warnings = append(t.Warnings, t.noteLoneMarks()...)
	}
	if rd.first > 0 {
		t.Warnings = append(t.Warnings, t.unlike(rd.first)...)
	}
	return nil
}

// usualDecimal returns the decimal mark of most columns that have one, a point in a tie.
func usualDecimal(t *Table) string {
	count := map[string]int{}
	for _, c := range t.Columns {
		count[c.Form.Decimal]++
	}
	return mostUsual(count["."], count[","])
}

// sampler keeps rows at random. A hash of the row number decides rather than a stream of random numbers, so that the
// sample does not depend on anything else. The zero value keeps all rows.
type sampler struct {
	below      uint64 // rows with a smaller hash are kept; 0 keeps all
	seen, kept int    // rows
}

// sampleSeed makes the sample independent of other uses of row numbers.
const sampleSeed = 0x5a3f1e

// keeps reports whether the sample has the next row.
func (s *sampler) keeps() bool {
	if s.below == 0 {
		return true
	}
	s.seen++
	if hashRow(uint64(s.seen)+sampleSeed) >= s.below {
		return false
	}
	s.kept++
	return true
}

// report adds the rows that the sample skipped, and a warning, to the table.
func (s *sampler) report(t *Table) {
	if s.below != 0 {
		t.LeftOut += s.seen - s.kept
		t.Warnings = append(t.Warnings, fmt.Sprintf("a random sample: %d of the %d rows", s.kept, s.seen))
	}
}

// hashRow returns output z of SplitMix64 from the state 0, counted from 1.
func hashRow(z uint64) uint64 { return numeric.Mix(z * numeric.GoldenGamma) }

// plan prepares a sample of about the wanted number of rows of a file. Known is false if its number of lines is unknown.
func (s *sampler) plan(want int, lines float64, known bool) error {
	if !known {
		return csvfile.NewError(TooLarge, "give a file", "a sample cannot be drawn from a stream of unknown length")
	}
	if share := float64(want) / lines; share < 1 {
		s.below = uint64(share * math.MaxUint64)
	}
	return nil
}

// Sizes in bytes of a slot of a dictionary, a cell of a column of numbers, and the end of a cell of a column of texts.
const slotSize, numberSize, endSize = 24, 8, 4

func (b *builder) held() int {
	n := b.codes.held()
	if d := b.dictionary; d != nil {
		n += slotSize*len(d.slots) + cap(d.bytes)
	}
	if b.numbers != nil {
		n += numberSize * cap(b.numbers.cells)
	}
	if b.texts != nil {
		n += cap(b.texts.bytes) + endSize*cap(b.texts.ends)
	}
	return n
}

// perRow estimates the bytes per row of a long column from its first rows.
func (b *builder) perRow() float64 {
	switch {
	case b.numbers != nil:
		return numberSize
	case b.texts != nil:
		return endSize + float64(len(b.texts.bytes))/float64(b.texts.Len())
	}
	distinct, rows := b.dictionary.len(), b.codes.Len()
	const few = 0.2 // distinct texts per row above which the dictionary overflows
	if float64(distinct) < few*float64(rows) {
		return float64(b.codes.held()) / float64(rows)
	}
	return max(numberSize, endSize+float64(len(b.dictionary.bytes))/float64(distinct))
}

// size returns the bytes of the table so far, and the estimated bytes per row.
func (rd *reader) size() (held int, perRow float64) {
	for _, b := range rd.builders {
		held += b.held()
		perRow += b.perRow()
	}
	return held, perRow
}

// afford returns an error if the table exceeds its memory limit. Rows are the expected ones, 0 if unknown.
func (rd *reader) afford(need, rows float64) error {
	limit := float64(rd.options.Memory)
	if limit == 0 || need <= limit {
		return nil
	}
	rows = max(float64(rd.t.Rows), rows)
	fits := round(rows * limit / need / 2) // half, for a margin
	return csvfile.NewError(TooLarge, fmt.Sprintf("read a random sample of %d rows, or leave columns out of the file", fits),
		"the table needs about %.1f GB of memory and may take %.1f GB", need/1e9, limit/1e9)
}

// round returns the largest number 1, 2 or 5 times a power of ten up to n.
func round(n float64) int {
	power := math.Pow(10, math.Floor(math.Log10(max(n, 1))))
	for _, first := range []float64{5, 2} {
		if first*power <= n {
			return int(first * power)
		}
	}
	return int(power)
}
