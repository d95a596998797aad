package dataset

import (
	"archive/zip"
	"context"
	"fmt"

	"drnet/engine/dataset/archive"
	"drnet/engine/dataset/csvfile"
)

// openArchive opens a file of an archive, which may have any format but that of an archive.
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
	var said []string
	if in.options.Sheet == "" && len(tables) > 1 {
		said = append(said, fmt.Sprintf("%d files of the archive may be tables; %q was read: choose another one if that is not the table",
			len(tables), chosen.Name))
	}
	if len(others) > 0 {
		said = append(said, "the archive has other files, which were not read: "+csvfile.QuoteList(others))
	}
	if len(c.sheets) > 1 {
		said = append(said, fmt.Sprintf("%q has several tables, of which %q was read", chosen.Name, c.sheet))
	}
	inner := c.warnings
	c.warnings = func() []string {
		if inner == nil {
			return said
		}
		return append(said, inner()...)
	}
	c.packed, c.sheet, c.sheets = true, chosen.Name, nil
	for _, t := range tables {
		c.sheets = append(c.sheets, Sheet{Name: t.Name, Bytes: t.Size})
	}
	return c, nil
}
