// Command paper measures DR-Net on the paper's four tables with the command drnet. It writes RESULTS.md: the paper's two tables
// with our numbers, and pictures of the trade-off. Finished units are cached, so that an interrupted run can be continued.
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
	flag.StringVar(&p.reference, "reference", "",
		"`folder` with the folds of each table, such as adult_folds.txt (default: ../reference relative to the data)")
	flag.StringVar(&p.cache, "cache", "build/paper", "`folder` for finished units")
	flag.StringVar(&p.out, "out", "engine/research", "`folder` for RESULTS.md and the pictures")
	flag.BoolVar(&p.quick, "quick", false, "a short version, in minutes, to check that it works")
	flag.Parse()
	if p.reference == "" {
		p.reference = filepath.Join(p.data, "..", "reference")
	}
	if err := p.measure(ctx); err != nil {
		return err
	}
	return p.report(ctx)
}
