package e2e

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"drnet/engine/dataset/spreadsheet/booktest"
	"drnet/engine/protocol"
)

// The flags of make bench-read.
var (
	benchMB   = flag.Int("mb", 0, "size of the file to read, in millions of bytes; without it nothing is measured")
	benchRows = flag.Int("rows", 0, "rows of 14 columns to read and to train on for a few epochs; without it nothing is measured")
	benchBook = flag.Int("book", 0, "rows of 15 columns of a workbook to read; without it nothing is measured")
	benchRuns = flag.Int("runs", 3, "runs, of which the median counts")
)

// papaparse is the library to compare with, in the version that this benchmark was written for.
const papaparse = "papaparse@5.7.1"

const fewEpochs = 3 // enough to allocate all memory of a run

// readScript reads the chosen file in a worker of its own by the page's protocol, and trains up to the named event. It
// resolves to two durations in seconds: from the request to the table, and from the next request to the packed bits.
var readScript = `(async (train, until) => {
	const module = await WebAssembly.compileStreaming(fetch("app.wasm"));
	const worker = new Worker(drnetWorker);
	const file = document.querySelector("#bench").files[0];
	let id = 0, start;
	const result = {};
	const took = () => (performance.now() - start) / 1000;
	const send = (type, body, file) => {
		start = performance.now();
		worker.postMessage({body: JSON.stringify({type, id: ++id, body}), file});
	};
	return new Promise((done) => {
		const end = () => { worker.terminate(); done(result); };
		worker.onmessage = ({data}) => {
			if (data.exit !== undefined) { result.refused = "the worker ended: " + data.reason; return end(); }
			const {type, body} = JSON.parse(data.body);
			if (type === "welcome") send("load", {name: file.name, size: file.size, options: {}}, file);
			if (type === "loaded") { result.loaded = took(); result.rows = body.table.rows; send("train", train); }
			if (type === "started") { result.packed = took(); result.features = body.features; }
			if (type === "refused") result.refused = body.message + (body.hint ? ": " + body.hint : "");
			if (type === "trained") result.trained = took();
			if (type === until || type === "refused") end();
		};
		worker.postMessage({module});
		send("hello", {version: ` + strconv.Itoa(protocol.Version) + `});
	});
})`

// A reading is the result of reading a file in a worker: seconds, counts, or the reason for rejection.
type reading struct {
	Loaded, Packed, Trained float64
	Rows, Features          int
	Refused                 string
}

// TestBenchRead is make bench-read ARGS="-mb 200": it prints one line of JSON. A peak is the peak resident memory
// (VmHWM) of the page's process and its workers, minus that of an empty page. The browser's own measure reports current
// memory, not the peak.
func TestBenchRead(t *testing.T) {
	if *benchMB == 0 {
		t.Skip("it measures only when a size is given")
	}
	path := filepath.Join(t.TempDir(), "adult-like.csv")
	rows := writeAdultLike(t, path, 15, func(_ int, size int64) bool { return size >= int64(*benchMB)*1e6 })
	library := installPapaparse(t)
	var b readBench
	for range *benchRuns {
		b.add("empty_mb", measured(t, emptyPeak))
		b.page(t, path, rows)
		b.worker(t, path)
		for _, mode := range []string{"step", "chunk"} {
			b.papaparse(t, library, path, mode, rows)
		}
	}
	b.print(t, rows, path)
}

// TestBenchRows is make bench-read ARGS="-rows 10000000": it prints one line of JSON with the peak, or the refusal.
func TestBenchRows(t *testing.T) {
	if *benchRows == 0 {
		t.Skip("it measures only when a number of rows is given")
	}
	path := filepath.Join(t.TempDir(), "adult-like.csv")
	writeAdultLike(t, path, 14, func(rows int, _ int64) bool { return rows >= *benchRows })
	size, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	empty := measured(t, emptyPeak)
	p, process := chosenIn(t, path)
	r := readIn(p, fewEpochs, "trained")
	printLine(t, map[string]any{
		"asked_rows": *benchRows, "mb": rounded(float64(size.Size()) / 1e6), "rows": r.Rows, "features": r.Features, "refused": r.Refused,
		"load_s": rounded(r.Loaded), "pack_s": rounded(r.Packed), "train_s": rounded(r.Trained),
		"epochs": fewEpochs, "peak_mb": rounded(peak(t, process) - empty),
	})
}

// TestBenchBook is make bench-read ARGS="-book 100000": it prints one line of JSON with the seconds until the page shows the table
// of a workbook, and the peak.
func TestBenchBook(t *testing.T) {
	if *benchBook == 0 {
		t.Skip("it measures only when a number of rows is given")
	}
	dir := t.TempDir()
	text, path := filepath.Join(dir, "adult-like.csv"), filepath.Join(dir, "adult-like.xlsx")
	rows := writeAdultLike(t, text, 15, func(rows int, _ int64) bool { return rows >= *benchBook })
	file, err := os.Open(text)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.TrimLeadingSpace = true
	records, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	book := booktest.FromRecords(records)
	if err := os.WriteFile(path, book, 0o644); err != nil {
		t.Fatal(err)
	}
	var b readBench
	for range *benchRuns {
		b.add("empty_mb", measured(t, emptyPeak))
		b.page(t, path, rows)
	}
	printLine(t, map[string]any{
		"book_mb": rounded(float64(len(book)) / 1e6), "rows": rows, "runs": *benchRuns,
		"shown_s": rounded(b.median("shown_s")), "page_peak_mb": rounded(b.median("page_peak_mb")),
	})
}

// readBench collects the figures of all runs by name.
type readBench struct{ figures map[string][]float64 }

func (b *readBench) add(name string, x float64) {
	if b.figures == nil {
		b.figures = map[string][]float64{}
	}
	b.figures[name] = append(b.figures[name], x)
}

func (b *readBench) median(name string) float64 {
	list := slices.Sorted(slices.Values(b.figures[name]))
	if len(list) == 0 {
		return 0
	}
	return list[len(list)/2]
}

// page chooses the file on our page, as a user does, and waits until the page shows the number of rows.
func (b *readBench) page(t *testing.T, path string, rows int) {
	t.Run("page", func(t *testing.T) {
		p := openReady(t, visit{width: 1440, height: 900, patience: time.Hour})
		process := p.renderer()
		eval[bool](p, `globalThis.chosen = new Promise((done) =>
			addEventListener("change", () => done(performance.now()), {capture: true, once: true})), true`)
		p.setFiles("#file", path)
		shown := thousands(rows) + " rows, 15 columns"
		b.add("shown_s", eval[float64](p, `chosen.then((start) => new Promise((done) => {
			const look = () => document.querySelector("#data")?.textContent.includes("`+shown+`")
				? done((performance.now() - start) / 1000) : setTimeout(look, 10);
			look();
		}))`))
		b.add("page_peak_mb", peak(t, process)-b.median("empty_mb"))
	})
}

// worker reads the file without the page, up to packed bits.
func (b *readBench) worker(t *testing.T, path string) {
	t.Run("worker", func(t *testing.T) {
		p, process := chosenIn(t, path)
		r := readIn(p, 1, "started")
		if r.Refused != "" {
			t.Fatal(r.Refused)
		}
		b.add("loaded_s", r.Loaded)
		b.add("packed_s", r.Loaded+r.Packed)
		b.add("worker_peak_mb", peak(t, process)-b.median("empty_mb"))
	})
}

// papaparse parses the file in a worker of a page of its own.
func (b *readBench) papaparse(t *testing.T, library, path, mode string, rows int) {
	t.Run("papaparse "+mode, func(t *testing.T) {
		mux := http.NewServeMux()
		mux.Handle("/", http.FileServer(http.Dir("testdata/papaparse")))
		mux.Handle("/papaparse.min.js", http.FileServer(http.Dir(library)))
		server := httptest.NewServer(mux)
		t.Cleanup(server.Close)
		p := open(t, visit{url: server.URL + "/"})
		p.patience = time.Hour
		p.expect("favicon|404")
		process := p.renderer()
		p.setFiles("#file", path)
		got := eval[struct {
			Seconds float64
			Rows    int
			Problem string
		}](p, `new Promise((done) => {
			const start = performance.now();
			const worker = new Worker("worker.js");
			worker.onmessage = ({data}) => done({seconds: (performance.now() - start) / 1000, ...data});
			worker.postMessage({file: document.querySelector("#file").files[0], mode: "`+mode+`"});
		})`)
		if got.Rows != rows+1 || got.Problem != "" {
			t.Errorf("papaparse read %d rows, want %d: %s", got.Rows, rows+1, got.Problem)
		}
		b.add("papaparse_"+mode+"_s", got.Seconds)
		b.add("papaparse_"+mode+"_peak_mb", peak(t, process)-b.median("empty_mb"))
	})
}

// print prints the medians, and our speedup over the faster of the other two.
func (b *readBench) print(t *testing.T, rows int, path string) {
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	mb := float64(info.Size()) / 1e6
	line := map[string]any{"mb": rounded(mb), "rows": rows, "runs": *benchRuns, "papaparse": papaparse}
	for name := range b.figures {
		line[name] = rounded(b.median(name))
	}
	other := min(b.median("papaparse_step_s"), b.median("papaparse_chunk_s"))
	for name, seconds := range map[string]float64{
		"shown_mb_per_s": b.median("shown_s"), "loaded_mb_per_s": b.median("loaded_s"),
		"packed_mb_per_s": b.median("packed_s"), "papaparse_mb_per_s": other,
	} {
		line[name] = rounded(mb / seconds)
	}
	line["shown_ratio"], line["packed_ratio"] = rounded(other/b.median("shown_s")), rounded(other/b.median("packed_s"))
	printLine(t, line)
}

// chosenIn opens a page without our program and chooses the file there.
func chosenIn(t *testing.T, path string) (p *page, process int64) {
	t.Helper()
	p = open(t, visit{path: withoutProgram})
	p.patience = time.Hour
	p.wait("#file")
	eval[bool](p, `document.body.append(Object.assign(document.createElement("input"), {type: "file", id: "bench"})), true`)
	process = p.renderer()
	p.setFiles("#bench", path)
	return p, process
}

// readIn reads the chosen file and trains up to an event.
func readIn(p *page, epochs int, until string) reading {
	p.t.Helper()
	train, err := json.Marshal(map[string]any{
		"target": "label", "network": map[string]any{"epochs": epochs, "alternate_epochs": 1, "batch": 2000, "seed": 1},
		"split": map[string]any{"share": 0.2, "seed": 1},
	})
	p.must(err)
	return eval[reading](p, fmt.Sprintf("%s(%s, %q)", readScript, train, until))
}

// installPapaparse installs the library with npm and returns its folder.
func installPapaparse(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	npm := command("npm", "install", "--prefix", dir, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", papaparse)
	if out, err := npm.CombinedOutput(); err != nil {
		t.Fatalf("npm install %s: %v\n%s", papaparse, err, out)
	}
	return filepath.Join(dir, "node_modules", "papaparse")
}

// writeAdultLike writes rows that resemble the census table until enough reports true, and returns their number. With
// 15 columns the last is the label; with 14 a number is left out.
func writeAdultLike(t *testing.T, path string, columns int, enough func(rows int, size int64) bool) (rows int) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriterSize(file, 1<<20)
	header := "age, workclass, fnlwgt, education, education_num, marital-status, occupation, relationship, race, sex, " +
		"capital-gain, capital-loss, hours-per-week, native-country, label\n"
	if columns == 14 {
		header = strings.Replace(header, "education_num, ", "", 1)
	}
	size, _ := w.WriteString(header)
	c := census{random: 1}
	var line []byte
	for total := int64(size); !enough(rows, total); rows++ {
		line = c.row(line[:0], columns)
		w.Write(line)
		total += int64(len(line))
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// thousands writes a count as the page does.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func rounded(x float64) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 4, 64), 64)
	return r
}

func printLine(t *testing.T, line any) {
	t.Helper()
	text, err := json.Marshal(line)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(os.Stdout, "%s\n", text)
}
