package page

import (
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/page/state"
	"drnet/app/settings"
	"drnet/engine/setting"
)

// Every term of the glossary has a help button in some view. So has every setting and every figure of a run.
func TestEveryTermIsExplained(t *testing.T) {
	told, fields := map[string]bool{}, map[string]bool{}
	own := after(named(t, "table loaded"), settings.Typed{Field: setting.Refining, Text: "own"},
		settings.Typed{Field: setting.Costs, Text: "own"})
	for _, test := range append(situations(t), situation{"numbers of one's own", own}) {
		tree := whole(t, test.state)
		ids := map[string]bool{}
		tree.each(func(n *node) {
			if ids[n.attributes["id"]] = true; n.attributes["class"] == "help-button" {
				told[n.attributes["aria-label"]] = true
			}
		})
		tree.each(func(n *node) {
			id := n.attributes["id"]
			if isSetting := strings.HasPrefix(id, "set-") && (n.tag == "input" || n.tag == "select") &&
				n.attributes["type"] != "range"; (isSetting || id == "target") && !ids["help-"+id] {
				t.Errorf("%s: the setting %q is not explained", test.name, id)
			} else if isSetting {
				fields[id] = true
			}
			if n.attributes["class"] == "numbers" {
				n.each(func(n *node) {
					if n.tag == "dt" && !explains(n) {
						t.Errorf("%s: the figure %q is not explained", test.name, n.words())
					}
				})
			}
		})
	}
	for _, s := range setting.Table {
		if !fields["set-"+string(s.Key)] {
			t.Errorf("no view has a field for the setting %q", s.Key)
		}
	}
	terms := coretest.Terms(t, "../core/glossary.go")
	for _, s := range setting.Table {
		terms = append(terms, core.TermOf(s.Key))
	}
	for _, e := range terms {
		if !told["What does “"+e.Name+"” mean?"] {
			t.Errorf("no view explains %q", e.Name)
		}
		if !strings.HasSuffix(e.Text, ".") || strings.Count(e.Text, ". ") > 0 {
			t.Errorf("the explanation of %q is not one sentence: %s", e.Name, e.Text)
		}
	}
}

// explains reports whether the tree contains a help button.
func explains(n *node) (yes bool) {
	n.each(func(n *node) { yes = yes || n.attributes["class"] == "help-button" })
	return yes
}

// Only one explanation is open at a time, and its button closes it.
func TestOneExplanationIsOpen(t *testing.T) {
	texts := func(s state.State) (list []string) {
		parse(t, page(s, new(Root))).each(func(n *node) {
			if n.attributes["class"] == "help-text" && n.words() != "" {
				list = append(list, n.words())
			}
		})
		return list
	}
	s := after(named(t, "table loaded"), core.SectionChosen{Section: core.SettingsSection})
	for _, step := range []struct{ place, want string }{
		{"set-lambda1", "λ₁ penalizes every condition"},
		{"set-seed", "The seed"},
		{"set-seed", ""},
	} {
		s = after(s, core.HelpToggled{Place: step.place})
		if got := texts(s); len(got) > 1 || (len(got) == 1) != (step.want != "") || !strings.HasPrefix(strings.Join(got, ""), step.want) {
			t.Errorf("after %q is open: %q, want %q", step.place, got, step.want)
		}
	}
}
