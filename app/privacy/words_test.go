package privacy

import (
	"slices"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
)

func TestNetworkLogInWords(t *testing.T) {
	page := PageRequest{Name: "https://lab.example/", At: 0}
	style := PageRequest{Name: "https://lab.example/style.css", At: 120}
	worker := PageRequest{Name: "https://lab.example/engine-worker.js", At: 9000, Kept: true}
	leak := PageRequest{Name: "https://lab.example/leak", At: 9100}
	for _, test := range []struct {
		name string
		w    NetworkLog
		want string
	}{
		{"loading", NetworkLog{Requests: []PageRequest{page, style}}, "The page is still loading."},
		{
			"ready",
			NetworkLog{Requests: []PageRequest{page, style}, Ready: 900},
			"2 files loaded from this page’s server, the last one after 0.12 s. 0 requests since the page was ready, 0.90 s after you",
		},
		{
			"what is kept reaches nobody",
			NetworkLog{Requests: []PageRequest{page, style, worker}, Ready: 900},
			"2 files loaded from this page’s server, the last one after 0.12 s. 0 requests since the page was ready, 0.90 s after you",
		},
		{"after it was ready", NetworkLog{Requests: []PageRequest{page, style, leak}, Ready: 900}, "1 request since the page was ready"},
	} {
		coretest.Contains(t, test.name, test.w.inWords(), test.want)
	}
}

// A page of one file works without a server or a service worker, and is never installed.
func TestOneFileInWords(t *testing.T) {
	for _, one := range []bool{false, true} {
		l := NetworkLog{OneFile: one, Lacks: []string{"Trusted Types", "file handlers"}}
		lines := append(l.lacks(), l.answeredBy(PageRequest{}), l.requestsNote())
		for _, site := range []string{"File handlers", "the server", "service worker"} {
			if strings.Contains(strings.Join(lines, "\n"), site) == one {
				t.Errorf("one file %v, and %q in %q", one, site, lines)
			}
		}
	}
}

func TestFileInWords(t *testing.T) {
	const at = "https://lab.example/name/"
	for name, want := range map[string]string{
		at:                      "the page itself",
		at + "#sample=x":        "the page itself",
		at + "?a=b#c":           "the page itself",
		at + "style.css":        "style.css",
		"https://other.example": "https://other.example",
	} {
		coretest.Equal(t, (PageRequest{Name: name}).fileInWords(at), want, "fileInWords(%q)", name)
	}
}

// refusedInWords lists the newest refusals and counts the others.
func TestRefusedInWords(t *testing.T) {
	var w NetworkLog
	for range 25 {
		w.Refused = append(w.Refused, Refusal{What: "https://other.example/", Why: "connect-src", At: 1000})
	}
	w.Refused = append(w.Refused, Refusal{What: "https://other.example/x", Why: "navigation", At: 2500})
	lines := w.refusedInWords()
	if want := "https://other.example/x, to leave this page, after 2.50 s"; lines[0] != want || len(lines) != 21 ||
		lines[20] != "6 earlier ones" {
		t.Errorf("RefusedInWords() = %d lines from %q to %q", len(lines), lines[0], lines[len(lines)-1])
	}
}

// The panel opens and closes, and stores the log and the attempt.
func TestUpdate(t *testing.T) {
	var m Model
	for _, msg := range []core.Msg{PanelToggled{}, Logged{NetworkLog{Ready: 5}}, AttemptEnded{}} {
		m, _ = m.Update(msg, core.View{})
	}
	if !m.Open || m.Log.Ready != 5 || !strings.HasPrefix(m.triedInWords(), "Refused.") {
		t.Errorf("Model = %+v", m)
	}
	m, _ = m.Update(AttemptEnded{Reached: true}, core.View{})
	coretest.Contains(t, "a page that reaches its server", m.triedInWords(), "Do not use private tables here")
	m, commands := m.Update(PanelToggled{}, core.View{})
	coretest.Equal(t, m.Open, false, "open after another press")
	coretest.Equal(t, commands, []core.Command{core.Focus{ID: opener}}, "the commands when it closes")
}

// hex uses the format of sha256sum.
func TestKeptFile(t *testing.T) {
	f := KeptFile{Digest: "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="}
	coretest.Equal(t, f.hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "the digest of the empty file")
	coretest.Equal(t, f.nameInWords(), "index.html", "its name")
	if !slices.ContainsFunc(Dependencies, func(w Dependency) bool { return w.Name == "go-app" }) {
		t.Error("go-app is not among the works")
	}
}
