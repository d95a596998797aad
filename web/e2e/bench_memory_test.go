package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
)

// measured runs a measurement in a subtest, so that its page is closed afterwards.
func measured(t *testing.T, measure func(t *testing.T) float64) (x float64) {
	t.Helper()
	t.Run("empty", func(t *testing.T) { x = measure(t) })
	return x
}

// emptyPeak returns the peak of an empty page.
func emptyPeak(t *testing.T) float64 {
	return peak(t, openHTML(t, "<!DOCTYPE html><title>empty</title><link rel=icon href=data:,>").renderer())
}

// renderer returns the page's renderer process: the one that uses the processor while the page computes.
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

// rendererTimes returns the processor time of each renderer process in seconds.
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

// peak returns the peak resident memory of a process in millions of bytes.
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
