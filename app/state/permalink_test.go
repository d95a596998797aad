package state_test

import (
	"slices"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/state"
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
	{name: "a number to split at", hash: "d=heart-risk&t=1&sign=<=&bound=50", want: "d=heart-risk&t=1&sign=%3C=&bound=50"},
	{name: "classes", hash: "d=irises&classes=codes", want: "d=irises&classes=codes"},
	{name: "a game", hash: "d=secret-17", want: "d=secret-17"},
	{name: "teaching", hash: "hide=tabs,samples,samples&lesson=2&teach=1", want: "hide=samples,tabs&lesson=2&teach=1"},
	{name: "the tour and the explanation", hash: "v=how&tour=1", want: "v=how&tour=1"},
	{name: "unknown", hash: "zoom=3&=&x", want: "", why: []string{"“zoom=3”", "“=”", "“x”"}},
	{
		name: "numbers out of their bounds", hash: "b=900&l1=-1&s=1.5&e=NaN&test=91&batch=1e99&l2=Inf", want: "",
		why: []string{
			"“b=900” in the address is left out: type a whole number from 1 to 100.", "“l1=-1”", "“s=1.5”",
			"“e=NaN”", "“test=91”", "“batch=1e99”", "“l2=Inf”",
		},
	},
	{
		name: "words that are not known",
		hash: "d=mine.csv&v=nowhere&refine=maybe&classes=all&sign=~&lesson=9&teach=yes&hide=everything,tabs", want: "hide=tabs",
		why: []string{
			"“d=mine.csv”", "“v=nowhere”",
			"“refine=maybe” in the address is left out: it can be auto, own, off.", "“classes=all”", "“sign=~”",
			"“lesson=9”", "“teach=yes”", "no part “everything”",
		},
	},
	{
		name: "places that are none", hash: "t=0&y=-2&x=1,a&must=&k0=3&k2=x&shape=xyz&bound=ten", want: "",
		why: []string{"“t=0”", "“y=-2”", "“x=1,a”", "“must=”", "“k0=3”", "“k2=x”", "“shape=xyz”", "“bound=ten”"},
	},
	{name: "twice", hash: "s=1&s=2", want: "s=1", why: []string{"“s=2” in the address is left out: it stands there twice."}},
	{name: "damaged", hash: "d=%zz", want: "", why: []string{"“d=%zz” in the address is left out: its text is damaged."}},
	{name: "long parts", hash: "zoom=" + strings.Repeat("9", 200), want: "", why: []string{"“zoom=99999999999999999999999999999999999…”"}},
	{name: "far too long", hash: strings.Repeat("s=1&", 2000), want: "", why: []string{"The address is too long"}},
}

func TestLinks(t *testing.T) {
	for _, test := range links {
		t.Run(test.name, func(t *testing.T) {
			l, complaints := state.ParseLink(test.hash)
			if got := l.String(); got != test.want {
				t.Errorf("read as %q, want %q", got, test.want)
			}
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

// FuzzLink checks that any address has a canonical form that parses to the same link.
func FuzzLink(f *testing.F) {
	for _, test := range links {
		f.Add(test.hash)
	}
	f.Fuzz(func(t *testing.T, hash string) {
		l, complaints := state.ParseLink(hash)
		for _, c := range complaints {
			if len([]rune(c)) > 300 {
				t.Errorf("a complaint of %d letters", len(c))
			}
		}
		text := l.String()
		again, complaints := state.ParseLink(text)
		if len(complaints) > 0 || again.String() != text {
			t.Errorf("%q is written as %q, and that as %q (%q)", hash, text, again.String(), complaints)
		}
		s, _ := after(withTable(), state.LinkOpened{Hash: hash})
		_ = s.Permalink().String()
	})
}

// Every setting has a key. Without one, a link would lead to other rules.
func TestEverySettingIsInALink(t *testing.T) {
	other := map[setting.Key]string{
		setting.Method: "width", setting.Missing: "drop", setting.Refining: "own", setting.Effort: "3", setting.Costs: "own",
		setting.Negated: "no", setting.Price: "0.5", setting.Missed: "7", setting.Rate: "0.05",
	}
	s := state.New()
	for f := range s.Setup.Fields {
		text := other[f]
		if text == "" {
			text = "17"
		}
		s, _ = after(s, state.Typed{Field: f, Text: text})
	}
	l, complaints := state.ParseLink(s.Permalink().String())
	if len(complaints) > 0 {
		t.Error(complaints)
	}
	for f, text := range s.Setup.Fields {
		if l.Fields[f] != text {
			t.Errorf("the setting %q is %q in the link, want %q", f, l.Fields[f], text)
		}
	}
}

// telling is a table whose names and cells must not appear in an address.
func telling() (t protocol.TableSummary, secrets []string) {
	t = protocol.TableSummary{Name: "patients-clinic.csv", Rows: 1200, Guess: 2, Columns: []protocol.ColumnSummary{
		{
			Name: "salary", Kind: dataset.Numeric,
			Histogram: &protocol.Histogram{
				Least: 31337, Most: 98765, First: 31337, Last: 98765,
				Counts: []int{600, 600},
			},
		},
		{
			Name: "diagnosis", Kind: dataset.Categorical,
			Values: []protocol.Value{
				{Text: "measles", Rows: 500},
				{Text: "mumps", Rows: 400},
				{Text: "rubella", Rows: 300},
			},
		},
		{Name: "insured", Kind: dataset.Binary, Values: []protocol.Value{{Text: "never", Rows: 900}, {Text: "always", Rows: 300}}},
	}}
	return t, []string{
		"patients", "clinic", "csv", "salary", "diagnosis", "insured", "measles", "mumps", "rubella",
		"never", "always", "31337", "98765", "54321", "1200", "44444",
	}
}

// The address reveals nothing of a user's own table after any action.
func TestAddressHoldsNothingOfAFile(t *testing.T) {
	table, secrets := telling()
	s, _ := after(state.New(), state.Connected{}, state.FileChosen{Name: table.Name},
		heard(protocol.Loaded{Table: table}, 0), heard(planned(), 0))
	for i, m := range []state.Msg{
		state.TargetChosen{Column: 1},
		state.PositiveChosen{Value: 2},
		state.ClassesChosen{How: protocol.ClassesEach},
		state.TargetChosen{Column: 0},
		state.SignChosen{Sign: "<"},
		state.BoundTyped{Text: "54321"},
		state.TargetChosen{Column: 2},
		state.UseChosen{Column: 1},
		state.MustChosen{Column: 0, Must: true},
		state.EditorToggled{Column: 0},
		state.CutMethodChosen{Column: 0, Method: core.Listed},
		state.CutTyped{Column: 0, Index: 0, Text: "44444", Settled: true},
		state.ColumnsSought{Text: "diagnosis"},
		state.Typed{Field: setting.Seed, Text: "salary of mumps"},
		state.Typed{Field: setting.Method, Text: "measles"},
		state.Typed{Field: setting.Lambda1, Text: "0.5"},
		state.CellTyped{Column: "diagnosis", Text: "measles"},
		state.RulesSought{Text: "rubella"},
		state.GuessTyped{Text: "diagnosis = mumps"},
		state.SeedTyped{Text: "31337"},
		state.Start{At: noon},
		heard(started(), 1), heard(protocol.Trained{Model: new(protocol.Model)}, 2),
		core.TabChosen{Tab: core.ExportTab},
		state.ShareToggled{},
		state.PartHidden{Name: "diagnosis", Hidden: true},
		state.PartHidden{Name: "tabs", Hidden: true},
		state.LinkOpened{Hash: "#salary=54321&l1=0.5"},
	} {
		s, _ = after(s, m)
		for _, link := range []string{s.Permalink().String(), s.ShareLink().String()} {
			for _, secret := range secrets {
				if strings.Contains(strings.ToLower(link), secret) {
					t.Errorf("after message %d, %T, the address has %q: %s", i, m, secret, link)
				}
			}
		}
	}
	for _, want := range []string{"shape=", "t=3", "x=2", "must=1", "l1=0.5"} {
		if got := s.Permalink().String(); !strings.Contains(got, want) {
			t.Errorf("the address is %q, want %q in it", got, want)
		}
	}
}

// A table of the same shape is recognized, another one is not.
func TestAddressOfAFileFitsItsShape(t *testing.T) {
	table, _ := telling()
	hash := "#shape=" + state.ShapeOf(&table) + "&t=2&y=3&x=1&l1=0.5"
	s, _ := after(state.New(), state.LinkOpened{Hash: hash}, state.Connected{}, state.FileChosen{Name: "a.csv"},
		heard(protocol.Loaded{Table: table}, 0))
	if s.Setup.Target != 1 || s.Setup.Positive != "rubella" || !s.Setup.Ignore["salary"] ||
		s.Setup.Fields[setting.Lambda1] != "0.5" || len(s.Address.Notes) > 0 {
		t.Errorf("setup %+v, notes %q", s.Setup, s.Address.Notes)
	}
	if got := "#" + s.Permalink().String(); !strings.HasPrefix(got, strings.TrimSuffix(hash, "&l1=0.5")) {
		t.Errorf("the address is %q, want the beginning of %q", got, hash)
	}
	table.Rows++
	s, _ = after(state.New(), state.LinkOpened{Hash: hash}, state.Connected{}, state.FileChosen{Name: "a.csv"},
		heard(protocol.Loaded{Table: table}, 0))
	if s.Setup.Target != 2 || len(s.Setup.Ignore) > 0 || s.Setup.Fields[setting.Lambda1] != "0.5" || len(s.Address.Notes) != 1 {
		t.Errorf("setup %+v, notes %q", s.Setup, s.Address.Notes)
	}
}

// The page reports positions in a link that the table does not have.
func TestPlacesThatAreNotThere(t *testing.T) {
	table, _ := telling()
	s, _ := after(state.New(), state.LinkOpened{Hash: "shape=" + state.ShapeOf(&table) + "&t=9&x=2,8"},
		state.Connected{}, state.FileChosen{Name: "a.csv"}, heard(protocol.Loaded{Table: table}, 0))
	if len(s.Address.Notes) != 2 || !strings.Contains(s.Address.Notes[0], "place 9") || !s.Setup.Ignore["diagnosis"] {
		t.Errorf("notes %q, left out %v", s.Address.Notes, s.Setup.Ignore)
	}
	s, _ = after(s, state.NotesClosed{})
	if len(s.Address.Notes) > 0 {
		t.Errorf("notes %q, want none", s.Address.Notes)
	}
}

// A link loads its table once.
func TestLinkLoadsABuiltInTable(t *testing.T) {
	s, asked := after(state.New(), state.LinkOpened{Hash: "#d=heart-risk&x=3&k1=40,50&s=7&v=trade"})
	load := slices.IndexFunc(asked, func(r protocol.Request) bool { l, ok := r.(protocol.Load); return ok && l.Sample == "heart-risk" })
	if load < 0 || s.Setup.Fields[setting.Seed] != "7" || s.Tab != core.TradeOffTab {
		t.Fatalf("asked %v, setup %+v", asked, s.Setup)
	}
	table := people()
	s, _ = after(s, heard(protocol.Loaded{Table: table}, 0))
	if !s.Setup.Ignore["rich"] || s.Setup.Cuts["age"].Method != core.Listed {
		t.Errorf("left out %v, thresholds %v", s.Setup.Ignore, s.Setup.Cuts)
	}
	s, asked = after(s, state.LinkOpened{Hash: "d=heart-risk&s=8"})
	if slices.ContainsFunc(asked, func(r protocol.Request) bool { _, ok := r.(protocol.Load); return ok }) ||
		s.Setup.Fields[setting.Seed] != "8" || len(s.Setup.Ignore) > 0 {
		t.Errorf("asked %v, setup %+v", asked, s.Setup)
	}
	s, _ = after(s, state.LinkOpened{Hash: "v=how"})
	if !s.Teach.How || s.Setup.Fields[setting.Seed] != "8" {
		t.Errorf("a link without settings changed them: %+v", s.Setup)
	}
}

// A slider of the explanation and its number agree.
func TestSliders(t *testing.T) {
	for _, f := range []state.HowField{state.HowCuts, state.HowWeight1, state.HowLocation, state.HowDraw, state.HowAlternate, state.HowPrice} {
		s := state.New()
		_, all := s.Teach.Shown.Steps(f)
		if all < 1 || all > 100 {
			t.Errorf("%s has %d steps, want 1 to 100", f, all)
		}
		for at := range all + 1 {
			s, _ = after(s, state.HowTyped{Field: f, Text: f.Slid(core.Count(at))})
			if got, _ := s.Teach.Shown.Steps(f); got != at || len(s.Teach.Shown.Text(f)) > 6 {
				t.Errorf("%s slid to step %d is at %d, %s", f, at, got, s.Teach.Shown.Text(f))
			}
		}
	}
}
