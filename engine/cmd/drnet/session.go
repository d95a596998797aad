package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"drnet/engine"
	"drnet/engine/cmd/drnet/console"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/split"
)

// ask sends a request to the session and returns its final event; watch gets the others unless it is nil. A refusal is an error.
func ask(ctx context.Context, s *engine.Session, r protocol.Request, watch func(protocol.Event)) (protocol.Event, error) {
	var last protocol.Event
	s.Handle(ctx, r, func(e protocol.Event) {
		if last = e; !protocol.Final(e) && watch != nil {
			watch(e)
		}
	})
	if refused, ok := last.(protocol.Refused); ok {
		switch r.(type) {
		case protocol.Train, protocol.Plan, protocol.Evaluate:
			if strings.HasSuffix(refused.Hint, "rules of its own") {
				refused.Hint += " (-classes each)"
			}
			refused.Hint = strings.NewReplacer("describe,", "describe (-positive),", "the positive value,", "the positive value (-positive),").
				Replace(refused.Hint)
		}
		if refused.Kind == dataset.NoDataRows {
			refused.Hint += " (-header no)"
		}
		return nil, refused
	}
	return last, nil
}

// load reads a file into the session; the meter shows the progress.
func (c *command) load(s *engine.Session, path string, request protocol.Load, m *console.Meter) (protocol.Loaded, error) {
	file, err := c.open(path)
	if err != nil {
		return protocol.Loaded{}, unread(err)
	}
	defer file.Close()
	request.File, request.Name = digested{file, sha256.New()}, filepath.Base(path)
	if file, ok := file.(*os.File); ok {
		info, err := file.Stat()
		switch {
		case err == nil && info.IsDir():
			return protocol.Loaded{}, protocol.Refuse(protocol.Unread, path+" is a folder", "name a file in it")
		case err == nil && info.Mode().IsRegular():
			request.Size = info.Size()
		}
	}
	e, err := ask(c.ctx, s, request, m.Show)
	m.Clear()
	if err != nil {
		return protocol.Loaded{}, err
	}
	return e.(protocol.Loaded), nil
}

// digested is a file that tells the SHA-256 of the bytes read from it.
type digested struct {
	file io.Reader
	hash hash.Hash
}

func (d digested) Read(p []byte) (int, error) {
	n, err := d.file.Read(p)
	d.hash.Write(p[:n])
	return n, err
}

// Digest returns the SHA-256 in hexadecimal digits.
func (d digested) Digest() string { return hex.EncodeToString(d.hash.Sum(nil)) }

// unread rejects a file that cannot be opened.
func unread(err error) error {
	hint := "the file may be damaged: make it anew"
	if _, ok := errors.AsType[*os.PathError](err); ok {
		hint = "check the path"
	}
	return protocol.Refuse(protocol.Unread, err.Error(), hint)
}

// readFolds reads the folds file into a split.
func readFolds(path string, by *protocol.Split) error {
	file, err := os.Open(path)
	if err != nil {
		return unread(err)
	}
	defer file.Close()
	if by.Folds, err = split.ReadFolds(file); err == nil {
		return nil
	}
	refused := protocol.Refused{Kind: protocol.Unread, Message: path + ": " + protocol.Plain(err), Hint: "check the file"}
	if wrong, ok := errors.AsType[*dataset.Error](err); ok {
		refused.Kind, refused.Hint = wrong.Kind, wrong.Hint
	}
	return refused
}

// Aside runs a unit on another core, if there is one.
func (c cores) Aside(ctx context.Context, unit protocol.RunUnit, observe func(e protocol.Event)) {
	if c > 1 {
		engine.NewSession().Handle(ctx, unit, observe)
	}
}

// cores runs units on that number of goroutines, each with its own session.
type cores int

// Do implements train.Workers.
func (c cores) Do(ctx context.Context, n int, unit func(i int) (protocol.RunUnit, error), observe func(i int, e protocol.Event)) error {
	var turn sync.Mutex // serializes the calls of unit and observe
	var all sync.WaitGroup
	var failed error
	next := 0
	for range min(n, int(c)) {
		all.Go(func() {
			turn.Lock()
			defer turn.Unlock()
			for next < n && failed == nil && ctx.Err() == nil {
				i := next
				next++
				w, err := unit(i)
				if err != nil {
					failed = err
					return
				}
				turn.Unlock()
				engine.NewSession().Handle(ctx, w, func(e protocol.Event) {
					turn.Lock()
					defer turn.Unlock()
					observe(i, e)
				})
				turn.Lock()
			}
		})
	}
	all.Wait()
	return failed
}
