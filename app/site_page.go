//go:build !js

package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/ui"
)

// indexPage fills the page's template: the base path, the policy, the icon, and
// the first view as go-app draws it before the program is there. The icon is in
// the page because browsers ask for it again whenever the address changes, also
// when nothing may be fetched any more.
func indexPage(source, base string, icon []byte) ([]byte, error) {
	page, err := template.New(indexFile).Parse(source)
	if err != nil {
		return nil, err
	}
	root, err := mendMarkup(app.HTMLString(&ui.Root{}))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = page.Execute(&out, struct {
		Base, Policy string
		Icon         template.URL
		Root         template.HTML
	}{base, pagePolicy, template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(icon)), template.HTML(root)})
	return out.Bytes(), err
}

// loader returns go-app's script that starts app.wasm and registers the service
// worker. Its handler serves nothing else for us: the page it would make is not
// the same twice and asks other hosts for icons.
func loader(base string) ([]byte, error) {
	handler := &app.Handler{
		Name:         "DR-Net Lab",
		LoadingLabel: "Loading the program …", // no {progress}: it counts unpacked bytes of a packed length
		Resources:    resources(base),
		Version:      "fixed", // else the time of the build; the service worker has the real one
	}
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/app.js", nil))
	if answer.Code != http.StatusOK {
		return nil, fmt.Errorf("go-app's loader: status %d", answer.Code)
	}
	return answer.Body.Bytes(), nil
}

// resources tells go-app the base path under which everything lies.
type resources string

// Package implements app.ResourceProvider.
func (r resources) Package() string { return strings.TrimSuffix(string(r), "/") }

// Static implements app.ResourceProvider.
func (r resources) Static() string { return strings.TrimSuffix(string(r), "/") }

// AppWASM implements app.ResourceProvider.
func (r resources) AppWASM() string { return string(r) + "app.wasm" }
