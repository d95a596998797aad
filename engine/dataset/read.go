package dataset

import (
	"cmp"
	"context"
	"io"
	"math"
	"strings"

	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/infer"
	"drnet/engine/dataset/word"
)

// Read reads a table of values separated by commas, semicolons, tabs or bars, or a sheet of a workbook. Name is the name of the
// file, for the table only. Read detects dialect, encoding, names and kinds unless the options give them. It reads the stream
// once, and the result does not depend on how many bytes each Read of r returns. Warnings of the table count repaired and
// skipped rows. A file that is not a table, or cannot be read without loss, gives an *Error.
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
	first    int // index of the first row of an appended file; 0 if there is none
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
			decides: !given, target: rd.options.isTarget(rd.t, j),
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

// kind returns the kind that the options or the file declare for a column, "" to infer it.
func (rd *reader) kind(name string) Kind {
	kind := rd.options.kind(name)
	if kind == "" && rd.content.codes[name] {
		return Categorical
	}
	return kind
}

// names returns the names of the columns with the spelling of the training table. If Trained.Perhaps is set, the spelling changes only if
// the file then has all columns of the training table.
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

// hint returns the evidence about the numbers that is known before any column is read.
func (rd *reader) hint() infer.Hint {
	return infer.Hint{Given: rd.options.Decimal, Converted: rd.content.format != "", Delimiter: rd.file.Dialect.Delimiter}
}

// rows passes all rows of a file to add. Between blocks of rows it checks the context and the memory limit.
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

// finish makes the columns from the builders, and completes the table.
func (rd *reader) finish() error {
	t, f := rd.t, rd.file
	if err := f.Finish(t.Rows); err != nil {
		return err
	}
	t.Dialect, t.Warnings = f.Dialect, rd.warnings()
	t.BlankLines, t.Repaired, t.LeftOut = f.BlankLines, f.Repaired, f.LeftOut
	rd.sample.report(t)
	if err := rd.columns(); err != nil {
		return err
	}
	t.Warnings = append(t.Warnings, f.Decoder.Report(&t.Dialect)...)
	return nil
}

// warnings returns the warnings about the conversion and the records of the file.
func (rd *reader) warnings() []string {
	if rd.content.warnings == nil {
		return rd.file.Warnings
	}
	list := append(rd.content.warnings(), rd.file.Warnings...)
	if len(rd.builders) == 1 && strings.ContainsAny(rd.builders[0].name, ",;\t") {
		list = append(list, "each row is one text with several values, so that there is one column: split the column in a spreadsheet program")
	}
	return list
}

// collect returns the distinct texts of the columns with codes, nil for others, and the decimal mark that most columns prove.
func (rd *reader) collect() (collected []*codedTexts, decimal string) {
	collected = make([]*codedTexts, len(rd.builders))
	var patterns []infer.PatternCounts
	for j, b := range rd.builders {
		if b.numbers != nil || b.texts != nil {
			continue
		}
		if collected[j] = b.collect(); b.trained.Kind != Categorical { // texts of a category may look like numbers
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
	h.Encoding = rd.file.Decoder.Doubtful()
	for j, b := range rd.builders {
		if rd.options.Making != nil {
			if err := rd.options.Making(j, len(rd.builders)); err != nil {
				return err
			}
		}
		h.Proven = cmp.Or(proven, b.trained.Decimal, rd.options.decimal())
		column, err := b.column(collected[j], h)
		if err != nil {
			return err
		}
		t.Columns[j] = column
		t.Columns[j].noteReading(b, t.Rows)
		rd.builders[j], collected[j] = nil, nil // the next column may use their memory
	}
	t.Dialect.Decimal = usualDecimal(t)
	if rd.options.Trained.Columns == nil {
		t.doubtLoneMarks()
		t.doubtBlocks()
		for _, note := range []string{t.noteTotals(), t.noteSideTable()} {
			if note != "" {
				t.Warnings = append(t.Warnings, note)
			}
		}
	}
	if rd.first > 0 {
		t.compareAppended(rd.first)
	}
	return nil
}

// usualDecimal returns the decimal mark of most columns that have one, a point if both are equally frequent.
func usualDecimal(t *Table) string {
	count := map[string]int{}
	for _, c := range t.Columns {
		count[c.Form.Decimal]++
	}
	return mostUsual(count["."], count[","])
}
