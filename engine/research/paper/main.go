// Command paper measures DR-Net on the paper's four tables, by the command drnet, and writes the paper's two tables and
// trade-off pictures beside our numbers. It does one unit after the other and keeps each, so that a run that was interrupted goes on
// where it was.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
)

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	if err := run(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "paper: %s\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	var p program
	flag.StringVar(&p.drnet, "drnet", "build/drnet", "the `command` drnet")
	flag.StringVar(&p.data, "data", "data", "`folder` with adult.csv, heloc.csv, house.csv and magic.csv")
	flag.StringVar(&p.reference, "reference", "", "`folder` with the folds of each table, such as adult_folds.txt (default: reference beside the data)")
	flag.StringVar(&p.cache, "cache", "build/paper", "`folder` that keeps what is done")
	flag.StringVar(&p.out, "out", "engine/research", "`folder` for RESULTS.md and the pictures")
	flag.BoolVar(&p.quick, "quick", false, "a small version, in minutes, to see that it works")
	flag.Parse()
	if p.reference == "" {
		p.reference = filepath.Join(p.data, "..", "reference")
	}
	if err := p.measure(ctx); err != nil {
		return err
	}
	return p.report(ctx)
}
