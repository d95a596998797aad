package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"drnet/engine/protocol"
)

// The flags of make bench-browser.
var (
	benchTable   = flag.String("table", "", "CSV file to train on; without it nothing is measured")
	benchFirst   = flag.Bool("first", false, "measure the first screen")
	benchTarget  = flag.String("target", "", "column to predict")
	benchMissing = flag.String("missing", "own", "own, impute or drop")
	benchMarks   = flag.String("missing-values", "", "texts that mark a missing cell, separated by commas")
	benchEpochs  = flag.Int("epochs", 10_000, "passes through the rows; the layers alternate every tenth")
	benchBatch   = flag.Int("batch", 2_000, "rows in a step")
)

// benchScript trains in a worker of its own by the page's protocol, and measures the time from first to last step.
var benchScript = `(async (load, train) => {
	const module = await WebAssembly.compileStreaming(fetch("app.wasm"));
	const worker = new Worker(drnetWorker);
	let id = 0, started;
	const send = (type, body, file) => worker.postMessage({body: JSON.stringify({type, id: ++id, body}), file});
	return new Promise((done, failed) => {
		worker.onmessage = ({data}) => {
			if (data.exit !== undefined) return failed(data.reason);
			const {type, body} = JSON.parse(data.body);
			if (type === "welcome") send("load", load, document.querySelector("#bench").files[0]);
			if (type === "loaded") send("train", train);
			if (type === "started") started = {at: performance.now(), ...body};
			if (type === "refused") failed(body.message);
			if (type === "trained") done({
				seconds: (performance.now() - started.at) / 1000, steps: body.steps, rows: started.rows, features: started.features,
				accuracy: body.model.learnt.simplified.test.accuracy});
		};
		worker.postMessage({module});
		send("hello", {version: ` + strconv.Itoa(protocol.Version) + `});
	});
})`

// TestBench is make bench-browser: it prints one line of JSON.
func TestBench(t *testing.T) {
	if *benchTable == "" {
		t.Skip("it measures only when a table is named")
	}
	p := open(t, visit{path: withoutProgram})
	p.wait("#file")
	p.patience = time.Hour
	eval[bool](p, `(() => {
		const input = Object.assign(document.createElement("input"), {type: "file", id: "bench"});
		document.body.append(input);
		return true;
	})()`)
	path := *benchTable
	if !filepath.IsAbs(path) {
		path = filepath.Join(moduleDir, path)
	}
	p.setFiles("#bench", path)
	options := map[string]any{}
	if *benchMarks != "" {
		options["missing_values"] = strings.Split(*benchMarks, ",")
	}
	load, _ := json.Marshal(map[string]any{"options": options})
	train, _ := json.Marshal(map[string]any{
		"target": *benchTarget, "encoding": map[string]any{"policy": *benchMissing},
		"network": map[string]any{"epochs": *benchEpochs, "alternate_epochs": max(*benchEpochs/10, 1), "batch": *benchBatch, "seed": 1},
		"split":   map[string]any{"share": 0.2, "seed": 1},
	})
	r := eval[struct {
		Seconds, Accuracy     float64
		Steps, Rows, Features int
	}](p, fmt.Sprintf("%s(%s, %s)", benchScript, load, train))
	line, err := json.Marshal(struct {
		Table     string  `json:"table"`
		Rows      int     `json:"rows"` // trained on
		Features  int     `json:"features"`
		Batch     int     `json:"batch"`
		Epochs    int     `json:"epochs"`
		Steps     int     `json:"steps"`
		Seconds   float64 `json:"seconds"`
		MsPerStep float64 `json:"ms_per_step"`
		Accuracy  float64 `json:"test_accuracy"`
	}{
		filepath.Base(*benchTable), r.Rows, r.Features, *benchBatch, *benchEpochs, r.Steps, r.Seconds, 1000 * r.Seconds / float64(r.Steps),
		r.Accuracy,
	})
	p.must(err)
	fmt.Fprintf(os.Stdout, "%s\n", line)
}
