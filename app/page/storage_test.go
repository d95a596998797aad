package page

import (
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/page/state"
	"drnet/app/rules"
	"drnet/app/storage"
)

// effects records the effects of a page.
type effects struct {
	list    []storage.Effect
	deliver func(core.Msg)
}

func (k *effects) Do(e storage.Effect, deliver func(core.Msg)) {
	k.list, k.deliver = append(k.list, e), deliver
}

// The page requests each effect once and shows its result.
func TestRootHasEffectsDone(t *testing.T) {
	behind, outside := new(engine), new(effects)
	root := &Root{Engine: behind, Storage: outside}
	d := app.NewClientTester(root)
	defer d.Close()
	d.Consume()
	outside.deliver(storage.WorksListed{Works: []storage.SavedWork{oneWork}})
	d.Consume()
	if got := parse(t, root).words(); !strings.Contains(got, "Saved in this browser") {
		t.Errorf("what is kept is not listed:\n%s", got)
	}
	root.send(storage.WorkChosen{ID: "a"})
	root.send(rules.SortChosen{})
	if want := []storage.Effect{storage.List{}, storage.Open{ID: "a"}}; !slices.Equal(outside.list, want) {
		t.Errorf("effects %v, want %v", outside.list, want)
	}
}

// The names of saved works are shown as text.
func TestKeptNamesAreText(t *testing.T) {
	s := after(state.New(), storage.WorksListed{Works: []storage.SavedWork{{ID: `"><script>`, Name: "<img src=x onerror=alert(1)>.csv"}}})
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
