package page

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/page/state"
	"drnet/app/rules"
	"drnet/app/storage"
	"drnet/app/training"
	"drnet/engine/protocol"
)

// engine records the requests of a page.
type engine struct {
	asked   []protocol.Request
	open    []core.Request
	deliver func(protocol.Event)
	ready   func()
}

func (e *engine) Connect(deliver func(core.ID, protocol.Event), ready func()) {
	e.ready = ready
	e.deliver = func(event protocol.Event) {
		id := coretest.Answering(e.open, event)
		if protocol.Final(event) {
			e.open = slices.DeleteFunc(e.open, func(r core.Request) bool { return r.ID == id })
		}
		deliver(id, event)
	}
}

func (e *engine) Send(r core.Request) {
	e.asked, e.open = append(e.asked, r.Body), append(e.open, r)
}
func (e *engine) File(app.Value) io.Reader { return strings.NewReader("") }

func TestRootPassesOn(t *testing.T) {
	behind := new(engine)
	root := &Root{Engine: behind}
	d := app.NewClientTester(root)
	defer d.Close()
	shows := func(want string) {
		t.Helper()
		d.Consume()
		if got := parse(t, root).words(); !strings.Contains(got, want) {
			t.Errorf("the page does not show %q but\n%s", want, got)
		}
	}
	shows("Drop a CSV or Excel file here")
	behind.ready()
	d.Consume()
	coretest.Equal(t, root.current().Ready, true, "the engine is ready")
	root.send(state.SampleChosen{Name: "monk-1"})
	behind.deliver(protocol.Loaded{Table: protocol.Describe(read(t, "people.csv", friendly), nil)})
	shows("people.csv")
	behind.deliver(planned())
	root.send(training.StartAsked{})
	behind.deliver(started(20))
	shows("Finish now")
	behind.deliver(protocol.Refused{Kind: protocol.Crashed, Message: "gone"})
	shows("Gone.")
	root.choose(app.Null()) // no file
	var asked []string
	for _, r := range behind.asked {
		if p, ok := r.(protocol.Plan); ok && p.Trial { // sent when the page is idle
			continue
		}
		asked = append(asked, fmt.Sprintf("%T", r))
	}
	coretest.Equal(t, asked, []string{"protocol.Load", "protocol.Plan", "protocol.Train"}, "the requests")
}

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
	coretest.Equal(t, outside.list, []storage.Effect{storage.ListWorks{}, storage.Open{ID: "a"}}, "the effects")
}

// A page without an engine can be rendered.
func TestRootWithoutEngine(t *testing.T) {
	d := app.NewServerTester(&Root{})
	defer d.Close()
	d.Consume()
}
