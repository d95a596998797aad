package e2e

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/chromedp"
)

var benchSteady = flag.Duration("steady", 0, "how long to train in the page, such as 10m; without it its memory is not measured")

// TestBenchSteady trains in the page at full speed for a long time, and prints a line of JSON. The line holds the
// memory of page and worker in MB, after a tenth of the time and at the end. The page's garbage is collected before
// each measurement.
func TestBenchSteady(t *testing.T) {
	if *benchSteady == 0 {
		t.Skip("it measures only when a time is given")
	}
	p := openReady(t, visit{width: 1440, height: 900})
	p.drop(".page", p.write("noise.csv", noise()))
	p.waitText("#plan", "features")
	p.settings()
	const mostEachSecond = 1500 // epochs: a run without improvement ends after a third, which no computer reaches
	p.fill("Epochs", strconv.Itoa(int(mostEachSecond*benchSteady.Seconds())))
	p.patience = *benchSteady
	process := p.renderer()
	p.click("Start training")
	p.waitText("#train", "Current rules")
	held := func() map[string]float64 {
		_, err := chromedp.Call(p.ctx, heapprofiler.CollectGarbage, cdp.Empty{})
		p.must(err)
		const mb = 1 << 20
		return map[string]float64{
			"page_and_worker_resident": resident(t, process) / mb,
			"page_wasm":                eval[float64](p, `e2ePrograms[0].exports.mem.buffer.byteLength`) / mb,
			"page_js_heap":             eval[float64](p, `performance.memory.usedJSHeapSize`) / mb,
			"page_elements":            eval[float64](p, `document.querySelectorAll("*").length`),
		}
	}
	time.Sleep(*benchSteady / 10)
	first, from := held(), p.epochShown()
	p.resetTasks()
	time.Sleep(*benchSteady * 9 / 10)
	longest := p.longestTask()
	last, to := held(), p.epochShown()
	fmt.Fprintf(os.Stdout, "{\"seconds\":%.0f,\"from\":%q,\"to\":%q,\"longest_task_ms\":%d",
		benchSteady.Seconds(), from, to, longest.Milliseconds())
	for _, name := range []string{"page_and_worker_resident", "page_wasm", "page_js_heap", "page_elements"} {
		fmt.Fprintf(os.Stdout, ",%q:[%.1f,%.1f]", name, first[name], last[name])
	}
	fmt.Fprintln(os.Stdout, "}")
	if from == to {
		t.Error("the training did not go on")
	}
}

// noise returns a table whose target depends on no column, so that no rules reach an accuracy of 100%.
func noise() string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("a,b,c,d,answer\n")
	for range 2000 {
		fmt.Fprintf(&b, "%d,%d,%d,%d,%s\n", r.IntN(100), r.IntN(100), r.IntN(100), r.IntN(100), []string{"no", "yes"}[r.IntN(2)])
	}
	return b.String()
}

// resident returns the resident memory of a process in bytes.
func resident(t *testing.T, process int64) float64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", process))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(status), "\n") {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 64)
			if err != nil {
				t.Fatal(err)
			}
			return kb * 1024
		}
	}
	t.Fatal("the system does not say how much memory a process has")
	return 0
}
