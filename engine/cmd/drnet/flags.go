package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"drnet/engine/binarize"
	"drnet/engine/codebook"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// newFlags returns an empty set of flags. The line is the synopsis in the help of the command.
func newFlags(line string) *flag.FlagSet {
	fs := flag.NewFlagSet(line, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {} // an error prints a sentence, not the help
	return fs
}

// helpWanted asks for the help of a command.
type helpWanted struct{ flags *flag.FlagSet }

func (h helpWanted) Error() string { return flag.ErrHelp.Error() }

// parse reads flags and other words in any order, and returns the words.
func parse(fs *flag.FlagSet, args []string) (words []string, err error) {
	for {
		switch err := fs.Parse(args); {
		case err == flag.ErrHelp:
			return nil, helpWanted{fs}
		case err != nil:
			return nil, usageError(plainly(fs, err.Error()))
		case fs.NArg() == 0:
			return words, nil
		}
		words = append(words, fs.Arg(0))
		args = fs.Args()[1:]
	}
}

// plainly rewords an error of the package flag.
func plainly(fs *flag.FlagSet, text string) string {
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: "); ok {
		command, _, _ := strings.Cut(fs.Name(), " ")
		return fmt.Sprintf("unknown flag %s: drnet %s -h lists the flags", name, command)
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: "); ok {
		return name + " needs a value"
	}
	return text
}

// exclusive rejects two flags of a pair.
func exclusive(fs *flag.FlagSet, pairs ...[2]string) error {
	for _, pair := range pairs {
		if given(fs, pair[0]) && given(fs, pair[1]) {
			return usageError(fmt.Sprintf("-%s and -%s are mutually exclusive", pair[0], pair[1]))
		}
	}
	return nil
}

// dataFlags are the flags about reading a table.
type dataFlags struct {
	set              *flag.FlagSet
	options          dataset.Options // complete after parse or file
	ignored          []string
	delimiter, types string
	values, orders   string
	testSheet        string
}

func addDataFlags(fs *flag.FlagSet) *dataFlags {
	d := &dataFlags{set: fs}
	fs.StringVar(&d.delimiter, "delimiter", "", "`character` between values, or \"tab\" (default: detected)")
	fs.StringVar(&d.options.Decimal, "decimal", "", "decimal `mark` of numbers: . or , (default: detected per column)")
	fs.StringVar(&d.options.Header, "header", "", "`yes|no`: whether the first line has the column names (default: detected)")
	fs.StringVar(&d.options.Encoding, "encoding", "", "character `encoding`, such as Windows-1251 or Shift_JIS (default: detected)")
	fs.StringVar(&d.options.Quote, "quote", "", "`character` around values, or none (default: detected)")
	fs.StringVar(&d.options.Escape, "escape", "", "`character` before a quote inside a value, or none if it is doubled (default: detected)")
	fs.StringVar(&d.options.Comment, "comment", "", "`prefix` of lines to leave out, such as #, or none (default: detected)")
	fs.IntVar(&d.options.Skip, "skip", 0, "`number` of lines to leave out at the beginning of the file")
	fs.StringVar(&d.options.Sheet, "sheet", "", "`name` of the sheet of a workbook (default: the largest table)")
	fs.Func("missing-values", "`texts` of missing values, separated by commas; "+
		usualMarks+",-9 adds -9 to the usual ones (default: "+usualMarks+")", missingMarks(&d.options.MissingValues))
	fs.StringVar(&d.values, "values", "", "`name=text,...`: texts that are values of a column although they mark missing cells elsewhere;\n"+
		"name= if none is (default: detected)")
	fs.StringVar(&d.types, "types", "",
		"`name=kind,...` with the kinds numeric, binary, categorical, date, text or id (default: detected);\n"+
			"date also reads numbers such as 20240131 and seconds or milliseconds since 1970")
	fs.StringVar(&d.orders, "date-order", "", "`name=day|month,...`: what comes first in dates such as 03/04/2024 (default: detected)")
	fs.Func("ignore", "`columns` to exclude, separated by commas", names(&d.ignored))
	return d
}

// addTestSheet adds the flag of commands with a test table.
func (d *dataFlags) addTestSheet() {
	d.set.StringVar(&d.testSheet, "test-sheet", "", "`name` of the sheet of the test table in a workbook (default: the largest table)")
}

// parse reads flags and one FILE.
func (d *dataFlags) parse(args []string) (string, error) {
	words, err := parse(d.set, args)
	if err != nil {
		return "", err
	}
	return d.file(words)
}

// file returns the single word of a command, and completes the options.
func (d *dataFlags) file(words []string) (string, error) {
	o := &d.options
	switch {
	case len(words) == 0:
		return "", usageError("FILE is missing: name a table, or - for standard input")
	case len(words) > 1:
		return "", usageError(fmt.Sprintf("one FILE is expected, and %d are given: %s; put quotes around a value with blanks",
			len(words), dataset.QuoteList(words)))
	case !slices.Contains([]string{"", ".", ","}, o.Decimal):
		return "", usageError(fmt.Sprintf("-decimal is %q: it must be . or ,", o.Decimal))
	case !slices.Contains([]string{"", "yes", "no"}, o.Header):
		return "", usageError(fmt.Sprintf("-header is %q: it must be yes or no", o.Header))
	}
	switch r, n := utf8.DecodeRuneInString(d.delimiter); {
	case d.delimiter == "tab" || d.delimiter == `\t`:
		o.Delimiter = '\t'
	case d.delimiter != "" && n == len(d.delimiter):
		o.Delimiter = r
	case d.delimiter != "":
		return "", usageError(fmt.Sprintf("-delimiter is %q: it must be one character, or \"tab\"", d.delimiter))
	}
	types, order := ofColumns(&o.Types, "-types", "kind", d.types), ofColumns(&o.DateOrder, "-date-order", "day or name=month", d.orders)
	if err := cmp.Or(types, order); err != nil {
		return "", err
	}
	for _, pair := range parts(d.values) {
		name, text, ok := strings.Cut(pair, "=")
		if !ok {
			return "", usageError(fmt.Sprintf("-values has %q: it must be name=text", pair))
		}
		if o.Values == nil {
			o.Values = map[string][]string{}
		}
		o.Values[name] = append(o.Values[name], parts(text)...)
	}
	return words[0], nil
}

// ofColumns reads the pairs name=text of a flag.
func ofColumns[T ~string](to *map[string]T, flag, text, pairs string) error {
	for _, pair := range parts(pairs) {
		k := strings.LastIndex(pair, "=")
		if k < 0 {
			return usageError(fmt.Sprintf("%s has %q: it must be name=%s", flag, pair, text))
		}
		if *to == nil {
			*to = map[string]T{}
		}
		(*to)[pair[:k]] = T(pair[k+1:])
	}
	return nil
}

// given reports whether a flag was on the command line.
func given(fs *flag.FlagSet, name string) bool {
	found := false
	fs.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}

// parts returns the texts between commas, none for "".
func parts(list string) []string {
	return slices.DeleteFunc(strings.Split(list, ","), func(s string) bool { return s == "" })
}

// addTrainFlags adds the flags of all settings, and those that the page does not offer.
func addTrainFlags(fs *flag.FlagSet, r *protocol.Train) {
	r.Encoding.Method, r.Network.Seed = binarize.Target, 1
	for _, s := range setting.Table {
		parse := func(text string) error { return s.Parse(r, text) }
		switch {
		case s.Usage == "" || s.Parse == nil: // the flag of another row, or of a single command
		case s.Key == setting.Negated:
			fs.BoolFunc(s.Flag, s.Usage, parse)
		default:
			fs.Func(s.Flag, s.Usage, parse)
		}
	}
	fs.Func("steps", "training steps (default: 40 million rows divided by the batch size, from 20000 to 100000;\n"+
		"a quarter of that with refinement, and less from 2000 features on)", setting.Positive(&r.Network.Steps))
	fs.Func("init", "authors|paper: initial weights (default authors)", word(&r.Network.Init))
	fs.Func("penalty", "mean|sum: how lambda1 counts the conditions of a rule (default mean)", word(&r.Network.Penalty))
	fs.Func("classes", "each|codes: one rule set per value of the target, or per digit of an error-correcting code", word(&r.Classes))
	fs.Func("class-order", "with -classes: `values` of the target in order of priority, separated by commas\n"+
		"(default: by precision on the training rows)", names(&r.Order))
	fs.Func("names", namesUsage, inBook(r, codebook.Names))
	fs.Func("groups", "`file` of column,value,group lines: values that count as one; with a header line the same file can have both",
		inBook(r, codebook.Groups))
	fs.Func("require", "`columns` that some rule must use, separated by commas; refinement enforces it", names(&r.Require))
}

// addSplitFlags adds the flags that divide the rows by a column, or weigh them.
func addSplitFlags(fs *flag.FlagSet, r *protocol.Train) {
	by := &r.Split
	fs.StringVar(&r.Weight, "weight", "",
		"`column` of weights of the rows, numbers from 0, such as survey weights: in training and in all measures")
	fs.StringVar(&by.Group, "group-by", "",
		"`column` whose values are groups of rows, such as the visits of a patient: a group is on one side only")
	fs.StringVar(&by.Time, "time", "", "`column` of dates or numbers: train on earlier rows, test on later ones")
}

// addBoundFlags adds the flags of a bound on differences between groups.
func addBoundFlags(fs *flag.FlagSet, to **protocol.Bound) {
	fs.Func("by", "`columns` that form the groups of -bound, from 1 to 3 separated by commas; rules need not use them",
		within(to, func(b *protocol.Bound, text string) error { return names(&b.By)(text) }))
	fs.Func("bound", "`selection=0.8|recall=0.05`: the least ratio of the selection rates of the groups, or the largest difference of\n"+
		"their recalls; the refinement keeps it on the training rows, and its price in accuracy is shown",
		within(to, func(b *protocol.Bound, text string) error {
			disparity, limit, _ := strings.Cut(text, "=")
			x, ok := dataset.ParseNumber(limit)
			if !ok {
				return errors.New("it must be selection or recall, = and a number")
			}
			b.Disparity, b.Limit = eval.Disparity(disparity), x
			if refused, bad := errors.AsType[protocol.Refused](b.Check()); bad {
				return fmt.Errorf("%s: %s", refused.Message, refused.Hint)
			}
			return nil
		}))
}

const namesUsage = "`file` of name,alias,unit lines: what rules call columns, and the units of their numbers"

// inBook reads a file into the codebook of a request.
func inBook(r *protocol.Train, order []string) func(path string) error {
	return func(path string) error {
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		if r.Encoding.Codebook == nil {
			r.Encoding.Codebook = codebook.Book{}
		}
		if err := r.Encoding.Codebook.Read(file, order); err != nil {
			return errors.New(protocol.Plain(err))
		}
		return nil
	}
}

// addPositiveFlag adds the flag about the positive class.
func addPositiveFlag(fs *flag.FlagSet, r *protocol.Train) {
	fs.StringVar(&r.Positive, "positive", "",
		"positive class: a `value`, or a threshold for numbers, such as '>20' (default: the rarer of two)")
}

// checkTarget rejects a request without a target, or with two ways to select classes.
func checkTarget(r protocol.Train) error {
	switch {
	case r.Target == "":
		return usageError("-target is missing: name the column to predict, of those that drnet inspect FILE lists")
	case r.Classes != "" && r.Positive != "":
		return usageError("-positive and -classes are mutually exclusive")
	}
	return nil
}

// settle makes -alternate count epochs if -epochs is given, and checks the ranges.
func settle(e binarize.FitOptions, n *drnet.Config) error {
	if n.Epochs > 0 {
		n.AlternateEpochs, n.Alternate = n.Alternate, 0
	}
	if err := cmp.Or(n.Validate(), e.Validate()); err != nil {
		return usageError(protocol.Plain(err))
	}
	return nil
}

// within reads a part of what stays nil without any of its flags.
func within[T any](to **T, read func(of *T, text string) error) func(string) error {
	return func(text string) error {
		if *to == nil {
			*to = new(T)
		}
		return read(*to, text)
	}
}

// names reads texts that are separated by commas.
func names(to *[]string) func(string) error {
	return func(s string) error {
		*to = parts(s)
		return nil
	}
}

// usualMarks stands for the usual missing marks in a list of marks.
const usualMarks = "usual"

func missingMarks(to *[]string) func(string) error {
	return func(s string) error {
		*to = parts(s)
		if i := slices.Index(*to, usualMarks); i >= 0 {
			*to = slices.Replace(*to, i, i+1, dataset.DefaultMissing()...)
		}
		return nil
	}
}

func word[T ~string](to *T) func(string) error {
	return func(s string) error {
		*to = T(s)
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
		for _, text := range parts(s) {
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

// of reads a value as the flag of a setting does.
func of[T any](k setting.Key, field func(*protocol.Train) T) func(*T) func(string) error {
	return func(to *T) func(string) error {
		return func(s string) error {
			var r protocol.Train
			err := k.Setting().Parse(&r, s)
			*to = field(&r)
			return err
		}
	}
}
