package dataset

import (
	"archive/zip"
	"context"
	"fmt"

	"drnet/engine/dataset/archive"
	"drnet/engine/dataset/csvfile"
)

// openArchive opens the table in an archive: a file of any format except an archive.
func openArchive(ctx context.Context, z *zip.Reader, in *input) (*content, error) {
	if in.packed {
		return nil, csvfile.NewError(csvfile.Archive, "unpack it and choose the table inside", "this is an archive inside another one")
	}
	tables, others, err := archive.Tables(z)
	if err != nil {
		return nil, err
	}
	chosen, err := archive.Find(tables, in.options.Sheet)
	if err != nil {
		return nil, err
	}
	file, err := chosen.Open()
	if err != nil {
		return nil, err
	}
	o := in.options
	o.Sheet, o.Size = "", chosen.Size
	c, err := openContent(ctx, &input{stream: file, options: o, packed: true})
	if err != nil {
		return nil, err
	}
	var warnings []string
	if in.options.Sheet == "" && len(tables) > 1 {
		warnings = append(warnings, fmt.Sprintf("%d files of the archive may be tables; %q was read: choose another one if that is not the table",
			len(tables), chosen.Name))
	}
	if len(others) > 0 {
		warnings = append(warnings, "the archive has other files, which were not read: "+csvfile.QuoteList(others))
	}
	if len(c.sheets) > 1 {
		warnings = append(warnings, fmt.Sprintf("%q has several tables, of which %q was read", chosen.Name, c.sheet))
	}
	inner := c.warnings
	c.warnings = func() []string {
		if inner == nil {
			return warnings
		}
		return append(warnings, inner()...)
	}
	c.packed, c.sheet, c.sheets = true, chosen.Name, nil
	for _, t := range tables {
		c.sheets = append(c.sheets, Sheet{Name: t.Name, Bytes: t.Size})
	}
	return c, nil
}
