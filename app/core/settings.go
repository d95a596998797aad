package core

import (
	"maps"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// Setup is what the next training is to do, as the person typed it.
type Setup struct {
	Target   int    // column to predict, -1 for none
	Proposed bool   // the target was proposed and not yet chosen
	Positive string // its value that rules describe, such as "yes" or "> 20"; "" for none
	Classes  string // how each value has rules of its own; see protocol.Train.Classes. "" if Positive is told from the rest
	Sign     string // one of Signs, if the target is a column of numbers
	Bound    string // the number behind the sign, as it was typed
	Fields   map[Field]string
	Cuts     map[string]Cut  // what was decided about thresholds of single columns, by name
	Ignore   map[string]bool // columns that no rule may ask about, by name
	Require  map[string]bool // columns that the rules must ask about, by name
}

// Defaults of all settings, "" for those that the engine chooses from the table.
var Defaults = defaultFields()

// NewSetup returns the settings of a page that was just opened.
func NewSetup() Setup {
	return Setup{Target: -1, Fields: maps.Clone(Defaults), Cuts: map[string]Cut{}, Ignore: map[string]bool{}, Require: map[string]bool{}}
}

// Complaint says what is wrong with the text of a field, "" if nothing is.
func (s Setup) Complaint(f Field) string {
	if row := f.Setting(); row.Check != nil && s.Uses(f) {
		return row.Check(s.Text(f))
	}
	return ""
}

// Uses reports whether a setting is used, or another setting makes it void.
func (s Setup) Uses(f Field) bool {
	c := f.Setting().If
	return c == nil || s.Fields[c.Field] == c.Text
}

// Text returns what was typed in a field, without the spaces around it.
func (s Setup) Text(f Field) string { return strings.TrimSpace(s.Fields[f]) }

// Request returns the training that the settings describe. They must be sound, and a target chosen.
func (s Setup) Request(t *protocol.Table) protocol.Train {
	if s.Classes != "" {
		s.Positive = ""
	}
	r := protocol.Train{Target: t.Columns[s.Target].Name, Positive: s.Positive, Classes: s.Classes}
	for _, row := range SettingsTable {
		if s.Uses(row.Field) {
			row.Apply(&r, s.Text(row.Field))
		}
	}
	for j := range t.Columns {
		c := &t.Columns[j]
		if j == s.Target {
			continue
		}
		if s.Require[c.Name] && !s.Ignore[c.Name] && c.Kind.Usable() {
			r.Require = append(r.Require, c.Name)
		}
		if s.Ignore[c.Name] {
			r.Ignore = append(r.Ignore, c.Name)
		} else if cut, decided := s.Cuts[c.Name]; decided && c.Kind == dataset.Numeric {
			if r.Encoding.Cuts == nil {
				r.Encoding.Cuts = map[string]binarize.Cut{}
			}
			r.Encoding.Cuts[c.Name] = cut.engine(c)
		}
	}
	return r
}

// SameAs reports whether trainings with two setups are the same.
func (s Setup) SameAs(then Setup) bool {
	return then.Target == s.Target && then.Positive == s.Positive && then.Classes == s.Classes && maps.Equal(then.Fields, s.Fields) && maps.Equal(then.Ignore, s.Ignore) &&
		maps.Equal(then.Require, s.Require) && maps.EqualFunc(then.Cuts, s.Cuts, Cut.equal)
}
