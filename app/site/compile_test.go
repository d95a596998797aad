package site

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Another version of go-app than that of the replaced files is rejected, with what to change.
func TestSlimRefusesAnotherVersion(t *testing.T) {
	dir := t.TempDir()
	list := "# " + slimModule + " v9.8.1\n## explicit; go 1.26\n"
	if err := os.WriteFile(filepath.Join(dir, "modules.txt"), []byte(list), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := slim(dir); err == nil || !strings.Contains(err.Error(), "slimVersion") {
		t.Errorf("slim() = %v, want what to change", err)
	}
}

// Tags share one type with one copy of each method. A tag of its own and the shared type keep their declarations.
func TestShareElement(t *testing.T) {
	declarations := func(tag string) string {
		return fmt.Sprintf("type HTML%[1]s interface {\n\tUI\n}\n\nfunc %[1]s() HTML%[1]s {\n\treturn &html%[1]s{}\n}\n\n"+
			"type html%[1]s struct {\n\thtmlElement\n}\n\nfunc (e *html%[1]s) Text(v any) HTML%[1]s {\n\treturn e\n}\n", tag)
	}
	const want = `type HTMLDiv = *htmlElem

func Div() HTMLDiv {
	return &htmlDiv{}
}

type htmlDiv = htmlElem

func (e *htmlDiv) Text(v any) HTMLDiv {
	return e
}
type HTMLElem = *htmlElem

func Elem() HTMLElem {
	return &htmlElem{}
}

type htmlElem struct {
	htmlElement
}

`
	own := declarations("Textarea")
	if got := shareElement(declarations("Div") + declarations("Elem") + own); got != want+own {
		t.Errorf("shareElement() =\n%s, want\n%s", got, want+own)
	}
}
