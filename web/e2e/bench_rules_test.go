package e2e

import (
	"cmp"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"drnet/engine/protocol"
	"drnet/engine/realdata"
)

var benchTables = flag.String("tables", "",
	"tables to learn from, separated by commas: adult, magic, heloc, house, or numbers of generated rows; without it nothing is measured")

var targets = map[string]string{"adult": "label", "magic": "class:", "heloc": "RiskPerformance", "house": "binaryClass"}

// learned are the figures of a run with default settings.
type learned struct {
	Table      string  `json:"table"`
	Rows       int     `json:"rows"`
	First      float64 `json:"first_seconds"` // from the start to the first refined rules that are shown
	Seconds    float64 `json:"seconds"`       // from the start to the final rules
	Accuracy   float64 `json:"accuracy"`      // on the test rows
	Rules      int     `json:"rules"`
	Conditions int     `json:"conditions"`
	Steps      int     `json:"train_steps"`
	Browser    string  `json:"browser"`
	Shown      float64 `json:"shown_seconds,omitempty"` // from the drop to the final rules
	Peak       float64 `json:"peak_mb,omitempty"`       // of the renderer's memory
}

// TestBenchRules is make bench-rules: the page learns rules from each table, which is dropped onto it.
func TestBenchRules(t *testing.T) { benchRules(t, learnInPage) }

// TestBenchRulesNative is make bench-rules-native: the command does, and its seconds include reading the file.
func TestBenchRulesNative(t *testing.T) { benchRules(t, learnByCommand) }

// benchRules prints a line of JSON for each table, with the medians of its runs.
func benchRules(t *testing.T, learn func(t *testing.T, path, target string) learned) {
	if *benchTables == "" {
		t.Skip("it measures only when tables are named")
	}
	for table := range strings.SplitSeq(*benchTables, ",") {
		path, target := filepath.Join(t.TempDir(), table+".csv"), "label"
		if rows, err := strconv.Atoi(table); err == nil {
			writeAdultLike(t, path, 14, func(n int, _ int64) bool { return n >= rows })
		} else {
			path, target = realdata.Path(t, table+".csv"), targets[table]
		}
		var runs []learned
		for range *benchRuns {
			t.Run(table, func(t *testing.T) { runs = append(runs, learn(t, path, target)) })
		}
		if t.Failed() {
			return
		}
		median := runs[0]
		median.Table = table
		for _, of := range []func(r *learned) *float64{
			func(r *learned) *float64 { return &r.First }, func(r *learned) *float64 { return &r.Seconds },
			func(r *learned) *float64 { return &r.Shown }, func(r *learned) *float64 { return &r.Peak },
		} {
			slices.SortFunc(runs, func(a, b learned) int { return cmp.Compare(*of(&a), *of(&b)) })
			*of(&median) = rounded(*of(&runs[len(runs)/2]))
		}
		printLine(t, median)
	}
}

// scored adds what a model file holds.
func (r learned) scored(t *testing.T, file []byte) learned {
	m, err := protocol.ReadModel(file)
	if err != nil {
		t.Fatal(err)
	}
	o := m.Learned.Outcome()
	r.Accuracy, r.Rules, r.Conditions = rounded(o.Test.Accuracy), o.Rules, o.Conditions
	return r
}

// stepsScript records the steps of a run.
const stepsScript = `globalThis.Worker = class extends Worker {
	constructor(script) {
		super(script);
		this.addEventListener("message", ({data}) => {
			if (data.body?.startsWith('{"type":"trained"')) globalThis.e2eSteps = JSON.parse(data.body).body.steps;
		});
	}
}`

// learnScript presses Start and resolves to the seconds until refined rules are shown, and until the final ones are.
const learnScript = `new Promise((done) => {
	const start = performance.now(), took = () => (performance.now() - start) / 1000;
	let first;
	document.querySelector("#start").click();
	const look = () => {
		if (document.querySelector("#found")) first ??= took();
		[...document.querySelectorAll("#toast button")].find((b) => b.textContent.startsWith("Show the rules"))?.click();
		if (!document.title.startsWith("Done.") || !document.querySelector("#rules .sentence")) return setTimeout(look, 10);
		done({first_seconds: first ?? took(), seconds: took(), train_steps: e2eSteps});
	};
	look();
})`

func learnInPage(t *testing.T, path, target string) learned {
	p := open(t, visit{path: withoutProgram, width: 1440, height: 900})
	_, err := chromedp.Call(p.ctx, cdppage.AddScriptToEvaluateOnNewDocument,
		cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: stepsScript})
	p.must(err)
	version, err := chromedp.CallBrowser(p.ctx, cdpbrowser.GetVersion, cdp.Empty{})
	p.must(err)
	p.goTo("")
	p.ready()
	p.patience = time.Hour
	process := p.renderer()
	dropped := time.Now()
	p.drop(".page", path)
	p.waitText("#data", "rows, ") // the whole table: a target chosen in its preview may be lost
	p.choose("Target column", target+" (binary)")
	p.waitText("#plan", "features")
	rows := eval[int](p, `parseInt(document.querySelector("#data").textContent.match(/([\d,]+) rows/)[1].replaceAll(",", ""))`)
	r := eval[learned](p, learnScript)
	r.Rows, r.Browser = rows, version.Product
	r.Shown = time.Since(dropped).Seconds()
	r.Peak = peak(t, process)
	return r.scored(t, model(p))
}

func learnByCommand(t *testing.T, path, target string) (r learned) {
	model := filepath.Join(t.TempDir(), "model.json")
	program := filepath.Join(scratch, "drnet")
	if out, err := command("go", "build", "-o", program, "./engine/cmd/drnet").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	start := time.Now()
	out, err := exec.Command(program, "train", "-quiet", "-format", "json", "-target", target, "-model", model, path).Output()
	r.Seconds = time.Since(start).Seconds()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	report := struct{ Rows, Steps int }{}
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatal(err)
	}
	r.First, r.Rows, r.Steps = r.Seconds, report.Rows, report.Steps // the command prints the final rules only
	file, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	return r.scored(t, file)
}
