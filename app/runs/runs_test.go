package runs

import (
	"strings"
	"testing"
	"time"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/codebook"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// ended returns the page after some runs.
func ended(runs int, messages ...core.Msg) *coretest.Page[Model] {
	p := coretest.NewPage(Model{})
	p.View.Revision = core.Revision{}
	for n := range runs {
		m := coretest.Model()
		p.View.Run = core.Run{
			Number: n + 1, Phase: core.Done, Model: m, Setup: p.View.Setup, Resumed: coretest.Noon, LastEvent: coretest.Noon.Add(9 * time.Second),
		}
		p.View.Revision = core.Revision{Model: m, Run: n + 1}
		p.Send(core.RulesOpened{}, core.RulesOpened{})
	}
	p.Send(messages...)
	return p
}

// Beyond the limit, the oldest run that was not opened leaves the list, never the newest.
func TestLimit(t *testing.T) {
	p := ended(mostRuns, RunOpened{Number: 1}, RunCompared{Number: 2, On: true})
	last := mostRuns + 1
	p.View.Run.Number, p.View.Revision.Run = last, last
	p.Send(core.RulesOpened{})
	if m := p.Model; len(m.List) != mostRuns || m.dropped != 2 || m.index(1) != 0 || m.index(last) < 0 || len(m.pair.Chosen) > 0 {
		t.Errorf("%d runs, dropped %d, compared %v", len(m.List), m.dropped, m.pair.Chosen)
	}
	for i := range p.Model.List {
		p.Model.List[i].Opened = true
	}
	p.View.Run.Number = last + 1
	if p.Send(core.RulesOpened{}); p.Model.dropped != 1 || p.Model.index(last+1) < 0 {
		t.Errorf("dropped %d", p.Model.dropped)
	}
}

// A run in the list holds one snapshot of each restart.
func TestMemory(t *testing.T) {
	var r core.Run
	r.Started = &protocol.Started{}
	for step := 1; step <= 900; step++ {
		look := &protocol.Snapshot{Step: step, Train: 1 - float64((step-300)*(step-300))/1e6}
		r.Progress(protocol.Progress{Step: step, Steps: 900, Now: look, Best: look}, coretest.Noon)
	}
	slim := r.Slim()
	if n := len(slim.Snapshots()); n != 1 || slim.BestPlace() != 0 || len(r.Snapshots()) != 100 {
		t.Errorf("%d snapshots of %d, the best at %d", n, len(r.Snapshots()), slim.BestPlace())
	}
}

func TestWords(t *testing.T) {
	p := ended(2)
	m := &p.Model
	setup := &m.List[1].Setup
	setup.Fields = core.With(setup.Fields, setting.Lambda1, "0.1")
	setup.Cuts, setup.Ignore = map[string]core.ThresholdEdit{"age": {}}, map[string]bool{"city": true, "street": true}
	for i, want := range []string{"Default settings", "λ₁: 0.1 · Cut points of 1 column · 2 columns excluded"} {
		if got := m.settingsInWords(m.List[i]); !strings.HasSuffix(got, want) || strings.Contains(got, "Predicts") {
			t.Errorf("run %d: %q, want %q", i+1, got, want)
		}
	}
	other := *m.List[0].Revision.Model
	other.Positive = "no"
	m.List[0].Revision.Model = &other
	coretest.Equal(t, m.settingsInWords(m.List[0]), "Predicts rich = no · Default settings", "of another target")
	m.List[1].Revision.Model.Edited = true
	if got := m.settingsInWords(m.List[1]); !strings.HasSuffix(got, "2 columns excluded · Edited by hand") {
		t.Errorf("edited: %q", got)
	}
	m.List[1].Revision.Model.Edited = false
	m.List[0].Setup.Codebook = codebook.Book{
		"city": {Groups: []codebook.ValueGroup{{Name: "north", Values: []string{"Bern", "Rom"}}}},
		"age":  {Label: codebook.Label{Alias: "years"}}, // changes no rule
	}
	coretest.Equal(t, m.settingsInWords(m.List[0]), "Predicts rich = no · Values of 1 column grouped", "with a group")
	accuracy, size := scoreInWords(m.List[1])
	if accuracy != "Train accuracy 75.0%" || size != "3 rules with 6 conditions" {
		t.Errorf("%q, %q", accuracy, size)
	}
	if got := timeInWords(m.List[1]); !strings.HasPrefix(got, "Took 9\u00a0s, seed ") || !strings.HasSuffix(got, ", ended 2 Jan 2026, 12:00") {
		t.Error(got)
	}
	m.List[1].Elapsed, m.List[1].Resumed = time.Second/3, time.Time{}
	coretest.Contains(t, "a short run", timeInWords(m.List[1]), "Took less than 1\u00a0s, ")
}

// When the table is read again, the compared runs are asked about again, and no listed run is of its table, deleted ones included.
func TestReadAgain(t *testing.T) {
	p := ended(3, RunCompared{Number: 1, On: true}, RunCompared{Number: 2, On: true}, protocol.RowPage{Total: 7}, RunDeleted{Number: 3})
	coretest.Equal(t, coretest.Names(p.Requests(core.TableRead{Again: true})), "rows", "asked")
	p.Send(DeletionUndone{})
	for _, r := range p.Model.List {
		coretest.Equal(t, r.TableChanged, true, "run %d is of another reading", r.Number)
	}
}

// Deleting takes a run from the list and the comparison; undoing puts it back in its place.
func TestDeleted(t *testing.T) {
	p := ended(3, RunCompared{Number: 2, On: true}, RunDeleted{Number: 2})
	if m := p.Model; m.index(2) >= 0 || len(m.pair.Chosen) > 0 {
		t.Errorf("the list is %v", m.List)
	}
	coretest.Equal(t, coretest.Said(p.Send(DeletionUndone{}, DeletionUndone{})), "Restored run 2.", "said")
	coretest.Equal(t, p.Model.index(2), 1, "the place of the restored run")
}
