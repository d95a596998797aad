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
)

// Address is what came of the address of the page, or of a project, and what waits for a table.
type Address struct {
	Notes []string // what of it could not be used, as sentences

	waits *Link  // for the table that its places are of
	where string // what it stands in, at the beginning of a sentence
}

// shapeDigits is the length of a fingerprint.
const shapeDigits = 8

// ShapeOf returns the fingerprint of the shape of a table: of its numbers of rows and columns and of what kind each column
// is, in their order. It follows from no name and no cell, and none can be had back from it.
func ShapeOf(t *protocol.Table) string {
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

// AddressStands reports whether the address may be written: not while it waits for the table that it speaks of.
func (s State) AddressStands() bool { return s.Address.waits == nil }

// Permalink returns what the address says of the page as it is.
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
	case s.Study.Tab != RulesTab:
		l.View = string(s.Study.Tab)
	}
	s.linkSetup(&l, false)
	return l
}

// linkSetup says what is set; with numbers too that were typed about a table of one's own and could be cells of it, if they may
// stand there.
func (s State) linkSetup(l *Link, numbers bool) {
	l.Fields = fieldsInLink(s.Setup, s.Table != nil)
	if s.Table != nil {
		l.Sample = s.Source.Sample
		s.linkTable(l, numbers || l.Sample != "")
	}
}

// linkFields returns the settings that a link says: those that differ from the defaults, and if wanted some that need not.
// What cannot be used as it was typed is left out, whatever it is.
func fieldsInLink(s core.Setup, always bool) map[core.Field]string {
	fields := map[core.Field]string{}
	for _, row := range core.SettingsTable {
		text := s.Text(row.Field)
		if text == "" || text == core.Defaults[row.Field] && !(always && row.Readable) {
			continue
		}
		if sound, why := soundField(row.Field, text); why == "" {
			fields[row.Field] = sound
		}
	}
	return fields
}

// linkTable says what was chosen of the table, with what was typed about its numbers or without. A table of one's own is known by
// its shape.
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

// answersOf returns the target of a built-in table and the value that its rules describe.
func answersOf(name string) (target, positive string) {
	if name == "" {
		return "", ""
	}
	built, _ := sample.Find(name)
	return built.Target, built.Positive
}

// linkOpened does what an address says: settings at once, and what is about a table when it is there.
func (s *State) linkOpened(hash string) {
	l, complaints := ParseLink(hash)
	s.Address = Address{Notes: complaints}
	s.Teach.open(l)
	switch l.View {
	case "", HowView:
	case rulesView:
		s.Study.Tab = RulesTab
	default:
		s.Study.Tab = Tab(l.View)
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

// await takes the settings of a link at once, and the rest when its table is there.
func (s *State) await(l Link, where string) {
	s.Setup.Fields = maps.Clone(core.Defaults)
	maps.Copy(s.Setup.Fields, l.Fields)
	s.Address.waits, s.Address.where = &l, where
}

// linkLoaded applies to the table what the address says of it, if it is the one that is meant.
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
		s.Address.Notes = append(slices.Clip(s.Address.Notes), s.Address.where+" is about a table of another shape: its settings are used, and what it says about columns is not.")
		return
	}
	target, positive := answersOf(l.Sample)
	s.Setup.Cuts, s.Setup.Ignore, s.Setup.Require = map[string]core.Cut{}, map[string]bool{}, map[string]bool{}
	s.Setup.Propose(s.Table, target, positive)
	s.linkTarget(*l)
	name := func(place int) (string, bool) {
		c := s.column(place - 1)
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
		if column, ok := name(place); ok && s.column(place-1).Kind == dataset.Numeric {
			s.Setup.Cuts[column], _ = parseCut(l.Cuts[place])
		}
	}
}

// unplaced notes that the address speaks of a column or a value that the table does not have.
func (s *State) unplaced(place int) {
	note := s.Address.where + " speaks of place " + core.Count(place) + ", which the table does not have; that part is left out."
	s.Address.Notes = append(slices.Clip(s.Address.Notes), note)
}

// linkTarget chooses what the address says is to be predicted.
func (s *State) linkTarget(l Link) {
	if l.Target > 0 {
		if s.column(l.Target-1) == nil {
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
