package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"runtime"
	"strconv"
	"testing"
	"time"

	"drnet/engine/protocol"
	"drnet/engine/realdata"
)

// watchHelpers records every worker that the page starts from now on: the engine's helpers. If refuse is set, none can
// be started.
func watchHelpers(p *page, refuse bool) {
	p.t.Helper()
	eval[bool](p, `(() => {
		const Real = globalThis.e2eWorker ??= Worker;
		globalThis.e2eHelpers = [];
		globalThis.Worker = class extends Real {
			constructor(script) {
				if (`+strconv.FormatBool(refuse)+`) throw new Error("no worker");
				super(script);
				this.alive = true;
				e2eHelpers.push(this);
			}
			terminate() { this.alive = false; super.terminate(); }
		};
		return true;
	})()`)
}

// helpers returns the number of helpers that were started, and the number still running.
func helpers(p *page) (started, alive int) {
	p.t.Helper()
	return eval[int](p, `e2eHelpers.length`), eval[int](p, `e2eHelpers.filter((w) => w.alive).length`)
}

// loseHelper makes the first helper that reports progress appear to crash. It forwards the messages of all helpers to detect the report.
func loseHelper(p *page) {
	p.t.Helper()
	eval[bool](p, `(() => {
		globalThis.Worker = class extends Worker {
			postMessage(first, transfer) {
				const {owner} = first;
				if (!owner) return super.postMessage(first, transfer);
				const {port1, port2} = new MessageChannel();
				let heard = 0;
				owner.onmessage = (event) => port2.postMessage(event.data);
				port2.onmessage = (event) => {
					owner.postMessage(event.data);
					if (++heard === 2 && !globalThis.e2eLost) { // the first message answers the greeting
						globalThis.e2eLost = true;
						this.dispatchEvent(new MessageEvent("message", {data: {exit: 2, reason: "killed by a test"}}));
					}
				};
				super.postMessage({...first, owner: port1}, [port1]);
			}
		};
		return true;
	})()`)
}

// several chooses the built-in table and three restarts of the given number of epochs.
func several(p *page, epochs string) {
	p.t.Helper()
	p.ready()
	p.sample("Heart risk · synthetic, known rules")
	p.wait("#start")
	p.set("Epochs", epochs)
	p.choose("Restarts", "3 runs, up to 3 times as long")
}

// model waits until a run ends, and returns the model file.
func model(p *page) []byte {
	p.t.Helper()
	p.patience = 2 * time.Minute
	p.rules()
	_, file := p.download(func() { p.click("Download the model (JSON)") })
	return file
}

// Helpers, one per core, share the restarts. The model is identical to that of a single worker and of the command, even
// if helpers fail. All of them end with the run.
func TestHelpersMakeTheSameModel(t *testing.T) {
	t.Parallel()
	cores := min(runtime.NumCPU(), 3)
	if cores < 2 {
		t.Skip("one core: there are no helpers")
	}
	var want []byte
	for _, test := range []struct {
		name    string
		refuse  bool
		disturb func(p *page) // before the start, nil for nothing
		paused  bool
		started int
	}{
		{"undisturbed", false, nil, false, cores},
		{"a helper dies", false, loseHelper, false, cores + 1},
		{"paused", false, nil, true, cores},
		{"no helper can be started", true, nil, false, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(t, visit{path: unrefined, width: 1440, height: 900})
			several(p, "240") // long enough to be paused
			p.waitText("#settings", strconv.Itoa(cores)+" networks trained in parallel")
			watchHelpers(p, test.refuse)
			if test.disturb != nil {
				test.disturb(p)
			}
			if test.paused {
				p.trainUntil(currentRules)
				p.waitText("#train", "Paused.")
				p.click("Resume")
			} else {
				p.click("Start training")
			}
			file := model(p)
			if started, alive := helpers(p); started != test.started || alive != 0 {
				t.Errorf("%d helpers were started and %d are left, want %d and none", started, alive, test.started)
			}
			if want == nil {
				m, err := protocol.ReadModel(file)
				if err != nil || m.Learned.Request.Restarts != 3 {
					t.Fatalf("the request was %+v, %v", m.Learned.Request, err)
				}
				want = trainNatively(t, "heart-risk", m.Learned.Request)
			}
			checkModel(t, file, want)
		})
	}
}

// Restarts that are stopped early give the best rules of all of them. Loading a new table ends the helpers of the old one.
func TestHelpersStop(t *testing.T) {
	p := openReady(t, visit{width: 1440, height: 900})
	p.drop(".page", realdata.Path(t, "adult.csv"))
	p.waitText("#data", ">50K")
	p.settings()
	p.choose("Restarts", "5 runs, up to 5 times as long")
	watchHelpers(p, false)
	p.click("Start training")
	p.waitText("#train", "Current rules")
	p.measured("Stop of five runs", answered(p, "#stop", `document.querySelector("#stop") === null`), time.Second)
	if _, alive := helpers(p); alive != 0 {
		t.Errorf("%d helpers are left", alive)
	}
	p.section("Train")
	p.click("Train again")
	p.waitJS("helpers", `e2eHelpers.filter((w) => w.alive).length > 1`)
	p.waitText("#train", "Current rules")
	spawned, _ := helpers(p)
	p.section("Data")
	p.click("Open something else")
	p.sample("Tic-tac-toe endgames")
	// The next run uses the new table.
	p.waitJS("the end of the helpers", fmt.Sprintf(`e2eHelpers.slice(0, %d).every((w) => !w.alive)`, spawned))
	p.waitText("#data", "Start training")
}

var benchPool = flag.String("pool", "", "CSV file with a column label; without it five trainings are not measured")

// TestBenchPool prints a line of JSON: the seconds of five restarts without helpers and with them.
func TestBenchPool(t *testing.T) {
	if *benchPool == "" {
		t.Skip("it measures only when a table is named")
	}
	took := map[string]float64{}
	for _, refuse := range []bool{true, false} {
		p := open(t, visit{width: 1440, height: 900})
		p.ready()
		p.drop(".page", *benchPool)
		p.wait("#plan")
		p.settings()
		p.choose("Restarts", "5 runs, up to 5 times as long")
		watchHelpers(p, refuse)
		p.patience = time.Hour
		start := time.Now()
		p.train()
		took[map[bool]string{true: "alone", false: "helped"}[refuse]] = time.Since(start).Seconds()
	}
	took["ratio"] = took["alone"] / took["helped"]
	line, err := json.Marshal(took)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("%s\n", line)
}
