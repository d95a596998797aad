package ui

import (
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/rules"
	"drnet/app/state"
)

// storage records the effects of a page.
type storage struct {
	effects []state.Effect
	deliver func(state.Msg)
}

func (k *storage) Do(e state.Effect, deliver func(state.Msg)) {
	k.effects, k.deliver = append(k.effects, e), deliver
}

// The page requests each effect once and shows its result.
func TestRootHasEffectsDone(t *testing.T) {
	behind, outside := new(engine), new(storage)
	root := &Root{Engine: behind, Storage: outside}
	d := app.NewClientTester(root)
	defer d.Close()
	d.Consume()
	outside.deliver(state.WorksListed{Works: []state.KeptWork{oneWork}})
	d.Consume()
	if got := parse(t, root).words(); !strings.Contains(got, "Kept on this computer") {
		t.Errorf("what is kept is not listed:\n%s", got)
	}
	root.on(state.WorkOpened{ID: "a"})(nil, app.Event{})
	root.on(rules.SortChosen{})(nil, app.Event{})
	if want := []state.Effect{state.LookUp{}, state.OpenWork{ID: "a"}}; !slices.Equal(outside.effects, want) {
		t.Errorf("effects %v, want %v", outside.effects, want)
	}
}

// The names of saved works are shown as text.
func TestKeptNamesAreText(t *testing.T) {
	s := after(state.New(), state.WorksListed{Works: []state.KeptWork{{ID: `"><script>`, Name: "<img src=x onerror=alert(1)>.csv"}}})
	tree := parse(t, page(s, new(Root)))
	if !strings.Contains(tree.words(), "<img src=x onerror=alert(1)>.csv") {
		t.Error("the name is not shown")
	}
	tree.each(func(n *node) {
		if n.tag == "img" || n.tag == "script" {
			t.Errorf("there is an element %q", n.tag)
		}
		for name, value := range n.attributes {
			if strings.ContainsAny(value, "<>") {
				t.Errorf("<%s %s=%q>", n.tag, name, value)
			}
		}
	})
}
