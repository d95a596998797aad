package core

import (
	"maps"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// Setup holds the settings of the next run as the user typed them.
type Setup struct {
	Target   int    // column to predict, -1 for none
	Proposed bool   // the target was proposed and is not confirmed
	Positive string // positive class, such as "yes" or "> 20"; "" for none
	Classes  string // multiclass strategy, see protocol.Train.Classes; "" if Positive is predicted against the rest
	Sign     string // one of Signs, for a numeric target
	Bound    string // the number after the sign, as typed
	Fields   map[setting.Key]string
	Cuts     map[string]ThresholdEdit // thresholds of single columns, by name
	Ignore   map[string]bool          // excluded columns, by name
	Require  map[string]bool          // columns required in the rules, by name
}

// Defaults of all settings, "" for those that the engine chooses from the table.
var Defaults = func() map[setting.Key]string {
	fields := map[setting.Key]string{}
	for _, s := range setting.Table {
		fields[s.Key] = s.Default
	}
	return fields
}()

// NewSetup returns the settings of a page that was just opened.
func NewSetup() Setup {
	return Setup{
		Target: -1, Fields: maps.Clone(Defaults), Cuts: map[string]ThresholdEdit{},
		Ignore: map[string]bool{}, Require: map[string]bool{},
	}
}

// Complaint returns the error in the text of a field, or "" if it is valid.
func (s Setup) Complaint(f setting.Key) string {
	if row := f.Setting(); row.Check != nil && s.Uses(f) {
		return row.Check(s.Text(f))
	}
	return ""
}

// Uses reports whether a setting is used, or another setting makes it void.
func (s Setup) Uses(f setting.Key) bool {
	c := f.Setting().If
	return c == nil || s.Fields[c.Key] == c.Text
}

// Text returns the trimmed text of a field.
func (s Setup) Text(f setting.Key) string { return strings.TrimSpace(s.Fields[f]) }

// Request returns the training that the settings describe. They must be sound, and a target chosen.
func (s Setup) Request(t *protocol.TableSummary) protocol.Train {
	if s.Classes != "" {
		s.Positive = ""
	}
	r := protocol.Train{Target: t.Columns[s.Target].Name, Positive: s.Positive, Classes: s.Classes}
	for _, row := range setting.Table {
		if s.Uses(row.Key) {
			row.Apply(&r, s.Text(row.Key))
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
				r.Encoding.Cuts = map[string]binarize.ColumnThresholds{}
			}
			r.Encoding.Cuts[c.Name] = cut.engine(c)
		}
	}
	return r
}

// SameAs reports whether two setups give the same run.
func (s Setup) SameAs(then Setup) bool {
	return then.Target == s.Target && then.Positive == s.Positive && then.Classes == s.Classes &&
		maps.Equal(then.Fields, s.Fields) && maps.Equal(then.Ignore, s.Ignore) &&
		maps.Equal(then.Require, s.Require) && maps.EqualFunc(then.Cuts, s.Cuts, ThresholdEdit.equal)
}

// With returns a copy of a map with a value set.
func With[V any](values map[string]V, key string, value V) map[string]V {
	out := map[string]V{}
	maps.Copy(out, values)
	out[key] = value
	return out
}
