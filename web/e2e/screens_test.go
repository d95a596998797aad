package e2e

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A look is a layout and a theme of the page.
type look struct {
	name         string
	width        int64
	dark, forced bool
}

// looks are the four layouts in the light theme, and the other themes. At 200% zoom a window of 1440 px has the layout of 720.
var looks = []look{
	{"1440-light", 1440, false, false},
	{"1440-dark", 1440, true, false},
	{"1440-forced", 1440, true, true},
	{"1024-light", 1024, false, false},
	{"768-dark", 768, true, false},
	{"720-zoomed", 720, false, false},
	{"360-light", 360, false, false},
	{"360-dark", 360, true, false},
}

// TestScreens writes a screenshot of every view in every look for review, into the folder that SCREENS names. It adds
// an index page of all of them; make screens calls it.
func TestScreens(t *testing.T) {
	dir := os.Getenv("SCREENS")
	if dir == "" {
		t.Skip("it only makes pictures: make screens")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	var views []string
	for _, way := range []func(*page, func(string)){walk, walkClasses} {
		p := open(t, visit{width: 1440, height: 900})
		way(p, func(view string) {
			views = append(views, view)
			for _, l := range looks {
				p.media(l.dark, l.forced)
				p.unroll(l.width)
				p.waitJS("the movements to end", `document.getAnimations().length === 0`)
				p.picture(filepath.Join(dir, view+"-"+l.name+".png"))
			}
			p.media(false, false)
			p.resize(1440, 900)
		})
	}
	if err := os.WriteFile(filepath.Join(dir, "index.html"), sheet(views), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d pictures in %s", len(views)*len(looks), dir)
}

// unroll makes the window as high as the page, so that the whole page is visible and nothing overlaps.
func (p *page) unroll(width int64) {
	p.t.Helper()
	p.resize(width, 900)
	eval[bool](p, "scrollTo(0, 0), true")
	const most = 8000 // pixels: more than any view should need
	p.resize(width, min(max(eval[int64](p, "document.documentElement.scrollHeight"), 600), most))
}

// sheet returns a page of all pictures: a line for each view.
func sheet(views []string) []byte {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html><html lang=en><meta charset=utf-8><title>Screens</title>\n" +
		"<style>body{font:14px sans-serif;background:#888}" +
		"section{display:flex;gap:12px;align-items:start;overflow-x:auto}" +
		"figure{margin:0}img{max-height:720px;max-width:560px}</style>\n")
	for _, view := range views {
		fmt.Fprintf(&b, "<h2>%s</h2><section>", html.EscapeString(view))
		for _, l := range looks {
			name := html.EscapeString(view + "-" + l.name)
			fmt.Fprintf(&b, "<figure><a href=%q><img loading=lazy src=%q alt=%q></a><figcaption>%s</figcaption></figure>\n",
				name+".png", name+".png", name, l.name)
		}
		b.WriteString("</section>\n")
	}
	return []byte(b.String())
}
