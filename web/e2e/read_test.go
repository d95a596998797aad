package e2e

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// shortest and longest bound the interval between two checks of a wait. The interval grows, because a check interrupts the page.
const shortest, longest = 10 * time.Millisecond, 200 * time.Millisecond

// eval returns the value of a JavaScript expression. It waits for a promise and returns its result.
func eval[T any](p *page, expression string) T {
	p.t.Helper()
	value, err := evaluate[T](p, expression)
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// evaluate is eval for an expression that may fail.
func evaluate[T any](p *page, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, p.patience)
	defer cancel()
	underPolicy := func(params *runtime.EvaluateParams) { params.AllowUnsafeEvalBlockedByCSP = new(false) }
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise, underPolicy))
}

// allDrawn waits until every part of the page is drawn. Parts that are drawn later could move the others.
func (p *page) allDrawn() {
	p.t.Helper()
	p.waitJS("all to be drawn", `document.querySelector(".page")?.dataset.drawn !== "part"`)
}

// waitJS waits until an expression is true; what describes it in the failure message. During a navigation the expression counts as false.
func (p *page) waitJS(what, expression string) {
	p.t.Helper()
	p.waitFor(what, func() bool {
		holds, err := evaluate[bool](p, "Boolean("+expression+")")
		if err != nil && !strings.Contains(err.Error(), "Inspected target navigated") {
			p.t.Fatalf("%s: %v", expression, err)
		}
		return holds
	})
}

// waitFor waits until a condition holds.
func (p *page) waitFor(what string, holds func() bool) {
	p.t.Helper()
	for deadline, interval := time.Now().Add(p.patience), shortest; !holds(); interval = min(interval*3/2, longest) {
		time.Sleep(interval)
		if time.Now().After(deadline) {
			p.shot("timeout")
			p.t.Fatalf("waited %v for %s; the page says %q", p.patience, what, eval[string](p, "document.body.innerText"))
		}
	}
}

// wait waits until an element matches a CSS selector.
func (p *page) wait(selector string) {
	p.t.Helper()
	p.waitJS("element "+selector, "document.querySelector("+strconv.Quote(selector)+")")
}

// waitText waits until the visible text of the first match contains text.
func (p *page) waitText(selector, text string) {
	p.t.Helper()
	p.waitJS("text "+strconv.Quote(text)+" in "+selector,
		"document.querySelector("+strconv.Quote(selector)+")?.innerText.replaceAll('\\u00a0', ' ').includes("+strconv.Quote(text)+")")
}

// text returns the visible text of the first match.
func (p *page) text(selector string) string {
	p.t.Helper()
	p.wait(selector)
	return eval[string](p, "document.querySelector("+strconv.Quote(selector)+").innerText")
}

// longestTask returns the duration of the longest task of the page's main thread since the page was loaded or resetTasks was called. It
// ignores tasks below 50 ms.
func (p *page) longestTask() time.Duration {
	p.t.Helper()
	ms := eval[float64](p, "Math.max(0, ...e2eLongTasks)")
	return time.Duration(ms * float64(time.Millisecond))
}

// resetTasks clears the list of long tasks.
func (p *page) resetTasks() {
	p.t.Helper()
	eval[int](p, "e2eLongTasks.length = 0")
}
