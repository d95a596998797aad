package dataset

import (
	"context"
	"fmt"

	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/jsonfile"
)

// openJSON opens a table in a JSON text. Its columns are known at its end, so that it is kept in memory.
func openJSON(_ context.Context, in *input) (*content, error) {
	if !csvfile.IsJSON(in.start) {
		return nil, nil
	}
	text, packed, err := in.allText()
	if err != nil {
		return nil, err
	}
	f, err := jsonfile.Parse(text)
	if err != nil {
		return nil, err
	}
	t, err := f.Find(in.options.Sheet)
	if err != nil {
		return nil, err
	}
	rows, err := f.Open(t)
	if err != nil {
		return nil, err
	}
	c := &content{
		text: rows, rows: t.Rows, format: "json", packed: packed, named: rows.Named, sheet: t.Name,
		warnings: func() []string { return rows.Warnings },
	}
	if in.options.Sheet == "" && len(f.Tables) > 1 {
		rows.Warnings = append(rows.Warnings, fmt.Sprintf("%d lists of the JSON text may be tables; %q was read, which has most rows: "+
			"choose another one if that is not the table", len(f.Tables), t.Name))
	}
	for _, t := range f.Tables {
		if len(f.Tables) > 1 || t.Name != "" {
			c.sheets = append(c.sheets, Sheet{Name: t.Name, Rows: t.Rows})
		}
	}
	return c, nil
}
