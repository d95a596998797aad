package state

import (
	"hash/fnv"
	"maps"
	"slices"
	"strconv"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/sample"
	"drnet/engine/setting"
)

// Address is the result of reading the page's address or a project, with the link that waits for a table.
type Address struct {
	Notes []string // sentences about the parts that could not be applied

	waits *Link  // applied once its table is loaded
	where string // source of the link, as the subject of a sentence
}

// shapeDigits is the length of a fingerprint.
const shapeDigits = 8

// ShapeOf returns a fingerprint of the number of rows and the kinds of the columns in order. It uses no name and no
// cell, and reveals none.
func ShapeOf(t *protocol.TableSummary) string {
	h := fnv.New32a()
	h.Write([]byte(strconv.Itoa(t.Rows)))
	for _, c := range t.Columns {
		h.Write([]byte("," + string(c.Kind)))
	}
	text := strconv.FormatUint(uint64(h.Sum32()), 16)
	for len(text) < shapeDigits {
		text = "0" + text
	}
	return text
}

// AddressStands reports whether the page may write its address. It may not while a link waits for its table.
func (s State) AddressStands() bool { return s.Address.waits == nil }

// Permalink returns the link to the current state of the page.
func (s State) Permalink() Link {
	l := Link{Hide: s.Teach.Hidden, Teach: s.Teach.Mode}
	switch {
	case s.Teach.Lesson == tourLesson:
		l.Tour = s.Teach.Guided
	case s.Teach.Guided:
		l.Lesson = s.Teach.Lesson
	}
	switch {
	case s.Teach.How:
		l.View = HowView
	case s.Tab != core.RulesTab:
		l.View = string(s.Tab)
	}
	s.linkSetup(&l, false)
	return l
}

// linkSetup adds the settings to a link. Numbers typed about your own table could be cells of it; they are added only
// if numbers is true.
func (s State) linkSetup(l *Link, numbers bool) {
	l.Fields = fieldsInLink(s.Setup, s.Table != nil)
	if s.Table != nil {
		l.Sample = s.Source.Sample
		s.linkTable(l, numbers || l.Sample != "")
	}
}

// fieldsInLink returns the settings that a link contains: those that differ from the defaults. With always, it includes
// the marked ones too. Invalid entries are left out.
func fieldsInLink(s core.Setup, always bool) map[setting.Key]string {
	fields := map[setting.Key]string{}
	for _, row := range setting.Table {
		text := s.Text(row.Key)
		if text == "" || text == core.Defaults[row.Key] && !(always && row.Readable) {
			continue
		}
		if sound, why := soundField(row.Key, text); why == "" {
			fields[row.Key] = sound
		}
	}
	return fields
}

// linkTable adds the choices about the table, with or without typed numbers. Your own table is identified by its shape.
func (s State) linkTable(l *Link, numbers bool) {
	own := l.Sample == ""
	proposed := core.Setup{Target: -1}
	target, positive := answersOf(l.Sample)
	proposed.Propose(s.Table, target, positive)
	now := s.Setup
	if now.Target != proposed.Target || own && now.Target >= 0 {
		l.Target = now.Target + 1
	}
	l.Classes = now.Classes
	if c := s.TargetColumn(); c != nil && now.Classes == "" && (l.Target > 0 || now.Positive != proposed.Positive) {
		if c.Kind != dataset.Numeric {
			l.Positive = 1 + slices.IndexFunc(c.Values, func(v protocol.Value) bool { return v.Text == now.Positive })
		} else if x, ok := core.NumberIn(c, now.Bound); ok && numbers {
			l.Sign, l.Bound = now.Sign, linkNumber(x)
		}
	}
	for j := range s.Table.Columns {
		name := s.Table.Columns[j].Name
		if now.Ignore[name] {
			l.Ignore = append(l.Ignore, j+1)
		}
		if now.Require[name] {
			l.Require = append(l.Require, j+1)
		}
		if text, ok := soundCut(now.Cuts[name], &s.Table.Columns[j]); ok && numbers {
			if l.Cuts == nil {
				l.Cuts = map[int]string{}
			}
			l.Cuts[j+1] = text
		}
	}
	if own {
		l.Shape = ShapeOf(s.Table)
	}
}

// answersOf returns the target of a sample and the value that its rules predict.
func answersOf(name string) (target, positive string) {
	if name == "" {
		return "", ""
	}
	built, _ := sample.Find(name)
	return built.Target, built.Positive
}

// linkOpened applies an address: settings at once, choices about a table once it is loaded.
func (s *State) linkOpened(hash string) {
	l, complaints := ParseLink(hash)
	s.Address = Address{Notes: complaints}
	s.Teach.open(l)
	switch l.View {
	case "", HowView:
	case rulesView:
		s.Tab = core.RulesTab
	default:
		s.Tab = core.Tab(l.View)
	}
	if l.Sample == "" && l.Shape == "" && len(l.Fields) == 0 {
		return
	}
	s.await(l, "The address")
	if l.Sample != "" && (s.Table == nil || s.Source.Sample != l.Sample) {
		s.read(pending{source: core.Source{Name: l.Sample, Sample: l.Sample}})
		return
	}
	if s.Table != nil {
		s.linkLoaded()
	}
}

// await applies the settings of a link at once, and keeps the rest until its table is loaded.
func (s *State) await(l Link, where string) {
	s.Setup.Fields = maps.Clone(core.Defaults)
	maps.Copy(s.Setup.Fields, l.Fields)
	s.Address.waits, s.Address.where = &l, where
}

// linkLoaded applies the waiting link to the table if the link is about it.
func (s *State) linkLoaded() {
	s.Teach.Game.Revealed = nil
	l := s.Address.waits
	if l == nil {
		return
	}
	switch s.Address.waits = nil; {
	case l.Sample != s.Source.Sample:
		return
	case l.Sample == "" && l.Shape == "":
		return
	case l.Shape != "" && l.Shape != ShapeOf(s.Table):
		s.Address.Notes = append(slices.Clip(s.Address.Notes),
			s.Address.where+" is about a table of another shape: its settings are used, and what it says about columns is not.")
		return
	}
	target, positive := answersOf(l.Sample)
	s.Setup.Cuts, s.Setup.Ignore, s.Setup.Require = map[string]core.ThresholdEdit{}, map[string]bool{}, map[string]bool{}
	s.Setup.Propose(s.Table, target, positive)
	s.linkTarget(*l)
	name := func(place int) (string, bool) {
		c := s.Column(place - 1)
		if c == nil {
			s.unplaced(place)
			return "", false
		}
		return c.Name, true
	}
	for _, place := range l.Ignore {
		if column, ok := name(place); ok {
			s.Setup.Ignore[column] = true
		}
	}
	for _, place := range l.Require {
		if column, ok := name(place); ok {
			s.Setup.Require[column] = true
		}
	}
	for _, place := range slices.Sorted(maps.Keys(l.Cuts)) {
		if column, ok := name(place); ok && s.Column(place-1).Kind == dataset.Numeric {
			s.Setup.Cuts[column], _ = parseCut(l.Cuts[place])
		}
	}
}

// unplaced notes that the address names a column or a value that the table does not have.
func (s *State) unplaced(place int) {
	note := s.Address.where + " speaks of place " + core.Count(place) + ", which the table does not have; that part is left out."
	s.Address.Notes = append(slices.Clip(s.Address.Notes), note)
}

// linkTarget chooses the target named by the link.
func (s *State) linkTarget(l Link) {
	if l.Target > 0 {
		if s.Column(l.Target-1) == nil {
			s.unplaced(l.Target)
			return
		}
		s.choose(TargetChosen{Column: l.Target - 1})
	}
	c := s.TargetColumn()
	switch {
	case c == nil:
	case l.Classes != "":
		s.whole(ClassesChosen{How: l.Classes})
	case l.Bound != "" && c.Kind == dataset.Numeric:
		sign := l.Sign
		if sign == "" {
			sign = ">"
		}
		s.bound(sign, l.Bound)
	case l.Positive > len(c.Values):
		s.unplaced(l.Positive)
	case l.Positive > 0:
		s.choose(PositiveChosen{Value: l.Positive - 1})
	}
}
