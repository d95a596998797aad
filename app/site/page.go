package site

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/browser"
	"drnet/app/page"
	"drnet/app/page/state"
)

// indexPage fills the page's template: base path, policy, icon, length of the program, the example, and the first view
// as go-app renders it. The icon is part of the page, because browsers request it whenever the address changes.
func indexPage(s files, base string, example *state.Example) ([]byte, error) {
	index, err := template.New(indexFile).Parse(string(s[indexFile]))
	if err != nil {
		return nil, err
	}
	root, err := mendMarkup(app.HTMLString(&page.Root{Example: example}))
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(example)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = index.Execute(&out, struct {
		Base, Policy, Example string
		Length                int
		Icon                  template.URL
		Root                  template.HTML
	}{
		base, pagePolicy, string(text), len(s[programFile]),
		template.URL(s.icon()), template.HTML(root),
	})
	return out.Bytes(), err
}

// icon returns the icon as the address of its content.
func (s files) icon() string {
	return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(s["icon.svg"])
}

// loader returns go-app's script that starts app.wasm. The rest of its handler is unused: that page is not reproducible, and loads icons.
func loader(base string, use browser.Offline) ([]byte, error) {
	handler := &app.Handler{
		Name:         "DR-Net Lab",
		LoadingLabel: "Loading …", // no {progress}: it divides unpacked bytes by the compressed length
		Resources:    resources(base),
		Env:          map[string]string{browser.OfflineSetting: string(use)},
		Version:      "fixed", // otherwise the time of the build; the service worker has its own version
	}
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/app.js", nil))
	if answer.Code != http.StatusOK {
		return nil, fmt.Errorf("go-app's loader: status %d", answer.Code)
	}
	script := answer.Body.String()
	for _, change := range []struct{ loader, ours string }{
		// The service worker fetches every file again, so it is registered after the engine has started.
		{"\ngoappInitServiceWorker();\n", "\n"},
		// The workers of the engine run the same program.
		{"go.run(wasm.instance);", "self.drnetProgram = wasm.module;\n    go.run(wasm.instance);"},
	} {
		if strings.Count(script, change.loader) != 1 {
			return nil, fmt.Errorf("go-app's loader lacks the line %q: its version may have changed", change.loader)
		}
		script = strings.Replace(script, change.loader, change.ours, 1)
	}
	return []byte(script), nil
}

// engineScript returns a script of the page that holds the engine's worker. A worker that starts from a blob has the policies that
// the page has then, and the page needs no permission to start workers from its server, which would let it prefetch from there.
func engineScript(worker []byte) []byte {
	text, _ := json.Marshal(string(worker)) // strings never fail
	return fmt.Appendf(nil, "self.drnetWorker = URL.createObjectURL(new Blob([%s], {type: \"text/javascript\"}));\n", text)
}

// resources is the base path of all files.
type resources string

// Package implements app.ResourceProvider.
func (r resources) Package() string { return strings.TrimSuffix(string(r), "/") }

// Static implements app.ResourceProvider.
func (r resources) Static() string { return r.Package() }

// AppWASM implements app.ResourceProvider.
func (r resources) AppWASM() string { return string(r) + "app.wasm" }

// booleanAttributes lists the attributes whose presence means true.
var booleanAttributes = []string{
	"async", "autofocus", "autoplay", "checked", "controls", "default", "defer", "disabled", "hidden", "inert",
	"ismap", "loop", "multiple", "muted", "novalidate", "open", "readonly", "required", "reversed", "selected",
}

// Tags and attributes as go-app writes them: a value is quoted as in Go, an empty value and "true" are left out.
var (
	tags       = regexp.MustCompile(`<[^ <>]+(?: [^ =<>"]+(?:="(?:[^"\\]|\\.)*")?)* *>`)
	attributes = regexp.MustCompile(` ([^ =<>"]+)(?:=("(?:[^"\\]|\\.)*"))?`)
)

// mendMarkup makes the output of go-app valid and reproducible: it sorts attributes, quotes values as HTML instead of Go, and omits false
// boolean attributes. It accepts only what go-app writes for elements and text, where < outside tags is always escaped.
func mendMarkup(printed string) (string, error) {
	if strange := tags.ReplaceAllString(printed, ""); strings.Contains(strange, "<") {
		return "", fmt.Errorf("markup: unknown tag in %q", strange)
	}
	return tags.ReplaceAllStringFunc(printed, mendTag), nil
}

func mendTag(tag string) string {
	list := attributes.FindAllStringSubmatch(tag, -1)
	slices.SortFunc(list, func(a, b []string) int { return strings.Compare(a[1], b[1]) })
	mended, _, _ := strings.Cut(strings.TrimSuffix(tag, ">"), " ")
	for _, a := range list {
		name, bare := a[1], a[2] == ""
		value, _ := strconv.Unquote(a[2]) // fails for a bare attribute only
		switch {
		case value == "false" && slices.Contains(booleanAttributes, name):
		case bare && (strings.HasPrefix(name, "aria-") || name == "draggable"):
			mended += " " + name + `="true"` // empty means nothing there
		case bare:
			mended += " " + name
		default:
			mended += " " + name + `="` + html.EscapeString(value) + `"`
		}
	}
	return mended + ">"
}
