package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// axe is the source of axe-core, in the version that web/package-lock.json pins; npm installs it if it is missing.
var axe = sync.OnceValues(func() (string, error) {
	path := filepath.Join("..", "node_modules", "axe-core", "axe.min.js")
	if _, err := os.Stat(path); err != nil {
		if out, err := command("npm", "ci", "--prefix", "web", "--ignore-scripts", "--no-audit", "--no-fund").CombinedOutput(); err != nil {
			return "", fmt.Errorf("npm ci: %w\n%s", err, out)
		}
	}
	source, err := os.ReadFile(path)
	return string(source), err
})

// axeRun reports the violations that axe finds, of one rule if it is given: the rule, its requirement, and the first
// elements that break it.
const axeRun = `((rule) => axe.run(document,
	{resultTypes: ["violations"], runOnly: rule ? [rule] : ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
	.then((r) => r.violations.map((v) => v.id + ": " + v.help + "\n" +
		v.nodes.slice(0, 3).map((n) => "\t" + n.html.slice(0, 200) + "\n\t" + n.failureSummary.replaceAll("\n", " "))
		.join("\n"))))(%q)`

// findings runs axe on the page, with one rule or, for "", with all.
func (p *page) findings(rule string) []string {
	p.t.Helper()
	source, err := axe()
	p.must(err)
	if !eval[bool](p, `"axe" in self`) {
		p.do(chromedp.Evaluate[chromedp.Void](source))
	}
	p.waitJS("the movements to end", `document.getAnimations().length === 0`)
	return eval[[]string](p, fmt.Sprintf(axeRun, rule))
}

// media emulates a color scheme and forced colors.
func (p *page) media(dark, forced bool) {
	p.t.Helper()
	scheme, colours := "light", "none"
	if dark {
		scheme = "dark"
	}
	if forced {
		colours = "active"
	}
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "forced-colors", Value: colours}},
	})
	p.must(err)
}
