package site

import (
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
)

func TestSiteHandler(t *testing.T) {
	dir := t.TempDir()
	s := files{indexFile: []byte("the page"), "app.wasm": {}, "manifest.webmanifest": []byte("{}"), engineWorkerFile: []byte("//")}
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

// Clients that accept gzip get the files that were compressed when the site was built, other clients the originals.
func TestSiteHandlerSendsCompressed(t *testing.T) {
	dir := t.TempDir()
	page := strings.Repeat("the page ", 1000)
	s := files{indexFile: []byte(page), "app.wasm": []byte(page), "icon.png": []byte(page), digestsFile: {}}
	if err := errors.Join(s.compress(), s.write(dir)); err != nil {
		t.Fatal(err)
	}
	handler := siteHandler(dir, "/")
	for _, test := range []struct {
		path, accept, kind, encoding string
	}{
		{"/", "gzip, deflate, br", "text/html", "gzip"},
		{"/?a=b", "br;q=1.0, gzip;q=0.8", "text/html", "gzip"},
		{"/app.wasm", "gzip", "application/wasm", "gzip"},
		{"/app.wasm", "", "application/wasm", ""},
		{"/app.wasm", "gzip;q=0, br", "application/wasm", ""},
		{"/app.wasm", "gzip; q=0.0", "application/wasm", ""},
		{"/icon.png", "gzip", "image/png", ""},
	} {
		request := httptest.NewRequest(http.MethodGet, test.path, nil)
		request.Header.Set("Accept-Encoding", test.accept)
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		header := answer.Result().Header
		got := header.Get("Content-Encoding")
		if answer.Code != 200 || got != test.encoding || !strings.HasPrefix(header.Get("Content-Type"), test.kind) {
			t.Errorf("GET %s, accepting %q: status %d, %v, want %s, encoding %q",
				test.path, test.accept, answer.Code, header, test.kind, test.encoding)
			continue
		}
		if got := header.Get("Vary"); (got == "Accept-Encoding") != (test.path != "/icon.png") {
			t.Errorf("GET %s: Vary %q", test.path, got)
		}
		var body io.Reader = answer.Body
		if test.encoding == "gzip" {
			if got, want := header.Get("Content-Length"), strconv.Itoa(answer.Body.Len()); got != want {
				t.Errorf("GET %s: length %s, want %s", test.path, got, want)
			}
			unpacked, err := gzip.NewReader(answer.Body)
			if err != nil {
				t.Fatal(err)
			}
			body = unpacked
		}
		if got, err := io.ReadAll(body); err != nil || string(got) != page {
			t.Errorf("GET %s, accepting %q: %d bytes, %v, want the file", test.path, test.accept, len(got), err)
		}
	}
}

// The headers do not prevent hosts from compressing by themselves.
func TestHeadersLetHostsCompress(t *testing.T) {
	for _, rule := range headerRules {
		for _, line := range rule.headers {
			if line.name == "Content-Encoding" || line.name == "Content-Type" || strings.Contains(line.value, "no-transform") {
				t.Errorf("%s: %s prevents a host from compressing", line.name, line.value)
			}
		}
	}
}
