package site

import (
	"os"
	"strings"
	"testing"

	"drnet/app/core/coretest"
)

func TestNetlifySendsTheSameHeaders(t *testing.T) {
	settings, headers, _ := strings.Cut(coretest.File(t, "../../netlify.toml"), "[[headers]]")
	want := writeHeaders("[[headers]]\n  for = %q\n  [headers.values]\n", "    %s = %q\n", "/")
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
	for _, want := range []string{"/name/*\n  ", "\n/name/engine-worker.js\n  Content-Security-Policy: " + enginePolicy} {
		if !strings.Contains(file, want) {
			t.Errorf("_headers lacks %q:\n%s", want, file)
		}
	}
	for _, name := range []string{"Content-Encoding:", "Content-Type:", "no-transform"} {
		if strings.Contains(file, name) {
			t.Errorf("%s prevents hosts from compressing by themselves:\n%s", name, file)
		}
	}
}
