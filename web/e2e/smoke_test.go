package e2e

import (
	"strings"
	"testing"
)

func TestOpens(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"/", "/name/"} {
		for _, path := range []string{"", "index.html", "?a=b#c"} {
			t.Run(base+path, func(t *testing.T) {
				p := open(t, visit{base: base, path: path})
				p.ready()
				p.waitText("h1", "Drop a table")
				p.waitJS("the loading strip to go", `!document.getElementById("app-wasm-loader")`)
				p.shot("open" + strings.NewReplacer("/", "_", "?", "_").Replace(base+path))
			})
		}
	}
}

// withoutProgram is a path at which go-app's loader leaves the static page unchanged.
const withoutProgram = "?wasm=false"

// The first view is in the page before any script runs.
func TestOpensWithoutProgram(t *testing.T) {
	t.Parallel()
	p := open(t, visit{path: withoutProgram})
	p.waitText("h1", "Drop a table")
}

func TestWorksOffline(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"/", "/name/"} {
		t.Run(base, func(t *testing.T) {
			p := open(t, visit{base: base})
			p.ready()
			p.proxy.setOffline(true)
			for _, path := range []string{"", "index.html", "?a=b#c"} {
				p.goTo(path)
				p.ready()
				p.waitText("h1", "Drop a table")
			}
			p.reload()
			p.ready()
		})
	}
}
