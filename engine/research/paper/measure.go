package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
)

// unit is one call of drnet, whose output is one part of the results.
type unit struct {
	table  table
	way    way
	number int // from 1
}

// folder returns the folder for the parts of a way on a table.
func (p *program) folder(t table, w way) string {
	kind := "full"
	if p.quick {
		kind = "quick"
	}
	return filepath.Join(p.cache, kind, t.name+"-"+w.key)
}

func (p *program) part(u unit) string {
	return filepath.Join(p.folder(u.table, u.way), fmt.Sprintf("%03d.json", u.number))
}

// measure runs all unfinished units, one for each core at a time.
func (p *program) measure(ctx context.Context) error {
	var all []unit
	done := 0
	for _, w := range ways {
		for _, t := range tables {
			if err := p.keep(t, w); err != nil {
				return err
			}
			for n := range p.units(w) {
				u := unit{t, w, n + 1}
				if _, err := os.Stat(p.part(u)); err == nil {
					done++
				} else {
					all = append(all, u)
				}
			}
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	b := newBar(done, done+len(all))
	cores := make(chan struct{}, runtime.GOMAXPROCS(0))
	var units sync.WaitGroup
	for _, u := range all {
		cores <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		units.Go(func() {
			defer func() { <-cores }()
			if err := p.do(ctx, u); err != nil {
				cancel(err)
				return
			}
			b.step(u)
		})
	}
	units.Wait()
	b.end()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return errors.New("stopped; run the same command to continue")
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

// do runs a unit. The part gets its final name when it is complete.
func (p *program) do(ctx context.Context, u unit) error {
	args := append(p.args(u.table, u.way), "-unit", fmt.Sprintf("%d/%d", u.number, p.units(u.way)), "-quiet")
	c := exec.CommandContext(ctx, p.drnet, args...)
	c.Env = append(os.Environ(), "GOMAXPROCS=1")
	out, err := c.Output()
	if err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return failed(args, err)
	}
	unfinished := p.part(u) + ".part"
	if err := os.WriteFile(unfinished, out, 0o644); err != nil {
		return err
	}
	return os.Rename(unfinished, p.part(u))
}

func failed(args []string, err error) error {
	why := err.Error() // such as a signal
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && len(exit.Stderr) > 0 {
		why = strings.TrimSpace(string(exit.Stderr))
	}
	return fmt.Errorf("drnet %s: %s", shown(args), why)
}

// bar shows the progress of the units: a bar on a terminal, otherwise a line for each unit.
type bar struct {
	mu              sync.Mutex
	first, done, of int
	start           time.Time
	isTerminal      bool
}

func newBar(done, of int) *bar {
	info, err := os.Stderr.Stat()
	return &bar{first: done, done: done, of: of, start: time.Now(), isTerminal: err == nil && info.Mode()&os.ModeCharDevice != 0}
}

func (b *bar) step(u unit) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done++
	took := time.Since(b.start)
	left := time.Duration(float64(took) / float64(b.done-b.first) * float64(b.of-b.done)).Round(time.Second)
	line := fmt.Sprintf("%d of %d: %s, %s, unit %d; about %s left", b.done, b.of, u.table.name, u.way.key, u.number, left)
	if !b.isTerminal {
		fmt.Fprintln(os.Stderr, line)
		return
	}
	const width = 30
	filled := width * b.done / b.of
	fmt.Fprintf(os.Stderr, "\r[%s%s] %s\x1b[K", strings.Repeat("#", filled), strings.Repeat(".", width-filled), line)
}

func (b *bar) end() {
	if b.isTerminal && b.done > b.first {
		fmt.Fprintln(os.Stderr)
	}
}
