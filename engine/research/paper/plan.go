package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// folder returns the folder for the parts of a way on a table.
func (p *program) folder(t table, w way) string {
	kind := "full"
	if p.quick {
		kind = "quick"
	}
	return filepath.Join(p.cache, kind, t.name+"-"+w.key)
}

// part returns the file for a unit of a way on a table, from 1.
func (p *program) part(t table, w way, unit int) string {
	return filepath.Join(p.folder(t, w), fmt.Sprintf("%03d.json", unit))
}

// plan writes a line of the shell for each unfinished unit. A part gets its final name when it is complete. A unit that fails
// ends xargs.
func (p *program) plan(to io.Writer) error {
	number := 0
	for _, w := range ways {
		for _, t := range tables {
			if err := p.keep(t, w); err != nil {
				return err
			}
			for n := 1; n <= p.units(w); n++ {
				number++
				part := p.part(t, w, n)
				if _, err := os.Stat(part); err == nil {
					continue
				}
				command := append(append([]string{p.drnet}, p.args(t, w)...), "-unit", fmt.Sprintf("%d/%d", n, p.units(w)), "-quiet")
				_, err := fmt.Fprintf(to, "GOMAXPROCS=1 %s > '%s.part' && mv '%s.part' '%s' && echo '%d: %s, %s, unit %d' || exit 255\n",
					shown(command), part, part, part, number, t.name, w.key, n)
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// keep creates the folder of parts and records their command. It returns an error if they come from another command.
func (p *program) keep(t table, w way) error {
	folder := p.folder(t, w)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	note, want := filepath.Join(folder, "command.txt"), shown(p.args(t, w))+"\n"
	got, err := os.ReadFile(note)
	if errors.Is(err, os.ErrNotExist) {
		return os.WriteFile(note, []byte(want), 0o644)
	}
	if err == nil && string(got) != want {
		err = fmt.Errorf("%s comes from another command: remove it to start again", folder)
	}
	return err
}
