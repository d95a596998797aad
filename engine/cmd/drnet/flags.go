package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"drnet/engine"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// newFlags returns an empty set of flags. The line says how the command is called; it is shown with its help.
func newFlags(line string) *flag.FlagSet {
	fs := flag.NewFlagSet(line, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {} // a mistake is told in one sentence, not in a page
	return fs
}

// helpWanted asks for the help of a command.
type helpWanted struct{ flags *flag.FlagSet }

func (h helpWanted) Error() string { return flag.ErrHelp.Error() }

func (h helpWanted) print(w io.Writer) {
	fmt.Fprintf(w, "usage: drnet %s\n\n", h.flags.Name())
	h.flags.SetOutput(w)
	h.flags.PrintDefaults()
}

// parse reads flags and other words in any order, and returns the words.
func parse(fs *flag.FlagSet, args []string) (words []string, err error) {
	for {
		if err := fs.Parse(args); err != nil {
			if err == flag.ErrHelp {
				return nil, helpWanted{fs}
			}
			return nil, usageError(err.Error())
		}
		if fs.NArg() == 0 {
			return words, nil
		}
		words = append(words, fs.Arg(0))
		args = fs.Args()[1:]
	}
}

// oneFile is the single word of a command.
func oneFile(words []string) (string, error) {
	if len(words) != 1 {
		return "", usageError(fmt.Sprintf("one FILE is needed, and there are %d: %q", len(words), words))
	}
	return words[0], nil
}

// dataFlags are the flags about reading a table.
type dataFlags struct {
	delimiter, decimal, header, encoding, missing, types, ignore string
	set                                                          *flag.FlagSet
}

func addDataFlags(fs *flag.FlagSet) *dataFlags {
	d := &dataFlags{set: fs}
	fs.StringVar(&d.delimiter, "delimiter", "", "`character` between values, or \"tab\" (default: found)")
	fs.StringVar(&d.decimal, "decimal", "", "`mark` before the fraction of numbers: . or , (default: found for each column)")
	fs.StringVar(&d.header, "header", "", "`yes|no`: whether the first line has the names of the columns (default: found)")
	fs.StringVar(&d.encoding, "encoding", "", "`name` of the characters' encoding, such as UTF-8 or Windows-1252 (default: found)")
	fs.StringVar(&d.missing, "missing-values", "", "`texts` that mark a missing cell, separated by commas (default: the usual ones)")
	fs.StringVar(&d.types, "types", "", "`name=kind,...` with the kinds numeric, binary, categorical, text or id (default: found)")
	fs.StringVar(&d.ignore, "ignore", "", "`columns` to leave out, separated by commas")
	return d
}

func (d *dataFlags) options() (dataset.Options, error) {
	o := dataset.Options{Decimal: d.decimal, Header: d.header, Encoding: d.encoding}
	if d.decimal != "" && d.decimal != "." && d.decimal != "," {
		return o, usageError(fmt.Sprintf("-decimal is %q: it must be . or ,", d.decimal))
	}
	if d.header != "" && d.header != "yes" && d.header != "no" {
		return o, usageError(fmt.Sprintf("-header is %q: it must be yes or no", d.header))
	}
	switch r, n := utf8.DecodeRuneInString(d.delimiter); {
	case d.delimiter == "tab" || d.delimiter == `\t`:
		o.Delimiter = '\t'
	case d.delimiter != "" && n == len(d.delimiter):
		o.Delimiter = r
	case d.delimiter != "":
		return o, usageError(fmt.Sprintf("-delimiter is %q: it must be one character, or \"tab\"", d.delimiter))
	}
	if given(d.set, "missing-values") {
		o.MissingValues = append([]string{}, split(d.missing)...)
	}
	for _, pair := range split(d.types) {
		k := strings.LastIndex(pair, "=")
		if k < 0 {
			return o, usageError(fmt.Sprintf("-types has %q: it must be name=kind", pair))
		}
		if o.Types == nil {
			o.Types = map[string]dataset.Kind{}
		}
		o.Types[pair[:k]] = dataset.Kind(pair[k+1:])
	}
	return o, nil
}

// ignored returns the columns that are to be left out.
func (d *dataFlags) ignored() []string { return split(d.ignore) }

// given reports whether a flag was on the command line.
func given(fs *flag.FlagSet, name string) bool {
	found := false
	fs.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}

// split returns the texts between commas, none for "".
func split(list string) []string {
	return slices.DeleteFunc(strings.Split(list, ","), func(s string) bool { return s == "" })
}

// addTrainFlags adds the flags about features and training.
func addTrainFlags(fs *flag.FlagSet, r *protocol.Train) {
	e, n := &r.Encoding, &r.Network
	e.Method = binarize.Target
	fs.Func("classes", "each|codes: every value of the target is an answer, and has rules of its own, or there are rules for each digit of an error-correcting code", word(&r.Classes))
	fs.Func("class-order", "with -classes: `values` of the target whose rules win where those of several fire, separated by commas (default: the rule that is the most often right on the training rows)", func(list string) error {
		r.Order = split(list)
		return nil
	})
	fs.Func("missing", "own|impute|drop: what becomes of missing cells (default own)", word(&e.Policy))
	fs.Func("threshold-method", "quantile|width|distinct|target: how numbers are cut (default target)", word(&e.Method))
	fs.Func("thresholds", "cut points for each number column (default 9)", positive(&e.Thresholds))
	fs.Func("max-values", "values of a category that get a feature of their own, the most frequent ones (default 30)", positive(&e.Values))
	fs.Func("rules", "rules to start with (default 50)", positive(&n.Rules))
	fs.Func("lambda1", "pressure on rule length (default 0.01)", pressure(&n.Lambda1))
	fs.Func("lambda2", "pressure on the number of rules (default 1e-05)", pressure(&n.Lambda2))
	fs.Func("lr", "learning rate (default 0.01)", number(&n.Rate))
	fs.Uint64Var(&n.Seed, "seed", 1, "`number` that everything random follows from")
	fs.Func("batch", "rows in a step (default rows/20, at least 32, at most 2000)", positive(&n.Batch))
	fs.Func("steps", "training steps (default: 40 million rows divided by the batch, from 20000 to 100000; a quarter of that if the rules are refined)", positive(&n.Steps))
	fs.Func("epochs", "passes through the rows, instead of -steps", positive(&n.Epochs))
	fs.Func("alternate", "epochs (with -epochs) or steps until the other layer trains (default a tenth of the run)", positive(&n.Alternate))
	fs.Func("init", "authors|paper: how the weights start (default authors)", word(&n.Init))
	fs.Func("penalty", "mean|sum: how the conditions of a rule are counted by lambda1 (default mean)", word(&n.Penalty))
	fs.Func("refine", "`PRICE|auto|off`: what a rule or a condition must earn to stay, as a share of the training rows, such as 0.0003 (default auto: chosen on training rows that are set aside)", price(&r.Refine))
	addLimitFlags(fs, r)
	fs.Func("restarts", "trainings, with the seed and those after it, whose rules are pooled (default 1)", positive(&r.Restarts))
}

// settle makes -alternate count epochs if -epochs was given, and checks the ranges.
func settle(e binarize.Options, n *drnet.Config) error {
	if n.Epochs > 0 {
		n.AlternateEpochs, n.Alternate = n.Alternate, 0
	}
	if err := n.Validate(); err != nil {
		return usageError(engine.Plain(err))
	}
	if err := e.Validate(); err != nil {
		return usageError(engine.Plain(err))
	}
	return nil
}

func price(to *float64) func(string) error {
	return func(s string) error {
		switch s {
		case "auto":
			*to = rule.AutoPrice
			return nil
		case "off":
			*to = rule.NoPrice
			return nil
		}
		x, ok := dataset.ParseNumber(s)
		if !ok || x <= 0 || x > rule.MaxPrice {
			return fmt.Errorf("it must be auto, off, or a number above 0 and at most %d", rule.MaxPrice)
		}
		*to = x
		return nil
	}
}

func word[T ~string](to *T) func(string) error {
	return func(s string) error {
		*to = T(s)
		return nil
	}
}

// number takes a number above 0.
func number(to *float64) func(string) error {
	return func(s string) error {
		x, ok := dataset.ParseNumber(s)
		if !ok || x <= 0 {
			return fmt.Errorf("it must be a number above 0")
		}
		*to = x
		return nil
	}
}

func positive(to *int) func(string) error {
	return func(s string) error {
		if n, err := fmt.Sscanf(s+"\n", "%d\n", to); n != 1 || err != nil || *to < 1 {
			return fmt.Errorf("it must be a whole number from 1 on")
		}
		return nil
	}
}

// pressure takes a number from 0 on.
func pressure(to **float64) func(string) error {
	return func(s string) error {
		x, ok := dataset.ParseNumber(s)
		if !ok || x < 0 {
			return fmt.Errorf("it must be a number from 0 on")
		}
		*to = &x
		return nil
	}
}

func natural(to *int) func(string) error {
	return func(s string) error {
		if n, err := fmt.Sscanf(s+"\n", "%d\n", to); n != 1 || err != nil || *to < 0 {
			return fmt.Errorf("it must be a whole number from 0 on")
		}
		return nil
	}
}

// list reads values that are separated by commas.
func list[T any](to *[]T, value func(*T) func(string) error) func(string) error {
	return func(s string) error {
		*to = nil
		for _, text := range split(s) {
			var one T
			if err := value(&one)(text); err != nil {
				return fmt.Errorf("%s: %w", text, err)
			}
			*to = append(*to, one)
		}
		if len(*to) == 0 {
			return fmt.Errorf("it must be a list such as 1,2")
		}
		return nil
	}
}
