package e2e

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

var (
	soakCycles = flag.Int("cycles", 100, "how often the soak test loads, trains, refines and exports")
	soakMB     = flag.Int("soak-mb", 1000, "size of the large file of the soak test, in millions of bytes")
)

// grown bounds the growth of memory during a test: of the process, of JavaScript, of the page's program, and in the browser's own count
// for page and workers. It is generous, because the memory of the program never shrinks, and Go may collect garbage late on a busy
// machine.
const grown = 1.10

// nightly skips a long test unless it is run by make nightly.
func nightly(t *testing.T) {
	t.Helper()
	if os.Getenv("NIGHTLY") != "1" {
		t.Skip("it takes long: make nightly")
	}
}

// memory holds the memory of page and workers in bytes after garbage collection, and the number of workers.
type memory struct{ resident, heap, program, workers float64 }

func (m memory) String() string {
	return fmt.Sprintf("resident %.1f MB, JavaScript %.1f MB, WebAssembly of the page %.1f MB, workers %.0f",
		m.resident/1e6, m.heap/1e6, m.program/1e6, m.workers)
}

// held collects garbage and measures. The page's process also runs its workers, so resident includes all of them.
func (p *page) held(process int64) memory {
	p.t.Helper()
	// After a click by an accessible name, the browser keeps an accessibility tree, which takes memory until it is disabled.
	_, err := chromedp.Call(p.ctx, accessibility.Enable, cdp.Empty{})
	p.must(err)
	_, err = chromedp.Call(p.ctx, accessibility.Disable, cdp.Empty{})
	p.must(err)
	for range 2 { // the first pass may make more memory collectable
		_, err := chromedp.Call(p.ctx, heapprofiler.CollectGarbage, cdp.Empty{})
		p.must(err)
	}
	heap, err := chromedp.Call(p.ctx, runtime.GetHeapUsage, cdp.Empty{})
	p.must(err)
	return memory{
		resident(p.t, process), heap.UsedSize, eval[float64](p, `e2ePrograms[0].exports.mem.buffer.byteLength`),
		float64(p.workers()),
	}
}

// workers counts the page's workers, without the service worker.
func (p *page) workers() int {
	p.t.Helper()
	all, err := chromedp.CallBrowser(p.ctx, target.GetTargets, target.GetTargetsParams{Filter: target.Filter{{Type: "worker"}}})
	p.must(err)
	return len(all.TargetInfos)
}

// counted returns the browser's own count of bytes for the page and its workers, by purpose. It takes seconds.
func (p *page) counted() (all float64, parts string) {
	p.t.Helper()
	m := eval[struct {
		Bytes     float64
		Breakdown []struct {
			Bytes       float64
			Types       []string
			Attribution []struct{ Scope string }
		}
	}](p, `performance.measureUserAgentSpecificMemory()`)
	for _, part := range m.Breakdown {
		if part.Bytes > 0 {
			parts += fmt.Sprintf(" %.1f %v %v;", part.Bytes/1e6, part.Types, part.Attribution)
		}
	}
	return m.Bytes, parts
}

// middle returns the medians of measurements.
func middle(list []memory) memory {
	of := func(value func(memory) float64) float64 {
		var all []float64
		for _, m := range list {
			all = append(all, value(m))
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	return memory{
		of(func(m memory) float64 { return m.resident }), of(func(m memory) float64 { return m.heap }),
		of(func(m memory) float64 { return m.program }), of(func(m memory) float64 { return m.workers }),
	}
}

// within fails if memory has grown beyond the bound.
func (m memory) within(t *testing.T, before memory) {
	t.Helper()
	for _, part := range []struct {
		name     string
		now, was float64
	}{
		{"resident", m.resident, before.resident},
		{"JavaScript's", m.heap, before.heap},
		{"the page's WebAssembly", m.program, before.program},
	} {
		if part.now > grown*part.was {
			t.Errorf("%s memory grew from %.1f MB to %.1f MB", part.name, part.was/1e6, part.now/1e6)
		}
	}
	if m.workers != before.workers {
		t.Errorf("the number of workers changed from %.0f to %.0f", before.workers, m.workers)
	}
}

// TestSoak loads a table, trains, refines and exports repeatedly in one tab. The model is the same in every cycle, and
// memory does not grow.
func TestSoak(t *testing.T) {
	nightly(t)
	p := openReady(t, visit{width: 1440, height: 900, patience: 2 * time.Minute})
	process := p.renderer()
	table := p.write("people.csv", people())
	var all []memory
	var sums []float64 // counted, after every tenth cycle
	first := ""
	for cycle := range *soakCycles {
		p.drop(".page", table)
		p.waitJS("the table, untrained", `/Train\s*\(upcoming\)/.test(document.body.innerText)`)
		p.waitText("#plan", "features")
		p.allDrawn()
		p.set("Epochs", "2000")
		p.allDrawn()
		eval[bool](p, `document.querySelector("#start").click() ?? true`)
		p.rules()
		p.click("Export")
		p.click("model file (JSON)")
		p.waitText("#panel-export", "model.json, ")
		_, model := p.download(func() { p.click("Download") })
		p.must(os.Remove(p.downloads + "/model.json"))
		hash := fmt.Sprintf("%x", sha256.Sum256(model))
		if first == "" {
			first = hash
		}
		if hash != first {
			t.Fatalf("cycle %d: the model has the hash %s, want %s as in the first cycle", cycle+1, hash, first)
		}
		p.click("Rules")
		all = append(all, p.held(process))
		if cycle%10 == 9 {
			bytes, parts := p.counted()
			sums = append(sums, bytes)
			t.Logf("cycle %d: %v, counted %.1f MB:%s", cycle+1, all[cycle], bytes/1e6, parts)
		}
	}
	const warm, some = 10, 10 // until then caches fill
	if len(all) < warm+2*some {
		t.Fatalf("%d cycles are too few to compare", len(all))
	}
	before, after := middle(all[warm:warm+some]), middle(all[len(all)-some:])
	t.Logf("cycles %d to %d: %v", warm+1, warm+some, before)
	t.Logf("the last %d of %d: %v; model %s", some, len(all), after, first)
	after.within(t, before)
	if was, now := sums[1], sums[len(sums)-1]; now > grown*was {
		t.Errorf("the browser counted %.1f MB after 20 cycles, and %.1f MB at the end", was/1e6, now/1e6)
	}
}

// TestSoakLargeFile reads a large file, and cancels another reading of it. Once a small table is loaded again, the
// large file's worker and memory are freed.
func TestSoakLargeFile(t *testing.T) {
	nightly(t)
	path := filepath.Join(t.TempDir(), "large.csv")
	rows := writeAdultLike(t, path, 15, func(_ int, size int64) bool { return size >= int64(*soakMB)*1e6 })
	p := openReady(t, visit{width: 1440, height: 900, patience: 20 * time.Minute})
	process := p.renderer()
	small := p.write("people.csv", people())
	again := func() memory {
		p.drop(".page", small)
		p.waitText(".table-button", "people.csv")
		p.waitText("#plan", "features")
		p.allDrawn()
		return p.held(process)
	}
	again() // the second table is the reference
	before := again()
	t.Logf("a small table: %v", before)

	p.drop(".page", path)
	p.waitText("#data .reading", "MB/s")
	p.waitJS("a tenth of it", `((bar) => bar && bar.value > bar.max / 10)(document.querySelector("#data .reading progress"))`)
	t.Logf("while it is read: %v", p.held(process))
	p.click("Cancel")
	p.waitJS("the reading to end", `document.querySelector(".reading") === null`)
	cancelled := again()
	t.Logf("after a cancelled reading: %v", cancelled)
	cancelled.within(t, before)

	p.drop(".page", path)
	p.waitJS("the large table", fmt.Sprintf(`document.querySelector("#data").innerText.includes(%q)`, "large.csv: "+thousands(rows)+" rows"))
	t.Logf("with %d rows: %v", rows, p.held(process))
	read := again()
	t.Logf("after it: %v", read)
	read.within(t, before)
}
