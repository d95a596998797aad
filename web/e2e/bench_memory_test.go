package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
)

// measured runs a measurement in a test of its own, so that its page is closed behind it.
func measured(t *testing.T, measure func(t *testing.T) float64) (x float64) {
	t.Helper()
	t.Run("empty", func(t *testing.T) { x = measure(t) })
	return x
}

// emptyPeak returns the peak of a page with nothing on it.
func emptyPeak(t *testing.T) float64 {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "<!DOCTYPE html><title>empty</title><link rel=icon href=data:,>")
	}))
	t.Cleanup(server.Close)
	p := open(t, visit{url: server.URL + "/"})
	return peak(t, p.renderer())
}

// renderer returns the process of the page: of all those that draw pages, the one that works while the page does.
func (p *page) renderer() int64 {
	p.t.Helper()
	before := p.rendererTimes()
	eval[bool](p, `(() => { for (const end = performance.now() + 500; performance.now() < end;); return true; })()`)
	found, most := int64(0), 0.0
	for id, seconds := range p.rendererTimes() {
		if grown := seconds - before[id]; grown > most {
			found, most = id, grown
		}
	}
	return found
}

// rendererTimes returns the seconds of computing of each process that draws pages.
func (p *page) rendererTimes() map[int64]float64 {
	p.t.Helper()
	info, err := chromedp.CallBrowser(p.ctx, systeminfo.GetProcessInfo, cdp.Empty{})
	p.must(err)
	times := map[int64]float64{}
	for _, process := range info.ProcessInfo {
		if process.Type == "renderer" {
			times[process.ID] = process.CPUTime
		}
	}
	return times
}

// peak returns the most memory that a process ever had in RAM, in millions of bytes.
func peak(t *testing.T, process int64) float64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", process))
	if err != nil {
		t.Skipf("memory is measured on Linux only: %v", err)
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kib float64
	if _, err := fmt.Sscanf(rest, "%f kB", &kib); err != nil {
		t.Fatalf("no peak in the status of process %d: %v", process, err)
	}
	return kib * 1024 / 1e6
}
