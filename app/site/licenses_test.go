package site

import (
	"slices"
	"strings"
	"testing"

	"drnet/app/privacy"
)

// The page lists the modules of its two programs, with their versions, and no others.
func TestWorksAreAllModules(t *testing.T) {
	t.Chdir("../..")
	const format = "{{with .Module}}{{if not .Main}}{{.Path}}@{{.Version}}{{end}}{{end}}"
	out, err := runGo([]string{"GOOS=js", "GOARCH=wasm"}, "list", "-deps", "-f", format, "./app", "./engine/cmd/worker")
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, p := range privacy.Dependencies {
		if p.Module != privacy.StandardLibrary {
			named = append(named, p.Module+"@"+p.Version)
		}
	}
	used := strings.Fields(out)
	slices.Sort(used)
	slices.Sort(named)
	if want := slices.Compact(used); !slices.Equal(named, want) {
		t.Errorf("privacy.Dependencies has %q, want %q", named, want)
	}
}

// Each license text appears under its title.
func TestLicenses(t *testing.T) {
	t.Chdir("../..")
	text, err := licenses()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"DR-Net Lab: LICENSE\n\nMIT", "Go: LICENSE\n\nCopyright", "go-app: LICENSE\n\nMIT", "uuid: LICENSE", "Gonum: LICENSE",
		"Go text: LICENSE", "Gonum, parts of others: Cephes-LICENSE",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the licenses lack %q", want)
		}
	}
}
