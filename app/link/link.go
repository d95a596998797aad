// Package link writes the settings of the page as a link, and applies those of an address or a project.
package link

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/codebook"
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
	Ignore   []int                        // positions of excluded columns, from 1, ascending
	Require  []int                        // positions of columns required in rules, from 1, ascending
	Group    int                          // position of the column of groups that the split keeps together, from 1; 0 for none
	Time     int                          // position of the column of times that the split is by, from 1; 0 for none
	Weight   int                          // position of the column with the weights of the rows, from 1; 0 for none
	Cuts     map[int]string               // cut points by column from 1, as written by cutText; only for sample datasets
	Codebook map[int]codebook.ColumnEntry // aliases, units and groups by column from 1; only for sample datasets
	Fields   map[setting.Key]string       // settings; a missing one has its default
	Hide     []string                     // hidden areas of the page, by name, in the order of areas
	Scene
}

// Scene is what a link opens besides the settings.
type Scene struct {
	View      string // a section, a tab of the rules, HowView, or "" for none
	Lesson    int    // number of the lesson to begin, from 1; 0 for none
	Tour      bool   // begin the tour
	Teach     bool   // teaching mode
	Projector bool   // projector mode
}

// Section returns the section that the link opens, "" for none, and the tab of the rules.
func (at Scene) Section() (core.Section, core.Tab) {
	switch section := core.Section(at.View); section {
	case HowView:
		return "", core.RulesTab
	case "", core.DataSection, core.SettingsSection, core.TrainSection, core.RulesSection:
		return section, core.RulesTab
	}
	return core.RulesSection, core.Tab(at.View)
}

// HowView is the View of the explanation of the method.
const HowView = "how"

func firsts(pairs [][2]string) []string {
	return core.Texts(len(pairs), func(i int) string { return pairs[i][0] })
}

// mostLink limits the length of a link in bytes; mostPlaces limits the position of a column or a value.
const mostLink, mostPlaces = 4096, 100_000

// Parse parses the fragment of an address. It skips parts that are unknown or invalid, and returns one sentence for each.
func Parse(hash string) (l Link, complaints []string) {
	hash = strings.TrimPrefix(hash, "#")
	if len(hash) <= mostLink {
		l, complaints = parse(hash, "the address", mostLink)
	}
	if len(hash) > mostLink || len(l.String()) > mostLink {
		return Link{}, []string{"The address is too long for a link."}
	}
	return l, complaints
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
	parts, seen := l.parts(), map[string]bool{}
	for text := range strings.SplitSeq(text, "&") {
		if text == "" {
			continue
		}
		key, raw, _ := strings.Cut(text, "=")
		value, err := url.PathUnescape(raw)
		value = strings.TrimSpace(value)
		at, why := slices.IndexFunc(parts, func(p part) bool { return p.key == key }), "invalid encoding"
		switch {
		case seen[key]:
			why = "duplicate key"
		case err == nil && at >= 0:
			why = parts[at].set(value)
		case err == nil:
			why = l.setCut(key, value)
		}
		if seen[key] = true; why != "" {
			complaints = append(complaints, "Ignored “"+core.Shortened(text)+"” in "+where+": "+why+".")
		}
	}
	return l, complaints
}

// part is a part of a link: its key, its value as text ("" if unset), and a function that sets a value or returns why it is invalid.
type part struct {
	key, text string
	set       func(value string) (why string)
}

// value is a part with a complaint about the values that parse rejects.
func value[T any](key, text string, to *T, parse func(value string) (T, bool), complaint string) part {
	return part{key, text, func(value string) (why string) {
		x, ok := parse(value)
		if !ok {
			return complaint
		}
		*to = x
		return ""
	}}
}

// parts returns the parts of the link in the order in which they are written.
func (l *Link) parts() []part {
	const unknown, noPlace, noPlaces = "unknown value", "it must be a position, from 1", "it must be a list of positions, from 1"
	list := []part{
		value("d", l.Sample, &l.Sample, knownSample, "unknown sample dataset"),
		value("shape", l.Shape, &l.Shape, knownShape, "invalid table shape"),
		value("t", number(l.Target), &l.Target, place, noPlace),
		value("y", number(l.Positive), &l.Positive, place, noPlace),
		value("classes", l.Classes, &l.Classes, oneOf(protocol.ClassesEach, protocol.ClassesCodes), unknown),
		value("sign", l.Sign, &l.Sign, oneOf(firsts(core.Signs)...), unknown),
		value("bound", l.Bound, &l.Bound, parseBound, "not a number"),
		value("x", numberList(l.Ignore), &l.Ignore, places, noPlaces),
		value("must", numberList(l.Require), &l.Require, places, noPlaces),
		value("group", number(l.Group), &l.Group, place, noPlace),
		value("time", number(l.Time), &l.Time, place, noPlace),
		value("weight", number(l.Weight), &l.Weight, place, noPlace),
	}
	for _, j := range slices.Sorted(maps.Keys(l.Cuts)) {
		key := keyCut + strconv.Itoa(j)
		list = append(list, part{key, l.Cuts[j], func(value string) string { return l.setCut(key, value) }})
	}
	list = append(list, part{"names", l.codebookText(), l.setCodebook})
	for _, s := range setting.Table {
		list = append(list, part{s.Link, l.Fields[s.Key], func(value string) (why string) {
			if value, why = soundField(s.Key, value); why == "" {
				l.Fields[s.Key] = value
			}
			return why
		}})
	}
	views := []string{HowView}
	for _, at := range core.Sections {
		views = append(views, string(at))
	}
	for _, t := range core.Tabs {
		if t != core.RulesTab {
			views = append(views, string(t))
		}
	}
	const noFlag = "it must be 1 or 0"
	return append(list,
		value("v", l.View, &l.View, oneOf(views...), unknown),
		part{"hide", strings.Join(l.Hide, ","), l.setHide},
		value("lesson", number(l.Lesson), &l.Lesson, parseLesson, "unknown lesson"),
		value("tour", core.When(l.Tour, "1"), &l.Tour, parseFlag, noFlag), value("teach", core.When(l.Teach, "1"), &l.Teach, parseFlag, noFlag),
		value("projector", core.When(l.Projector, "1"), &l.Projector, parseFlag, noFlag))
}

// keyCut is followed by the position of a column.
const keyCut = "k"

// The parsers of values. Each reports whether the value is valid.

func knownSample(text string) (string, bool) {
	_, ok := sample.Find(text)
	return text, ok
}

func knownShape(text string) (string, bool) {
	return text, len(text) == shapeDigits && strings.Trim(text, "0123456789abcdef") == ""
}

func oneOf(list ...string) func(text string) (string, bool) {
	return func(text string) (string, bool) { return text, slices.Contains(list, text) }
}

func parseBound(text string) (string, bool) {
	x, ok := dataset.ParseNumber(text)
	return core.Shortest(x), ok
}

func parseLesson(text string) (int, bool) {
	n, ok := setting.ParseInt(text)
	return n, ok && n >= 1 && n < len(core.Lessons)
}

func parseFlag(text string) (on, ok bool) { return text == "1", text == "1" || text == "0" }

// place parses the position of a column or a value, places a list of them.
func place(text string) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1 && n <= mostPlaces
}

func places(value string) (list []int, ok bool) {
	for text := range strings.SplitSeq(value, ",") {
		n, ok := place(text)
		if !ok {
			return nil, false
		}
		list = append(list, n)
	}
	slices.Sort(list)
	return slices.Compact(list), true
}

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

func (l *Link) setCut(key, value string) (why string) {
	number, ok := strings.CutPrefix(key, keyCut)
	column, known := place(number)
	if !ok || !known {
		return "unknown key"
	}
	cut, ok := parseCut(value)
	if !ok {
		return "invalid cut points"
	}
	l.Cuts[column] = cutText(cut)
	return ""
}

func (l *Link) codebookText() string {
	if len(l.Codebook) == 0 {
		return ""
	}
	text, _ := json.Marshal(l.Codebook) // texts are always valid
	return string(text)
}

// setCodebook sets the codebook, or rejects all of it if an entry is invalid.
func (l *Link) setCodebook(value string) (why string) {
	const invalid = "invalid names"
	var read map[int]codebook.ColumnEntry
	if json.Unmarshal([]byte(value), &read) != nil {
		return invalid
	}
	for place, entry := range read {
		if place < 1 || place > mostPlaces || entry.Validate() != nil {
			return invalid
		}
	}
	l.Codebook = read
	return ""
}

// String encodes the link: "d=heart-risk&b=9&l1=0.01&l2=1e-5&s=1". Unset parts are omitted.
func (l Link) String() string {
	var texts []string
	for _, p := range l.parts() {
		if p.text != "" {
			texts = append(texts, p.key+"="+escape(p.text))
		}
	}
	return strings.Join(texts, "&")
}

func number(n int) string { return core.When(n != 0, strconv.Itoa(n)) }

func numberList(list []int) string {
	return strings.Join(core.Texts(len(list), func(i int) string { return strconv.Itoa(list[i]) }), ",")
}

// escape keeps commas and colons readable, which url.PathEscape would encode.
func escape(value string) string {
	return strings.NewReplacer("%2C", ",", "%3A", ":").Replace(url.PathEscape(value))
}
