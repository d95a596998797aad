package site

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/browser"
	"drnet/app/state"
	"drnet/app/ui"
)

// indexPage fills the page's template: the base path, the policy, the icon, the
// length of the program, and the first view as go-app draws it before the program
// is there, with an example that the program finds in the page. The icon is in
// the page because browsers ask for it again whenever the address changes, also
// when nothing may be fetched any more.
func indexPage(s files, base string, example *state.Example) ([]byte, error) {
	page, err := template.New(indexFile).Parse(string(s[indexFile]))
	if err != nil {
		return nil, err
	}
	root, err := mendMarkup(app.HTMLString(&ui.Root{Example: example}))
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(example)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = page.Execute(&out, struct {
		Base, Policy, Example string
		Length                int
		Icon                  template.URL
		Root                  template.HTML
	}{
		base, pagePolicy, string(text), len(s["app.wasm"]),
		template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(s["icon.svg"])), template.HTML(root),
	})
	return out.Bytes(), err
}

// loader returns go-app's script that starts app.wasm and registers the service
// worker. Its handler serves nothing else for us: the page it would make is not
// the same twice and asks other hosts for icons.
func loader(base string, use browser.Offline) ([]byte, error) {
	handler := &app.Handler{
		Name:         "DR-Net Lab",
		LoadingLabel: "Loading the program …", // no {progress}: it counts unpacked bytes of a packed length
		Resources:    resources(base),
		Env:          map[string]string{browser.OfflineSetting: string(use)},
		Version:      "fixed", // else the time of the build; the service worker has the real one
	}
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/app.js", nil))
	if answer.Code != http.StatusOK {
		return nil, fmt.Errorf("go-app's loader: status %d", answer.Code)
	}
	// The service worker fetches every file again; that can wait until the engine is here.
	const register = "\ngoappInitServiceWorker();\n"
	if script := answer.Body.String(); strings.Count(script, register) == 1 {
		return []byte(strings.Replace(script, register, "\n", 1)), nil
	}
	return nil, errors.New("go-app's loader does not register the service worker as expected: has its version changed?")
}

// resources tells go-app the base path under which everything lies.
type resources string

// Package implements app.ResourceProvider.
func (r resources) Package() string { return strings.TrimSuffix(string(r), "/") }

// Static implements app.ResourceProvider.
func (r resources) Static() string { return strings.TrimSuffix(string(r), "/") }

// AppWASM implements app.ResourceProvider.
func (r resources) AppWASM() string { return string(r) + "app.wasm" }
