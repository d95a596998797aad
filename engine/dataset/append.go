package dataset

import (
	"context"

	"drnet/engine/dataset/csvfile"
)

// append adds the rows of another file, whose columns have the same names. Kinds and formats are those of all rows.
func (rd *reader) append(ctx context.Context) error {
	more := &reader{t: &Table{}, options: rd.options}
	more.options.Sheet, more.options.Sample = "", 0
	if err := more.open(ctx, rd.options.More); err != nil {
		return err
	}
	place := make([]int, len(more.t.Columns))
	var others []string
	for j, c := range more.t.Columns {
		if place[j] = rd.t.Column(c.Name); place[j] < 0 {
			others = append(others, c.Name)
		}
	}
	for _, c := range rd.t.Columns {
		if more.t.Column(c.Name) < 0 {
			others = append(others, c.Name)
		}
	}
	if len(others) > 0 {
		return csvfile.NewError(Header, "name them alike, or leave them out of both files",
			"the files cannot be joined: only one has %s", csvfile.QuoteList(others))
	}
	before, cells := rd.t.Rows, make([][]byte, len(place))
	err := rd.rows(ctx, more.file, func(got [][]byte, line int) {
		clear(cells)
		for j, cell := range got {
			cells[place[j]] = cell
		}
		rd.add(cells, line)
	})
	if err != nil {
		return err
	}
	f := more.file
	if err := f.Finish(rd.t.Rows - before); err != nil {
		return err
	}
	for _, text := range f.Warnings {
		rd.file.Warnings = append(rd.file.Warnings, "appended file: "+text)
	}
	rd.file.BlankLines += f.BlankLines
	rd.file.Repaired += f.Repaired
	rd.file.LeftOut += f.LeftOut
	return nil
}
