package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"drnet/engine"
	"drnet/engine/protocol"
)

func (c *command) export(args []string) error {
	var names []string
	for _, f := range protocol.Formats {
		names = append(names, f.Name)
	}
	fs := newFlags("export -model M.json -format F [flags]")
	path := fs.String("model", "", "model `file`, as drnet train writes it")
	format := fs.String("format", "", strings.Join(names, "|")+": how the model is written")
	to := fs.String("o", "", "`file` to write to (default: standard output)")
	force := fs.Bool("force", false, "overwrite the file")
	words, err := parse(fs, args)
	switch {
	case err != nil:
		return err
	case len(words) > 0:
		return usageError(fmt.Sprintf("export takes a model and a format, and no other word: %q", words))
	case *path == "":
		return usageError("-model is missing: name the model file")
	case *format == "":
		return usageError("-format is missing: choose one of " + strings.Join(names, ", "))
	}
	if *to != "" && !*force {
		if _, err := os.Stat(*to); !errors.Is(err, os.ErrNotExist) {
			return usageError(fmt.Sprintf("%s exists: choose another name, or -force", *to))
		}
	}
	model, err := readModel(*path)
	if err != nil {
		return err
	}
	e, err := ask(c.ctx, engine.NewSession(), protocol.Export{Model: model.Model, Classes: model.Classes, Format: *format}, func(protocol.Event) {})
	if err != nil {
		return err
	}
	text := e.(protocol.Exported).Text
	if *to == "" {
		_, err = io.WriteString(c.out, text)
		return err
	}
	if err := os.WriteFile(*to, []byte(text), 0o644); err != nil {
		return unread(err)
	}
	return nil
}
