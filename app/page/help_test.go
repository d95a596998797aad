package page

import (
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/page/state"
	"drnet/app/settings"
	"drnet/engine/setting"
)

// Every term of the glossary has a help button in some view. So has every setting and every figure of a run.
func TestEveryTermIsExplained(t *testing.T) {
	told, fields := map[string]bool{}, map[string]bool{}
	pages := situations(t)
	for _, p := range pages {
		if p.name == "table loaded" {
			pages = append(pages,
				situation{"numbers of one's own", after(p.state, settings.Typed{Field: setting.Refining, Text: "own"},
					settings.Typed{Field: setting.Costs, Text: "own"})})
			break
		}
	}
	for _, test := range pages {
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
	for _, e := range core.Glossary {
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
	var s state.State
	for _, test := range situations(t) {
		if test.name == "table loaded" {
			s = after(test.state, core.SectionChosen{Section: core.SettingsSection})
		}
	}
	s = after(s, core.HelpToggled{Place: "set-lambda1"})
	if got := texts(s); len(got) != 1 || !strings.HasPrefix(got[0], "λ₁ penalizes every condition") {
		t.Errorf("open: %q", got)
	}
	s = after(s, core.HelpToggled{Place: "set-seed"})
	if got := texts(s); len(got) != 1 || !strings.HasPrefix(got[0], "The seed") {
		t.Errorf("open: %q", got)
	}
	if got := texts(after(s, core.HelpToggled{Place: "set-seed"})); len(got) != 0 {
		t.Errorf("open: %q, want none", got)
	}
}
