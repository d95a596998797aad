package binarize

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"drnet/engine/codebook"
	"drnet/engine/dataset"
)

// Encoder turns the rows of a table into bits. It comes from Fit or from JSON; one from JSON must pass Validate.
type Encoder struct {
	Policy  Policy          `json:"policy"`
	Columns []EncodedColumn `json:"columns"` // in the order of their bits

	Target codebook.Label `json:"target,omitzero"` // of the column that the rules predict
}

// EncodedColumn is the encoding of a column of the table: a bit for each threshold or value. Further bits are for all other
// values if Rest is not empty, and for missing cells if the column is missable.
type EncodedColumn struct {
	Name string `json:"name"`
	codebook.ColumnEntry
	Thresholds []float64 `json:"thresholds,omitempty"` // ascending; nil for a column of values
	Values     []string  `json:"values,omitempty"`     // all different; nil for a column of thresholds
	Other      string    `json:"other,omitempty"`      // the second value of a column with two, without a bit
	Missable   bool      `json:"missable,omitempty"`

	// Integers says that the training table has only integers in the column: "> 29" then reads "≥ 30". Older files lack it.
	Integers bool `json:"integers,omitempty"`

	// Rest holds the rarer values of the fitted rows. They and unseen values share one bit after those of Values.
	Rest []string `json:"rest,omitempty"`

	// Layout is how the dates of the column are written, such as "DD.MM.YYYY hh:mm". Only the columns derived from such a column have
	// bits. Layout is "" for other columns.
	Layout string `json:"layout,omitempty"`
	// Ordered says that the user chose whether day or month comes first: other tables are read so, too.
	Ordered bool `json:"ordered,omitempty"`

	// Derived says how the cells are computed; nil for a column of the table.
	Derived *Derived `json:"derived,omitempty"`

	// Fill replaces a missing cell; "" leaves its bits zero. It is a number for a column of thresholds.
	Fill string `json:"fill,omitempty"`
}

// Title returns the name of the column for people: its alias, if it has one.
func (c *EncodedColumn) Title() string { return c.Label.Title(c.Name) }

// Label sets the labels of the columns and of the target, whose name is given, from a book. Columns without an entry keep theirs. It
// returns an error if two columns are then called the same.
func (e *Encoder) Label(target string, book codebook.Book) error {
	if c, ok := book[target]; ok {
		e.Target = c.Label
	}
	called := map[string]string{e.Target.Title(target): target}
	for i := range e.Columns {
		c := &e.Columns[i]
		if c.Derived != nil {
			c.Label = e.labelOf(c.Derived)
			continue
		}
		if entry, ok := book[c.Name]; ok {
			c.Label = entry.Label
		}
		if other, taken := called[c.Title()]; taken && other != c.Name {
			return fmt.Errorf("binarize: columns %q and %q are both called %q", other, c.Name, c.Title())
		}
		called[c.Title()] = c.Name
	}
	return nil
}

// All returns every text that has a place in a column of values, the raw ones of groups too.
func (c *EncodedColumn) All() (list []string) {
	for _, v := range append(slices.Concat(c.Values, c.Rest), c.Other) {
		if v != "" {
			list = append(list, c.Spellings(v)...)
		}
	}
	return list
}

// known returns the number of bits that are not about missing cells.
func (c *EncodedColumn) known() int {
	return len(c.Thresholds) + len(c.Values) + min(len(c.Rest), 1)
}

// Bits returns the number of bits that the column becomes.
func (c *EncodedColumn) Bits() int {
	n := c.known()
	if c.Missable {
		n++
	}
	return n
}

// Column returns the position of a column by its name, -1 if the encoder does not have it.
func (e *Encoder) Column(name string) int {
	return slices.IndexFunc(e.Columns, func(c EncodedColumn) bool { return c.Name == name })
}

// Bits returns the number of features.
func (e *Encoder) Bits() int {
	n := 0
	for i := range e.Columns {
		n += e.Columns[i].Bits()
	}
	return n
}

// Features returns the meaning of each bit, in the order of the bits.
func (e *Encoder) Features() []Feature {
	features := make([]Feature, 0, e.Bits())
	for i, c := range e.Columns {
		f := Feature{Column: i, Name: c.Name, Label: c.Label, Missable: c.Missable}
		for _, t := range c.Thresholds {
			f.Op, f.Threshold = AtMost, t
			features = append(features, f)
		}
		for _, v := range c.Values {
			f.Op, f.Value, f.Other = Equals, v, c.Other
			f.Threshold, _ = dataset.ParseNumber(v)
			features = append(features, f)
		}
		if len(c.Rest) > 0 {
			features = append(features, Feature{Column: i, Name: c.Name, Label: c.Label, Op: Rest, Named: len(c.Values), Missable: c.Missable})
		}
		if c.Missable {
			features = append(features, Feature{Column: i, Name: c.Name, Label: c.Label, Op: Missing, Missable: true})
		}
	}
	return features
}

// Validate reports an error in an encoder read from JSON. If it returns nil, Transform and Features are safe.
func (e *Encoder) Validate() error {
	if e.Policy != Own && e.Policy != Impute && e.Policy != Drop {
		return fmt.Errorf("binarize: encoder: unknown policy %q", string(e.Policy))
	}
	if len(e.Columns) == 0 {
		return fmt.Errorf("binarize: encoder: its columns are missing")
	}
	names := map[string]bool{}
	for i := range e.Columns {
		c := &e.Columns[i]
		if names[c.Name] {
			return fmt.Errorf("binarize: encoder: column %q: it occurs twice", c.Name)
		}
		names[c.Name] = true
		if err := cmp.Or(c.validate(), c.Derived.validate(c, e.Columns[:i])); err != nil {
			return fmt.Errorf("binarize: encoder: column %q: %w", c.Name, err)
		}
	}
	return nil
}

func (c *EncodedColumn) validate() error {
	_, dated := dataset.DateLayoutOf(c.Layout)
	switch {
	case c.Name == "":
		return fmt.Errorf("its name is empty")
	case c.Layout != "" && (!dated || c.Bits() > 0 || c.Derived != nil || c.Fill != ""):
		return fmt.Errorf("its dates, written as %q, have features or are unknown", c.Layout)
	case c.Bits() == 0 && !dated:
		return fmt.Errorf("it lacks features")
	case len(c.Thresholds) > 0 && len(c.Values) > 0:
		return fmt.Errorf("it has thresholds and values")
	case c.Other != "" && (len(c.Values) != 1 || c.Values[0] == c.Other):
		return fmt.Errorf("its other value %q does not belong to one value", c.Other)
	case len(c.Rest) > 0 && (len(c.Values) == 0 || c.Other != ""):
		return fmt.Errorf("its rest of the values does not belong to named ones")
	case len(c.Thresholds) > 0 && len(c.Groups) > 0:
		return fmt.Errorf("it has thresholds and groups of values")
	}
	if err := c.ColumnEntry.Validate(); err != nil {
		return err
	}
	for i, t := range c.Thresholds {
		if math.IsNaN(t) || math.IsInf(t, 0) || i > 0 && !(c.Thresholds[i-1] < t) {
			return fmt.Errorf("its thresholds are not ascending numbers")
		}
	}
	texts := slices.Concat(c.Values, c.Rest)
	slices.Sort(texts)
	if slices.Contains(texts, "") || len(slices.Compact(texts)) < len(c.Values)+len(c.Rest) {
		return fmt.Errorf("its values are not different texts")
	}
	if _, ok := dataset.ParseNumber(c.Fill); c.Fill != "" && len(c.Thresholds) > 0 && !ok {
		return fmt.Errorf("%q, the fill for missing cells, is not a number", c.Fill)
	}
	return nil
}
