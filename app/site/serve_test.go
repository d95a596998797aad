package site

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"drnet/app/core/coretest"
)

// Files have their type and the headers of the site. Clients that accept Brotli or gzip get those that were compressed when the
// site was built, other clients the originals.
func TestSiteHandler(t *testing.T) {
	dir := t.TempDir()
	content := strings.Repeat("the file ", 1000)
	s := files{}
	for _, name := range []string{indexFile, "app.wasm", "icon.png", "manifest.webmanifest", "licences.txt", engineWorkerFile} {
		s[name] = []byte(content)
	}
	s.compress(brotli.BestCompression)
	if err := s.write(dir); err != nil {
		t.Fatal(err)
	}
	handler := siteHandler(dir, "/name/")
	for _, test := range []struct {
		path, accept   string
		status         int
		kind, encoding string
		policy         string
	}{
		{"/name/", "gzip, deflate, br", 200, "text/html", "br", headerPolicy},
		{"/name/?a=b", "br;q=1.0, gzip;q=0.8", 200, "text/html", "br", headerPolicy},
		{"/name/", "gzip, deflate, br;q=0", 200, "text/html", "gzip", headerPolicy},
		{"/name/licences.txt", "gzip, br", 200, "text/plain", "br", headerPolicy},
		{"/name/app.wasm", "gzip", 200, "application/wasm", "gzip", headerPolicy},
		{"/name/app.wasm", "", 200, "application/wasm", "", headerPolicy},
		{"/name/app.wasm", "gzip;q=0, br", 200, "application/wasm", "br", headerPolicy},
		{"/name/app.wasm", "gzip; q=0.0", 200, "application/wasm", "", headerPolicy},
		{"/name/icon.png", "gzip", 200, "image/png", "", headerPolicy},
		{"/name/manifest.webmanifest", "", 200, "application/manifest+json", "", headerPolicy},
		{"/name/engine-worker.js", "", 200, "text/javascript", "", headerPolicy},
		{"/name/missing", "", 404, "text/plain", "", headerPolicy},
		{"/", "", 404, "text/plain", "", ""},
	} {
		request := httptest.NewRequest(http.MethodGet, test.path, nil)
		request.Header.Set("Accept-Encoding", test.accept)
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		header := answer.Result().Header
		if answer.Code != test.status || !strings.HasPrefix(header.Get("Content-Type"), test.kind) ||
			header.Get("Content-Encoding") != test.encoding || header.Get("Content-Security-Policy") != test.policy {
			t.Errorf("GET %s: status %d, headers %v; want %+v", test.path, answer.Code, header, test)
			continue
		}
		if test.status != 200 {
			continue
		}
		if got := header.Get("Vary"); (got == "Accept-Encoding") != (test.path != "/name/icon.png") {
			t.Errorf("GET %s: Vary %q", test.path, got)
		}
		var body io.Reader = answer.Body
		if test.encoding != "" {
			if got, want := header.Get("Content-Length"), strconv.Itoa(answer.Body.Len()); got != want {
				t.Errorf("GET %s: length %s, want %s", test.path, got, want)
			}
		}
		switch test.encoding {
		case "br":
			body = brotli.NewReader(answer.Body)
		case "gzip":
			unpacked, err := gzip.NewReader(answer.Body)
			if err != nil {
				t.Fatal(err)
			}
			body = unpacked
		}
		if got, err := io.ReadAll(body); err != nil || string(got) != content {
			t.Errorf("GET %s, accepting %q: %d bytes, %v, want the file", test.path, test.accept, len(got), err)
		}
	}
}

func TestNetlifySendsTheSameHeaders(t *testing.T) {
	settings, headers, _ := strings.Cut(coretest.File(t, "../../netlify.toml"), "[[headers]]")
	want := "[[headers]]\n  for = \"/*\"\n  [headers.values]\n" + writeHeaders("    %s = %q\n")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("../../netlify.toml", []byte(settings+want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got := "[[headers]]" + headers; got != want {
		t.Errorf("netlify.toml has\n%s\nwant\n%s", got, want)
	}
}

func TestHeadersFile(t *testing.T) {
	file := headersFile("/name/")
	for _, want := range []string{"/name/*\n  ", "\n  Connection-Allowlist: (response-origin)\n"} {
		if !strings.Contains(file, want) {
			t.Errorf("_headers lacks %q:\n%s", want, file)
		}
	}
	for _, name := range []string{"Content-Encoding:", "Content-Type:", "no-transform"} {
		if strings.Contains(file, name) {
			t.Errorf("%s is ignored by some hosts, and prevents others from compressing by themselves:\n%s", name, file)
		}
	}
}
