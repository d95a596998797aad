package site

import (
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

func TestMendMarkup(t *testing.T) {
	for _, test := range []struct {
		name string
		ui   app.UI
		want string
	}{
		{"order", app.Div().ID("b").Class("a").Lang("en"), `<div class="a" id="b" lang="en"></div>`},
		{"quotes", app.Div().Title("say \"a < b\"\n\\"), "<div title=\"say &#34;a &lt; b&#34;\n\\\"></div>"},
		{"text", app.P().Text("a < b > c"), "<p>a &lt; b &gt; c</p>"},
		{"self-closing", app.Img().Alt("").Src("x.png"), `<img alt src="x.png">`},
		{"false boolean", app.Button().Disabled(false), `<button></button>`},
		{"true boolean", app.Button().Disabled(true), `<button disabled></button>`},
		{"aria", app.Span().Aria("hidden", true).Aria("busy", false), `<span aria-busy="false" aria-hidden="true"></span>`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := mendMarkup(app.HTMLString(test.ui))
			if err != nil || got != test.want {
				t.Errorf("mendMarkup() = %q, %v, want %q", got, err, test.want)
			}
		})
	}
}

func TestMendMarkupRefuses(t *testing.T) {
	for _, printed := range []string{"<p", "<p id", "<p id=x>", `<p id="x>`, `<p id="x"`} {
		if got, err := mendMarkup(printed); err == nil {
			t.Errorf("mendMarkup(%q) = %q, want an error", printed, got)
		}
	}
}

func FuzzMendMarkup(f *testing.F) {
	f.Add(`<p class="a" id="b">text</p>`)
	f.Add("<input disabled=\"false\" aria-hidden>\n")
	f.Fuzz(func(t *testing.T, printed string) {
		mendMarkup(printed) // must not panic
	})
}
