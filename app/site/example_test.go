package site

import (
	"bytes"
	"strings"
	"testing"

	"drnet/engine/sample"
)

// The rules of the first screen are trained, and equal the rules that generated the sample.
func TestExampleIsTrained(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	e, err := learnExample()
	if err != nil {
		t.Fatal(err)
	}
	built, _ := sample.Find(shownSample)
	if e.Rows != built.Rows || e.Columns != built.Columns ||
		e.Unseen != 400 || len(e.Rules) == 0 || len(e.Rules) > 3 || e.Right != "100.0 %" {
		t.Errorf("example = %+v", e)
	}
	const source = `<meta content="{{.Example}}"><progress max="{{.Length}}">{{.Root}}`
	page, err := indexPage(files{indexFile: []byte(source), "app.wasm": make([]byte, 123)}, "/", e)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Watch it train", "example-network", `max="123"`, "{&#34;sample&#34;:&#34;heart-risk&#34;",
		`data-sample="monk-1"`, `id="paste"`,
	} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("the page lacks %s:\n%s", want, page)
		}
	}
	if strings.Contains(string(page), "style=") {
		t.Error("the page has a style attribute, which its policy blocks")
	}
}
