// Package codebook holds names for the columns and values of a table: aliases, units, and groups of values. It reads them from a file, and
// knows nothing of tables.
package codebook

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"
	"unicode/utf8"
)

// Label is how a column is shown to people.
type Label struct {
	Alias string `json:"alias,omitempty"` // shown instead of the name; "" for the name
	Unit  string `json:"unit,omitempty"`  // shown behind the numbers of the column, such as "EUR"; "" for none
}

// Title returns the alias of a column, or else its name.
func (l Label) Title(name string) string { return cmp.Or(l.Alias, name) }

// Suffix returns the unit with a blank before it, such as " EUR"; "" if there is none.
func (l Label) Suffix() string {
	if l.Unit == "" {
		return ""
	}
	return " " + l.Unit
}

// ValueGroup is a set of values that are treated as a single value.
type ValueGroup struct {
	Name   string   `json:"name"`
	Values []string `json:"values"` // the values in the table; a value that is equal to Name belongs to the group even if not listed
}

// ColumnEntry is the entry of one column.
type ColumnEntry struct {
	Label
	Groups []ValueGroup `json:"groups,omitempty"` // disjoint
}

// Spellings returns the texts that count as a value of the column: the value itself, and the values of the group of that name.
func (c *ColumnEntry) Spellings(value string) []string {
	list := []string{value}
	at := slices.IndexFunc(c.Groups, func(g ValueGroup) bool { return g.Name == value })
	if at < 0 {
		return list
	}
	for _, v := range c.Groups[at].Values {
		if v != value {
			list = append(list, v)
		}
	}
	return list
}

// Book holds the entries of columns, by their names in the table.
type Book map[string]ColumnEntry

// Sorted returns an equal book in a canonical form: groups ascending by name, values ascending without duplicates, and no empty entries;
// nil if it is empty. Equal books then give equal models.
func (b Book) Sorted() Book {
	out := Book{}
	for name, c := range b {
		c.Groups = slices.Clone(c.Groups)
		for i, g := range c.Groups {
			c.Groups[i].Values = slices.Compact(slices.Sorted(slices.Values(g.Values)))
		}
		sort.Slice(c.Groups, func(i, j int) bool { return c.Groups[i].Name < c.Groups[j].Name })
		if c.Label != (Label{}) || len(c.Groups) > 0 {
			out[name] = c
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// Equal reports whether two books have the same entries.
func (b Book) Equal(other Book) bool {
	return maps.EqualFunc(b.Sorted(), other.Sorted(), func(c, d ColumnEntry) bool {
		return c.Label == d.Label && slices.EqualFunc(c.Groups, d.Groups, func(g, h ValueGroup) bool {
			return g.Name == h.Name && slices.Equal(g.Values, h.Values)
		})
	})
}

const (
	longest    = 200  // characters of an alias, a unit or the name of a group: rules with longer ones are unreadable
	mostGroups = 1000 // groups of a column: as many values as may have their own feature
)

func tooLong(text string) bool { return utf8.RuneCountInString(text) > longest }

// Namesake returns another column that is called by the alias of a column, "" if there is none. A table has n columns, whose names column
// returns.
func (b Book) Namesake(name string, n int, column func(i int) string) string {
	alias := b[name].Alias
	for i := 0; i < n && alias != ""; i++ {
		if other := column(i); other != name && b[other].Title(other) == alias {
			return other
		}
	}
	return ""
}

// Validate returns an error for the first entry that is ambiguous or too long. It does not compare aliases, see Namesake.
func (b Book) Validate() error {
	for _, name := range slices.Sorted(maps.Keys(b)) {
		c := b[name]
		if err := c.Validate(); err != nil {
			return fmt.Errorf("codebook: column %q: %w", name, err)
		}
	}
	return nil
}

// Validate returns an error for the first field that is ambiguous or too long.
func (c *ColumnEntry) Validate() error {
	if tooLong(c.Alias) || tooLong(c.Unit) {
		return fmt.Errorf("its alias and its unit may have at most %d characters", longest)
	}
	if len(c.Groups) > mostGroups {
		return fmt.Errorf("it has more than %d groups", mostGroups)
	}
	group, names := map[string]string{}, map[string]bool{}
	for _, g := range c.Groups {
		switch {
		case g.Name == "" || tooLong(g.Name):
			return fmt.Errorf("the name of a group must have 1 to %d characters", longest)
		case len(g.Values) == 0:
			return fmt.Errorf("the group %q is empty", g.Name)
		case names[g.Name]:
			return fmt.Errorf("two groups are named %q", g.Name)
		}
		names[g.Name] = true
		for _, v := range g.Values {
			if other, taken := group[v]; taken && other != g.Name {
				return fmt.Errorf("the value %q is in two groups: %q and %q", v, other, g.Name)
			}
			if group[v] = g.Name; v == "" {
				return fmt.Errorf("the group %q has an empty value, which counts as missing", g.Name)
			}
		}
	}
	for _, g := range c.Groups {
		if other, taken := group[g.Name]; taken && other != g.Name {
			return fmt.Errorf("the value %q is in the group %q and names another group", g.Name, other)
		}
	}
	return nil
}
