//go:build !js

package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestSiteHandler(t *testing.T) {
	dir := t.TempDir()
	s := site{indexFile: []byte("the page"), "app.wasm": {}, "manifest.webmanifest": []byte("{}"), engineWorkerFile: []byte("//")}
	if err := s.write(dir); err != nil {
		t.Fatal(err)
	}
	handler := siteHandler(dir, "/name/")
	for _, test := range []struct {
		path   string
		status int
		kind   string
		policy string
	}{
		{"/name/", 200, "text/html", pagePolicy},
		{"/name/app.wasm", 200, "application/wasm", pagePolicy},
		{"/name/manifest.webmanifest", 200, "application/manifest+json", pagePolicy},
		{"/name/engine-worker.js", 200, "text/javascript", enginePolicy},
		{"/name/missing", 404, "text/plain", pagePolicy},
		{"/", 404, "text/plain", ""},
	} {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, test.path, nil))
		header := answer.Result().Header
		if answer.Code != test.status || !strings.HasPrefix(header.Get("Content-Type"), test.kind) ||
			!strings.HasPrefix(header.Get("Content-Security-Policy"), test.policy) {
			t.Errorf("GET %s: status %d, headers %v; want status %d, type %s, policy %s",
				test.path, answer.Code, header, test.status, test.kind, test.policy)
		}
	}
}
