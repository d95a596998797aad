package site

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"drnet/app/core/coretest"
)

func TestNetlifySendsTheSameHeaders(t *testing.T) {
	settings, headers, _ := strings.Cut(coretest.File(t, "../../netlify.toml"), "[[headers]]")
	want := netlifyHeaders()
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

func TestSetHeaders(t *testing.T) {
	const name = "Content-Security-Policy"
	for _, test := range []struct{ path, want string }{
		{"", headerPolicy},
		{"app.js", headerPolicy},
		{engineWorkerFile, enginePolicy},
	} {
		h := http.Header{}
		setHeaders(h, test.path)
		if got := h.Get(name); got != test.want {
			t.Errorf("%s of %q = %q, want %q", name, test.path, got, test.want)
		}
		if got, want := h.Get("X-Content-Type-Options"), "nosniff"; got != want {
			t.Errorf("X-Content-Type-Options of %q = %q, want %q", test.path, got, want)
		}
	}
}

func TestHeadersFileNamesTheBase(t *testing.T) {
	file := headersFile("/name/")
	for _, want := range []string{"/name/*\n  ", "\n/name/engine-worker.js\n  Content-Security-Policy: " + enginePolicy} {
		if !strings.Contains(file, want) {
			t.Errorf("_headers lacks %q:\n%s", want, file)
		}
	}
}

// netlifyHeaders returns the rules as the headers part of netlify.toml.
func netlifyHeaders() string {
	var b strings.Builder
	for _, rule := range headerRules {
		fmt.Fprintf(&b, "[[headers]]\n  for = %q\n  [headers.values]\n", "/"+rule.path)
		for _, line := range rule.headers {
			fmt.Fprintf(&b, "    %s = %q\n", line.name, line.value)
		}
	}
	return b.String()
}
