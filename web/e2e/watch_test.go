package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"sync"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// watchScript runs in every document before its own scripts. It turns policy violations into console errors,
// records long tasks and started programs, and applies the styles for a mouse.
const watchScript = `(() => {
  globalThis.e2eLongTasks = [];
  globalThis.e2ePrograms = [];
  const start = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (...args) => {
    const program = await start.apply(WebAssembly, args);
    e2ePrograms.push(program.instance);
    return program;
  };
  // A headless browser has none.
  addEventListener("load", () => {
    for (const sheet of document.styleSheets) for (const {media} of sheet.cssRules)
      if (media) media.mediaText = media.mediaText.replace(" and (hover: hover)", "");
  });
  addEventListener("securitypolicyviolation", (e) =>
    console.error("policy violation: " + e.effectiveDirective + " blocked " + e.blockedURI));
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) e2eLongTasks.push(task.duration);
  }).observe({ type: "longtask", buffered: true });
})()`

// problems collects the problems that a page reports.
type problems struct {
	mu       sync.Mutex
	list     []string
	expected []*regexp.Regexp
}

func (p *problems) add(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = append(p.list, fmt.Sprintf(format, args...))
}

// take returns the unexpected problems so far, and clears the list of problems.
func (p *problems) take() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := slices.DeleteFunc(p.list, func(problem string) bool {
		return slices.ContainsFunc(p.expected, func(e *regexp.Regexp) bool { return e.MatchString(problem) })
	})
	p.list = nil
	return list
}

// expect ignores problems that match a pattern, at any time.
func (p *problems) expect(pattern string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expected = append(p.expected, regexp.MustCompile(pattern))
}

// aboutFrames is Chromium's warning about every page with a sandbox of its own. It concerns frames, and the page cannot
// be framed.
const aboutFrames = "An iframe which has both allow-scripts and allow-same-origin"

// watchConsole collects exceptions, errors and warnings, including the browser's own.
func (p *page) watchConsole() {
	p.expect(aboutFrames)
	p.hearConsole(func(m chromedp.ConsoleMessage) {
		switch m.Type {
		case chromedp.ConsoleError, chromedp.ConsoleException, chromedp.ConsoleWarning, "assert":
			p.problems.add("console: %s (%s:%d)", m, m.URL, m.Line+1)
		}
	})
}

// hearConsole calls do, on its own goroutine, with each message of the console from now on.
func (p *page) hearConsole(do func(chromedp.ConsoleMessage)) {
	messages := chromedp.Console(p.ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			do(m)
		}
	}()
}

// watchPolicy collects violations of the content security policy as the browser reports them, including those of
// workers.
func (p *page) watchPolicy() error {
	issues := chromedp.Events(p.ctx, audits.IssueAdded)
	go func() {
		for event, err := range issues {
			if err != nil {
				return
			}
			if v := event.Issue.Details.ContentSecurityPolicyIssueDetails; v != nil {
				p.problems.add("policy violation: %s blocked %q", v.ViolatedDirective, v.BlockedURL)
			}
		}
	}()
	_, err := chromedp.Call(p.ctx, audits.Enable, cdp.Empty{})
	return err
}

// watchLeaving confirms the browser's prompts about leaving the page, and counts them.
func (p *page) watchLeaving() {
	dialogs := chromedp.Events(p.ctx, cdppage.JavascriptDialogOpening)
	go func() {
		for dialog, err := range dialogs {
			if err != nil {
				return
			}
			if dialog.Type == cdppage.DialogTypeBeforeunload {
				p.leaving.Add(1)
			} else {
				p.problems.add("the page opens a dialog: %s", dialog.Message)
			}
			if _, err := chromedp.Call(p.ctx, cdppage.HandleJavaScriptDialog, cdppage.HandleJavaScriptDialogParams{Accept: true}); err != nil {
				return
			}
		}
	}()
}
