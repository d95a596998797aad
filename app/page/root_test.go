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
	"drnet/app/training"
	"drnet/engine/protocol"
)

// engine records the requests of a page.
type engine struct {
	asked   []protocol.Request
	open    []core.Request
	deliver func(protocol.Event)
	ready   func()
	failed  func(string)
}

func (e *engine) Connect(deliver func(core.ID, protocol.Event), ready func(), failed func(string)) {
	e.ready, e.failed = ready, failed
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
	shows("Drop a CSV here")
	behind.ready()
	d.Consume()
	if root.current().Engine != core.Ready {
		t.Error("the page does not know that the engine is ready")
	}
	root.send(state.SampleChosen{Name: "monk-1"})
	behind.deliver(protocol.Loaded{Table: protocol.Describe(read(t, "people.csv", friendly), nil)})
	shows("people.csv")
	behind.deliver(planned())
	root.send(training.StartAsked{})
	behind.deliver(started(20))
	shows("Finish now")
	behind.deliver(protocol.Refused{Kind: protocol.Crashed, Message: "gone"})
	shows("Gone.")
	behind.failed("no network")
	shows("No network.")
	var asked []string
	for _, r := range behind.asked {
		if p, ok := r.(protocol.Plan); ok && p.Trial { // sent when the page is idle
			continue
		}
		asked = append(asked, fmt.Sprintf("%T", r))
	}
	if want := []string{"protocol.Load", "protocol.Plan", "protocol.Train"}; !slices.Equal(asked, want) {
		t.Errorf("asked for %v, want %v", asked, want)
	}
}

// The best rules are shown after a crash, as the message announces.
func TestBestRulesAreKept(t *testing.T) {
	for _, test := range situations(t) {
		words := whole(t, test.state).words()
		if got, want := strings.Contains(words, "The best rules up to then"), test.name == "crashed"; got != want {
			t.Errorf("%s: best rules shown: %v, want %v", test.name, got, want)
		}
	}
}

// Handlers send the message of their element.
func TestHandlers(t *testing.T) {
	behind := new(engine)
	root := &Root{Engine: behind}
	loaded := after(state.New(), state.Connected{}, heard(protocol.Loaded{Table: protocol.Describe(read(t, "people.csv", friendly), nil)}, 0))
	root.state = &loaded
	root.send(core.TargetChosen{Column: 1})
	if got := root.current().Setup.Target; got != 1 {
		t.Errorf("target %d, want 1", got)
	}
	if loaded.Setup.Target == 1 {
		t.Error("the state before was changed")
	}
	root.choose(app.Null())
	if len(behind.asked) > 0 {
		t.Errorf("no file, and asked for %+v", behind.asked)
	}
}

// A page without an engine can be rendered.
func TestRootWithoutEngine(t *testing.T) {
	d := app.NewServerTester(&Root{})
	defer d.Close()
	d.Consume()
}
