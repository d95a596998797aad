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
	"drnet/app/page"
	"drnet/app/page/state"
)

// indexPage fills the page's template: base path, policy, icon, length of the program, the example, and the first view
// as go-app renders it. The icon is part of the page, because browsers request it again whenever the address changes.
// They do so even when requests are blocked.
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
		base, pagePolicy, string(text), len(s["app.wasm"]),
		template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(s["icon.svg"])), template.HTML(root),
	})
	return out.Bytes(), err
}

// loader returns go-app's script that starts app.wasm. Nothing else of go-app's handler is used: its page is not
// reproducible and loads icons from other hosts.
func loader(base string, use browser.Offline) ([]byte, error) {
	handler := &app.Handler{
		Name:         "DR-Net Lab",
		LoadingLabel: "Loading the program …", // no {progress}: it divides unpacked bytes by the compressed length
		Resources:    resources(base),
		Env:          map[string]string{browser.OfflineSetting: string(use)},
		Version:      "fixed", // otherwise the time of the build; the service worker has its own version
	}
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/app.js", nil))
	if answer.Code != http.StatusOK {
		return nil, fmt.Errorf("go-app's loader: status %d", answer.Code)
	}
	// The service worker fetches every file again, so it is registered after the engine has loaded.
	const register = "\ngoappInitServiceWorker();\n"
	if script := answer.Body.String(); strings.Count(script, register) == 1 {
		return []byte(strings.Replace(script, register, "\n", 1)), nil
	}
	return nil, errors.New("go-app's loader registers the service worker in an unknown way: has its version changed?")
}

// resources is the base path of all files.
type resources string

// Package implements app.ResourceProvider.
func (r resources) Package() string { return strings.TrimSuffix(string(r), "/") }

// Static implements app.ResourceProvider.
func (r resources) Static() string { return strings.TrimSuffix(string(r), "/") }

// AppWASM implements app.ResourceProvider.
func (r resources) AppWASM() string { return string(r) + "app.wasm" }
