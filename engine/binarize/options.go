package binarize

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Policy is the treatment of missing cells.
type Policy string

// The policies. Own is the default; the paper imputes numbers and drops rows.
const (
	Own    Policy = "own"    // a column with missing cells gets its own feature for them
	Impute Policy = "impute" // the mean or the most frequent value of the fitted rows replaces them
	Drop   Policy = "drop"   // rows with missing cells are left out
)

// Method is the way to choose thresholds.
type Method string

// The methods. Quantile is the default and the paper's.
const (
	Quantile Method = "quantile" // inner quantiles of the rows
	Width    Method = "width"    // equal steps from the least to the largest value
	Distinct Method = "distinct" // inner quantiles of the distinct values
	Target   Method = "target"   // quantiles of the rows, of the distinct values, and the cuts of a decision tree
)

const (
	defaultThresholds = 9    // deciles, as in the paper
	maxThresholds     = 1000 // more would hardly differ, and fill the memory
	defaultValues     = 30   // rarer values have too few rows for a rule
	maxValues         = 1000
)

// FitOptions are the settings of Fit. The zero value is the paper's encoding, with Own for missing cells.
type FitOptions struct {
	Method Method `json:"method,omitempty"` // zero means Quantile

	// Thresholds is the number of cuts for each column of numbers, up to 1000. Zero means 9. A column may get fewer, and
	// with Target up to three times as many and two more.
	Thresholds int `json:"thresholds,omitempty"`

	Policy Policy `json:"policy,omitempty"` // zero means Own

	// Values is the number of most frequent values that get their own feature, up to 1000; the others share one. Zero means 30.
	Values int `json:"values,omitempty"`

	// Cuts override the thresholds of columns of numbers, by the column's name.
	Cuts map[string]ColumnThresholds `json:"cuts,omitempty"`
}

// ColumnThresholds overrides the thresholds of one column. A List replaces the other fields.
type ColumnThresholds struct {
	Method Method    `json:"method,omitempty"` // zero means FitOptions.Method
	Count  int       `json:"count,omitempty"`  // as FitOptions.Thresholds; zero means that number
	List   []float64 `json:"list,omitempty"`   // the thresholds themselves, in any order; nil means that Fit chooses them
}

// UsesClass reports whether some column's thresholds depend on the class of the rows.
func (o FitOptions) UsesClass() bool {
	if o.Method == Target {
		return true
	}
	for _, c := range o.Cuts {
		if c.Method == Target && len(c.List) == 0 {
			return true
		}
	}
	return false
}

// Validate reports the first field that is out of range.
func (o FitOptions) Validate() error {
	if err := (ColumnThresholds{Method: o.Method, Count: o.Thresholds}).validate(); err != nil {
		return fmt.Errorf("binarize: thresholds: %w", err)
	}
	switch {
	case o.Policy != "" && o.Policy != Own && o.Policy != Impute && o.Policy != Drop:
		return fmt.Errorf("binarize: missing cells: unknown policy %q", string(o.Policy))
	case o.Values < 0 || o.Values > maxValues:
		return fmt.Errorf("binarize: values: %d is not in 0 to %d", o.Values, maxValues)
	}
	for _, name := range slices.Sorted(maps.Keys(o.Cuts)) {
		if err := o.Cuts[name].validate(); err != nil {
			return fmt.Errorf("binarize: thresholds: column %q: %w", name, err)
		}
	}
	return nil
}

func (c ColumnThresholds) validate() error {
	switch {
	case !slices.Contains([]Method{"", Quantile, Width, Distinct, Target}, c.Method):
		return fmt.Errorf("unknown method %q", string(c.Method))
	case c.Count < 0 || c.Count > maxThresholds:
		return fmt.Errorf("%d is not in 0 to %d", c.Count, maxThresholds)
	case len(c.List) > maxThresholds:
		return fmt.Errorf("%d thresholds are more than %d", len(c.List), maxThresholds)
	}
	for _, x := range c.List {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("%v is not a threshold", x)
		}
	}
	return nil
}

// Complete returns the options with every default filled in.
func (o FitOptions) Complete() FitOptions {
	o.Method, o.Policy = cmp.Or(o.Method, Quantile), cmp.Or(o.Policy, Own)
	o.Thresholds, o.Values = cmp.Or(o.Thresholds, defaultThresholds), cmp.Or(o.Values, defaultValues)
	return o
}

// cut returns the thresholds settings of a column, with every default filled in.
func (o FitOptions) cut(name string) ColumnThresholds {
	c := o.Cuts[name]
	c.Count, c.Method = cmp.Or(c.Count, o.Thresholds), cmp.Or(c.Method, o.Method)
	return c
}
