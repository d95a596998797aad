// Package link writes the settings of the page as a link, and applies those of an address or a project.
package link

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/sample"
	"drnet/engine/setting"
)

// Link holds the settings and the sample dataset encoded in the fragment of the address. For a user's own table, the
// address contains no cell and no column name. Columns and values are positions, and a fingerprint of its shape
// identifies the table. In a project file, which stays with the user, a link also holds the typed numbers.
type Link struct {
	Sample   string // name of a sample dataset, "" for none
	Shape    string // fingerprint of the user's own table that the positions refer to; see ShapeOf
	Target   int    // position of the target column, from 1; 0 for the suggested one
	Positive int    // position of the positive class among the target's values, from 1; 0 for the suggested one
	Classes  string // see Setup.Classes
	Sign     string // comparison with Bound, for a numeric target; only in addresses of sample datasets
	Bound    string
	Ignore   []int                  // positions of excluded columns, from 1, ascending
	Require  []int                  // positions of columns required in rules, from 1, ascending
	Cuts     map[int]string         // cut points by column from 1, as written by cutText; only for sample datasets
	Fields   map[setting.Key]string // settings; a missing one has its default
	Hide     []string               // hidden areas of the page, by name, in the order of areas
	Scene
}

// Scene is what a link opens besides the settings.
type Scene struct {
	View   string // a tab, HowView, or "" for the default view
	Lesson int    // number of the lesson to begin, from 1; 0 for none
	Tour   bool   // begin the tour
	Teach  bool   // teaching mode
}

// Tab returns the tab that the link opens; ok is false for none.
func (at Scene) Tab() (tab core.Tab, ok bool) {
	switch at.View {
	case "", HowView:
		return core.RulesTab, false
	case rulesView:
		return core.RulesTab, true
	}
	return core.Tab(at.View), true
}

// The values of View other than a tab.
const (
	HowView   = "how"   // the explanation of the method
	rulesView = "rules" // core.RulesTab, whose own name is empty
)

// Keys of a link, in the order in which they are written.
const (
	keySample, keyShape          = "d", "shape"
	keyTarget, keyPositive       = "t", "y"
	keyClasses                   = "classes"
	keySign, keyBound            = "sign", "bound"
	keyIgnore, keyRequire        = "x", "must"
	keyCut                       = "k" // followed by the position of the column
	keyView, keyHide             = "v", "hide"
	keyLesson, keyTour, keyTeach = "lesson", "tour", "teach"
)

func firsts(pairs [][2]string) []string {
	var list []string
	for _, p := range pairs {
		list = append(list, p[0])
	}
	return list
}

// mostLink limits the length of a link in bytes; mostPlaces limits the position of a column or a value.
const mostLink, mostPlaces = 4096, 100_000

// Parse parses the fragment of an address. It skips parts that are unknown or invalid, and returns one sentence for each.
func Parse(hash string) (l Link, complaints []string) {
	hash = strings.TrimPrefix(hash, "#")
	if len(hash) > mostLink {
		return l, []string{"The address is too long for a link."}
	}
	return parse(hash, "the address", mostLink)
}

// ParseProject is Parse for the settings in a project.
func ParseProject(settings string) (l Link, complaints []string) {
	const most = 1_000_000 // bytes; a table may have many columns
	return parse(settings, "the project", most)
}

// parse parses a link of at most most bytes; where names its source in complaints.
func parse(text, where string, most int) (l Link, complaints []string) {
	if len(text) > most {
		return l, []string{"Ignored the settings in " + where + ": they are too long."}
	}
	l.Fields, l.Cuts = map[setting.Key]string{}, map[int]string{}
	seen := map[string]bool{}
	for part := range strings.SplitSeq(text, "&") {
		if part == "" {
			continue
		}
		key, raw, _ := strings.Cut(part, "=")
		value, err := url.PathUnescape(raw)
		why := "invalid encoding"
		switch {
		case seen[key]:
			why = "duplicate key"
		case err == nil:
			why = l.set(key, strings.TrimSpace(value))
		}
		if seen[key] = true; why != "" {
			complaints = append(complaints, "Ignored “"+core.Shortened(part)+"” in "+where+": "+why+".")
		}
	}
	return l, complaints
}

// set applies one part of a link, and returns why the part is invalid, "" if it is valid.
func (l *Link) set(key, value string) (why string) {
	for _, s := range setting.Table {
		if s.Link == key {
			return l.setField(s.Key, value)
		}
	}
	const unknown = "unknown value"
	switch key {
	case keySample:
		_, known := sample.Find(value)
		return word(&l.Sample, value, known, "unknown sample dataset")
	case keyShape:
		known := len(value) == shapeDigits && strings.Trim(value, "0123456789abcdef") == ""
		return word(&l.Shape, value, known, "invalid table shape")
	case keyTarget:
		return place(&l.Target, value)
	case keyPositive:
		return place(&l.Positive, value)
	case keyIgnore:
		return places(&l.Ignore, value)
	case keyRequire:
		return places(&l.Require, value)
	case keyClasses:
		return word(&l.Classes, value, value == protocol.ClassesEach || value == protocol.ClassesCodes, unknown)
	case keySign:
		return word(&l.Sign, value, slices.Contains(firsts(core.Signs), value), unknown)
	case keyView:
		known := value == HowView || value == rulesView
		for _, t := range core.Tabs {
			known = known || t.Tab != core.RulesTab && string(t.Tab) == value
		}
		return word(&l.View, value, known, "unknown view")
	case keyHide:
		return l.setHide(value)
	case keyBound:
		x, ok := dataset.ParseNumber(value)
		return word(&l.Bound, core.Shortest(x), ok, "not a number")
	case keyLesson:
		n, ok := setting.ParseInt(value)
		if !ok || n < 1 || n >= len(core.Lessons) {
			return "unknown lesson"
		}
		l.Lesson = n
		return ""
	case keyTour:
		return flag(&l.Tour, value)
	case keyTeach:
		return flag(&l.Teach, value)
	}
	return l.setCut(key, value)
}

// word applies a part of a link if its value is known, and otherwise returns the complaint.
func word(to *string, value string, known bool, complaint string) (why string) {
	if !known {
		return complaint
	}
	*to = value
	return ""
}

// setHide applies the known areas of a list.
func (l *Link) setHide(value string) (why string) {
	names := strings.Split(value, ",")
	l.Hide = inOrder(names)
	var wrong []string
	for _, name := range names {
		if !slices.Contains(l.Hide, name) {
			wrong = append(wrong, core.Shortened(name))
		}
	}
	if len(wrong) > 0 {
		return "unknown area “" + strings.Join(wrong[:min(len(wrong), 3)], "”, “") + "”"
	}
	return ""
}

// setField applies a setting, within the bounds of the form.
func (l *Link) setField(f setting.Key, value string) (why string) {
	text, why := soundField(f, value)
	if why == "" {
		l.Fields[f] = text
	}
	return why
}

// setCut applies the cut points of one column.
func (l *Link) setCut(key, value string) (why string) {
	number, ok := strings.CutPrefix(key, keyCut)
	column := 0
	if !ok || place(&column, number) != "" {
		return "unknown key"
	}
	cut, ok := parseCut(value)
	if !ok {
		return "invalid cut points"
	}
	l.Cuts[column] = cutText(cut)
	return ""
}

func flag(to *bool, value string) (why string) {
	if value != "1" && value != "0" {
		return "it must be 1 or 0"
	}
	*to = value == "1"
	return ""
}

func place(to *int, value string) (why string) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > mostPlaces {
		return "it must be a position, from 1"
	}
	*to = n
	return ""
}

func places(to *[]int, value string) (why string) {
	var list []int
	for text := range strings.SplitSeq(value, ",") {
		n := 0
		if place(&n, text) != "" {
			return "it must be a list of positions, from 1"
		}
		list = append(list, n)
	}
	slices.Sort(list)
	*to = slices.Compact(list)
	return ""
}

// String encodes the link: "d=heart-risk&b=9&l1=0.01&l2=1e-5&s=1". Unset parts are omitted.
func (l Link) String() string {
	var parts []string
	add := func(key, value string) {
		if value != "" {
			parts = append(parts, key+"="+escape(value))
		}
	}
	add(keySample, l.Sample)
	add(keyShape, l.Shape)
	add(keyTarget, number(l.Target))
	add(keyPositive, number(l.Positive))
	add(keyClasses, l.Classes)
	add(keySign, l.Sign)
	add(keyBound, l.Bound)
	add(keyIgnore, numberList(l.Ignore))
	add(keyRequire, numberList(l.Require))
	for _, j := range slices.Sorted(maps.Keys(l.Cuts)) {
		add(keyCut+strconv.Itoa(j), l.Cuts[j])
	}
	for _, s := range setting.Table {
		add(s.Link, l.Fields[s.Key])
	}
	add(keyView, l.View)
	add(keyHide, strings.Join(l.Hide, ","))
	add(keyLesson, number(l.Lesson))
	add(keyTour, yes(l.Tour))
	add(keyTeach, yes(l.Teach))
	return strings.Join(parts, "&")
}

// escape keeps commas and colons readable, which url.PathEscape would encode.
func escape(value string) string {
	return strings.NewReplacer("%2C", ",", "%3A", ":").Replace(url.PathEscape(value))
}

func yes(b bool) string {
	if b {
		return "1"
	}
	return ""
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func numberList(list []int) string {
	var texts []string
	for _, n := range list {
		texts = append(texts, strconv.Itoa(n))
	}
	return strings.Join(texts, ",")
}
