package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"drnet/engine"
	"drnet/engine/protocol"
	"drnet/engine/rule/export"
)

func (c *command) export(args []string) error {
	names := export.Names()
	fs := newFlags("export -model M.json -format F [flags]")
	path := fs.String("model", "", "model `file`, as drnet train writes it")
	format := fs.String("format", "", "format:\n"+strings.Join(names, "|"))
	to := fs.String("o", "", "`file` to write to (default: standard output)")
	force := fs.Bool("force", false, "overwrite the file")
	words, err := parse(fs, args)
	switch {
	case err != nil:
		return err
	case len(words) > 0:
		return usageError(fmt.Sprintf("export takes a model and a format, and no other word: %q", words))
	case *path == "":
		return errNoModel
	case *format == "":
		return usageError("-format is missing: choose one of " + strings.Join(names, ", "))
	}
	if *to != "" {
		if err := free(*to, *force); err != nil {
			return err
		}
	}
	model, err := readModel(*path)
	if err != nil {
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
