package link_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/link"
	"drnet/engine/codebook"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// links are addresses and their canonical form; why lists parts of the complaints about invalid ones.
var links = []struct {
	name, hash, want string
	why              []string
}{
	{name: "nothing", hash: ""},
	{name: "a built-in table", hash: "#d=heart-risk&b=9&l1=0.01&l2=1e-5&s=42&v=rules", want: "d=heart-risk&b=9&l1=0.01&l2=1e-5&s=42&v=rules"},
	{name: "order and spelling", hash: "s=1&l2=0.00001&d=heart-risk&b=%39", want: "d=heart-risk&b=9&l2=1e-5&s=1"},
	{
		name: "every setting",
		hash: "b=5&method=width&values=10&missing=drop&l1=0&l2=1&n=20&e=100&batch=64" +
			"&refine=own&price=0.05&effort=3&costs=own&missed=7&not=no&longest=4&test=0&s=0",
		want: "b=5&method=width&values=10&missing=drop&l1=0&l2=1&n=20&e=100&batch=64" +
			"&refine=own&price=0.05&effort=3&costs=own&missed=7&not=no&longest=4&test=0&s=0",
	},
	{name: "columns by place", hash: "shape=0badcafe&t=3&y=2&x=4,2,2&must=1", want: "shape=0badcafe&t=3&y=2&x=2,4&must=1"},
	{
		name: "thresholds", hash: "d=heart-risk&k1=40,50.5&k4=width&k5=quantile:3&k6=:4",
		want: "d=heart-risk&k1=40,50.5&k4=width&k5=quantile:3&k6=:4",
	},
	{
		name: "names and groups", hash: `d=heart-risk&names={"2":{"groups":[{"name":"a%26b","values":["x"]}]},"1":{"alias":"<b>","unit":"y"}}`,
		want: `d=heart-risk&names=%7B%221%22:%7B%22alias%22:%22%5Cu003cb%5Cu003e%22,%22unit%22:%22y%22%7D,%222%22:` +
			`%7B%22groups%22:%5B%7B%22name%22:%22a%5Cu0026b%22,%22values%22:%5B%22x%22%5D%7D%5D%7D%7D`,
	},
	{
		name: "names that are none", hash: `d=heart-risk&names={"0":{"alias":"x"}}`, want: "d=heart-risk", why: []string{"invalid names"},
	},
	{
		name: "groups that overlap", hash: `names={"1":{"groups":[{"name":"a","values":["x"]},{"name":"b","values":["x"]}]}}`,
		why: []string{"invalid names"},
	},
	{name: "a number to split at", hash: "d=heart-risk&t=1&sign=<=&bound=50", want: "d=heart-risk&t=1&sign=%3C=&bound=50"},
	{name: "classes", hash: "d=irises&classes=codes", want: "d=irises&classes=codes"},
	{name: "a game", hash: "d=hard-17", want: "d=hard-17"},
	{name: "teaching", hash: "hide=tabs,samples,samples&lesson=2&teach=1", want: "hide=samples,tabs&lesson=2&teach=1"},
	{name: "the tour and the explanation", hash: "v=how&tour=1", want: "v=how&tour=1"},
	{name: "unknown", hash: "zoom=3&=&x", want: "", why: []string{"“zoom=3”", "“=”", "“x”"}},
	{
		name: "numbers out of their bounds", hash: "b=900&l1=-1&s=1.5&e=NaN&test=91&batch=1e99&l2=Inf", want: "",
		why: []string{
			"Ignored “b=900” in the address: type a whole number from 1 to 100.", "“l1=-1”", "“s=1.5”",
			"“e=NaN”", "“test=91”", "“batch=1e99”", "“l2=Inf”",
		},
	},
	{
		name: "words that are not known",
		hash: "d=mine.csv&v=nowhere&refine=maybe&classes=all&sign=~&lesson=9&teach=yes&hide=everything,tabs", want: "hide=tabs",
		why: []string{
			"“d=mine.csv”", "“v=nowhere”",
			"Ignored “refine=maybe” in the address: it must be one of auto, rows, own, off.", "“classes=all”", "“sign=~”",
			"“lesson=9”", "“teach=yes”", "unknown area “everything”",
		},
	},
	{name: "a split by group", hash: "group=3", want: "group=3"},
	{name: "a split by time", hash: "time=12", want: "time=12"},
	{name: "weights", hash: "weight=4", want: "weight=4"},
	{name: "a split by no column", hash: "group=0&time=noon", want: "", why: []string{"“group=0”", "“time=noon”"}},
	{
		name: "places that are none", hash: "t=0&y=-2&x=1,a&must=&k0=3&k2=x&shape=xyz&bound=ten", want: "",
		why: []string{"“t=0”", "“y=-2”", "“x=1,a”", "“must=”", "“k0=3”", "“k2=x”", "“shape=xyz”", "“bound=ten”"},
	},
	{name: "twice", hash: "s=1&s=2", want: "s=1", why: []string{"Ignored “s=2” in the address: duplicate key."}},
	{name: "damaged", hash: "d=%zz", want: "", why: []string{"Ignored “d=%zz” in the address: invalid encoding."}},
	{name: "long parts", hash: "zoom=" + strings.Repeat("9", 200), want: "", why: []string{"“zoom=99999999999999999999999999999999999…”"}},
	{name: "far too long", hash: strings.Repeat("s=1&", 2000), want: "", why: []string{"The address is too long"}},
}

func TestLinks(t *testing.T) {
	for _, test := range links {
		t.Run(test.name, func(t *testing.T) {
			l, complaints := link.Parse(test.hash)
			coretest.Equal(t, l.String(), test.want, "read as")
			if len(complaints) != len(test.why) {
				t.Fatalf("complaints %q, want %d", complaints, len(test.why))
			}
			for i, why := range test.why {
				if !strings.Contains(complaints[i], why) {
					t.Errorf("complaint %q, want it to say %q", complaints[i], why)
				}
			}
		})
	}
}

// A project may hold a long link; the complaints name it.
func TestLinkOfAProject(t *testing.T) {
	long := strings.TrimPrefix(strings.Repeat("&zoom=1", 1000)+"&s=2", "&")
	if l, complaints := link.ParseProject(long); l.Fields[setting.Seed] != "2" || len(complaints) != 1000 ||
		!strings.HasPrefix(complaints[0], "Ignored “zoom=1” in the project") {
		t.Errorf("read as %q, %d complaints", l, len(complaints))
	}
	if _, complaints := link.ParseProject(strings.Repeat("s=1&", 300_000)); len(complaints) != 1 {
		t.Errorf("complaints %q", complaints)
	}
}

// A link to a table of your own holds no names, groups and parts of dates of single columns; a project does, and they come back.
func TestNamesInLinks(t *testing.T) {
	p := coretest.NewPage(link.Model{})
	book := codebook.Book{"age": {Label: codebook.Label{Alias: "years & days", Unit: "%"}}, "city": {
		Groups: []codebook.ValueGroup{{Name: "__proto__", Values: []string{"Bern", "Rom"}}},
	}}
	const dates = "year; age=month"
	p.View.Setup = p.View.Setup.With(map[setting.Key]string{setting.Dates: dates})
	p.View.Setup.Codebook = book
	address := link.Of(p.View.Shared, false)
	coretest.Equal(t, address.Fields[setting.Dates], "year", "the parts of dates in the address")
	if got := address.String(); strings.Contains(got, "names") || strings.Contains(got, "Bern") {
		t.Errorf("the address %q tells names", got)
	}
	p.View.Address, p.View.Source.Sample = "https://lab.example/", ""
	shared := func() string {
		return app.HTMLString(link.View(link.Model{Open: true}, p.View, link.Scene{}, func(core.Msg) {}))
	}
	coretest.Contains(t, "the dialog", shared(), "It lacks the cut points, groups of values")
	project := link.Of(p.View.Shared, true).String()
	p.View.Setup = core.NewSetup()
	coretest.Lacks(t, "the dialog without choices for columns", shared(), "It lacks")
	p.View.Setup.Target = p.View.Table.Column("age")
	p.View.Setup.ProposePositive(p.View.TargetColumn())
	coretest.Lacks(t, "the dialog with the proposed number", shared(), "It lacks")
	p.View.Setup.Bound = "52"
	p.View.Setup.Split(p.View.TargetColumn())
	coretest.Contains(t, "the dialog with a number of one’s own", shared(), "It lacks the number that splits the target: ")
	p.View.Setup = core.NewSetup()
	back := link.SetupOf(p.View.Shared, project)
	coretest.Equal(t, back.Text(setting.Dates), dates, "the parts of dates in the project")
	if got := back.Codebook; !got.Equal(book) {
		t.Errorf("from the project %q came %+v, want %+v", project, got, book)
	}
}

// A link and a project hold the positions of the columns that divide and weigh the rows, and they come back.
func TestSplitsInLinks(t *testing.T) {
	p := coretest.NewPage(link.Model{})
	for _, by := range []core.SplitBy{{How: core.ByGroup, Column: "street"}, {How: core.ByTime, Column: "age"}, {}} {
		p.View.Setup.By, p.View.Setup.Weight = by, by.Column
		address := link.Of(p.View.Shared, false).String()
		if strings.Contains(address, "street") {
			t.Errorf("the address %q tells a name", address)
		}
		p.View.Setup.By, p.View.Setup.Weight = core.SplitBy{How: core.ByGroup, Column: "city"}, "city"
		if got := link.SetupOf(p.View.Shared, address); got.By != by || got.Weight != by.Column {
			t.Errorf("from %q came %+v and %q, want %+v", address, got.By, got.Weight, by)
		}
	}
}

// FuzzLink checks that any address has a canonical form that parses to the same link.
func FuzzLink(f *testing.F) {
	for _, test := range links {
		f.Add(test.hash)
	}
	f.Fuzz(func(t *testing.T, hash string) {
		l, complaints := link.Parse(hash)
		for _, c := range complaints {
			if len([]rune(c)) > 300 {
				t.Errorf("a complaint of %d letters", len(c))
			}
		}
		text := l.String()
		again, complaints := link.Parse(text)
		if len(complaints) > 0 || again.String() != text {
			t.Errorf("%q is written as %q, and that as %q (%q)", hash, text, again.String(), complaints)
		}
		for _, sample := range []string{"", l.Sample} {
			m, c := open(hash, new(coretest.Clinic()), sample)
			_ = m.Address(c.Shared, l.Scene).String()
		}
	})
}

// Every setting has a key. Without one, a link would lead to other rules.
func TestEverySettingIsInALink(t *testing.T) {
	other := map[setting.Key]string{
		setting.Method: "width", setting.Missing: "drop", setting.Refining: "own", setting.Effort: "3", setting.Costs: "own",
		setting.Negated: "no", setting.Price: "0.5", setting.Missed: "7", setting.Rate: "0.05", setting.Derived: "on",
		setting.Dates: "year", setting.RuleForm: "auto",
		setting.Identical: "together",
	}
	c := core.Shared{Setup: core.NewSetup()}
	for f := range c.Setup.Fields {
		if c.Setup.Fields[f] = other[f]; other[f] == "" {
			c.Setup.Fields[f] = "17"
		}
	}
	l, complaints := link.Parse(link.Of(c, false).String())
	if len(complaints) > 0 {
		t.Error(complaints)
	}
	for f, text := range c.Setup.Fields {
		coretest.Equal(t, l.Fields[f], text, "the setting %q in the link", f)
	}
}

// update sends a message, and applies what its commands change.
func update(m link.Model, c core.View, msg core.Msg) (link.Model, core.View) {
	m, commands := m.Update(msg, c)
	for _, configure := range coretest.Of[core.Configure](commands) {
		c.Setup = configure.Setup
	}
	return m, c
}

// open opens an address, and then a table: a sample dataset, or a file if sample is "".
func open(hash string, t *protocol.TableSummary, sample string) (link.Model, core.View) {
	m, c := update(link.Model{}, core.View{Shared: core.Shared{Setup: core.NewSetup()}}, link.AddressChanged{Hash: hash})
	c.Table, c.Source = t, core.Source{Name: t.Name, Sample: sample}
	c.Setup.Propose(t, sample)
	return update(m, c, core.TableRead{})
}

// After a reload the page asks for the file of its address, until a table is there.
func TestAddressOfAFileAsksForIt(t *testing.T) {
	for hash, want := range map[string]bool{"": false, "d=heart-risk": false, "shape=0badcafe&v=rules": true} {
		m, c := update(link.Model{}, core.View{Shared: core.Shared{Setup: core.NewSetup()}}, link.AddressChanged{Hash: hash})
		coretest.Equal(t, m.Awaited() != "", want, "with %q", hash)
		c.Table = new(coretest.Clinic())
		m, _ = update(m, c, core.TableRead{})
		coretest.Equal(t, m.Awaited(), "", "with %q and a table", hash)
	}
}

// A table of the same shape is recognized, another one is not.
func TestAddressOfAFileFitsItsShape(t *testing.T) {
	table := new(coretest.Clinic())
	hash := "#shape=" + link.Shape(table) + "&t=2&y=3&x=1&l1=0.5"
	m, c := open(hash, table, "")
	if c.Setup.Target != 1 || c.Setup.Positive != "rubella" || !c.Setup.Ignore["salary"] ||
		c.Setup.Fields[setting.Lambda1] != "0.5" || len(m.Notes) > 0 || m.Waiting() {
		t.Errorf("setup %+v, notes %q", c.Setup, m.Notes)
	}
	if got := "#" + m.Address(c.Shared, link.Scene{}).String(); !strings.HasPrefix(got, strings.TrimSuffix(hash, "&l1=0.5")) {
		t.Errorf("the address is %q, want the beginning of %q", got, hash)
	}
	table.Rows++
	m, c = open(hash, table, "")
	if c.Setup.Target != 2 || len(c.Setup.Ignore) > 0 || c.Setup.Fields[setting.Lambda1] != "0.5" || len(m.Notes) != 1 {
		t.Errorf("setup %+v, notes %q", c.Setup, m.Notes)
	}
	m, c = open(hash, table, "heart-risk")
	if c.Setup.Target != 2 || len(m.Notes) > 0 || m.Waiting() {
		t.Errorf("a sample dataset: setup %+v, notes %q", c.Setup, m.Notes)
	}
}

// A link to the own table that is open keeps the settings that it lacks: cut points, names and the bound of the target.
func TestLinkLeavesWhatItLacks(t *testing.T) {
	table := new(coretest.Clinic())
	age := slices.IndexFunc(table.Columns, func(c protocol.ColumnSummary) bool { return c.Kind == dataset.Numeric })
	m, c := open("shape="+link.Shape(table)+"&t="+strconv.Itoa(age+1), table, "")
	name := table.Columns[age].Name
	c.Setup.Sign, c.Setup.Bound, c.Setup.Positive = "<", "52", "< 52"
	c.Setup.Cuts = map[string]core.ThresholdEdit{name: {Method: core.Listed, List: []string{"40"}}}
	c.Setup.Codebook = codebook.Book{name: {Label: codebook.Label{Alias: "years"}}}
	want := c.Setup
	hash := strings.Replace(m.Address(c.Shared, link.Scene{}).String(), "l2=1e-5", "l2=0.5", 1)
	_, c = update(m, c, link.AddressChanged{Hash: "#" + hash})
	coretest.Equal(t, c.Setup.Fields[setting.Lambda2], "0.5", "the penalty")
	coretest.Equal(t, c.Setup.Positive, "< 52", "the positive class")
	coretest.Equal(t, c.Setup.Cuts, want.Cuts, "the cut points")
	coretest.Equal(t, c.Setup.Codebook, want.Codebook, "the names")
}

// A link that spells a default in another way changes no setting.
func TestDefaultsComeBack(t *testing.T) {
	table := new(coretest.Clinic())
	_, c := open(link.Of(core.Shared{Setup: core.NewSetup(), Table: table}, true).String(), table, "")
	if _, changed := c.Setup.Changed(); len(changed) > 0 {
		t.Errorf("changed %q", changed)
	}
}

// The page reports positions in a link that the table does not have.
func TestPlacesThatAreNotThere(t *testing.T) {
	table := new(coretest.Clinic())
	m, c := open("shape="+link.Shape(table)+"&t=9&x=2,8", table, "")
	if len(m.Notes) != 2 || !strings.Contains(m.Notes[0], "position 9") || !c.Setup.Ignore["diagnosis"] {
		t.Errorf("notes %q, left out %v", m.Notes, c.Setup.Ignore)
	}
	if m, _ = update(m, c, link.NotesClosed{}); len(m.Notes) > 0 {
		t.Errorf("notes %q, want none", m.Notes)
	}
}

// The dialog changes the shared link, and not the address.
func TestSharedLink(t *testing.T) {
	m, c := open("hide=samples&s=3", new(coretest.Clinic()), "heart-risk")
	at := link.Scene{View: "trade", Tour: true}
	c.Teaching = true
	for _, msg := range []core.Msg{
		link.ShareToggled{},
		link.AreaToggled{Name: "tabs"},
		link.AreaToggled{Name: "file"},
		link.AreaToggled{Name: "tabs"},
		link.AreaToggled{Name: "diagnosis"},
		link.LessonChosen{Lesson: 99},
		link.TeachToggled{},
		link.TeachToggled{},
	} {
		m, c = update(m, c, msg)
	}
	if got := m.Shared(c.Shared, at).String(); !strings.HasSuffix(got, "&v=trade&hide=samples,file&lesson=4&teach=1") {
		t.Errorf("the shared link is %q", got)
	}
	if got := m.Address(c.Shared, at).String(); !strings.HasSuffix(got, "&v=trade&hide=samples&tour=1") {
		t.Errorf("the address is %q", got)
	}
}

// The QR code is that of the shared link, and a link that is too long for one says so.
func TestCode(t *testing.T) {
	m, c := open("", new(coretest.Clinic()), "heart-risk")
	seen := map[string]bool{}
	for _, msg := range []core.Msg{link.ShareToggled{}, link.CodeToggled{}, link.LessonChosen{Lesson: 1}} {
		m, c = update(m, c, msg)
		_, code, _ := strings.Cut(app.HTMLString(link.View(m, c, link.Scene{}, nil)), `data-part="qr-dark"`)
		seen[code] = true
	}
	coretest.Equal(t, len(seen), 3, "codes without one, with one, and with a lesson")
	c.Address = strings.Repeat("x", 3000)
	coretest.Contains(t, "a long link", app.HTMLString(link.View(m, c, link.Scene{}, nil)), "too long for a QR code")
}
