package site

import (
	"strings"
	"testing"

	"drnet/app/privacy"
)

// The page lists the modules of its two programs, with their versions, and no others.
func TestWorksAreAllModules(t *testing.T) {
	t.Chdir("../..")
	const format = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}"
	out, err := runGo([]string{"GOOS=js", "GOARCH=wasm"}, "list", "-deps", "-f", format, "./app", "./engine/cmd/worker")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, p := range privacy.Dependencies {
		named[p.Module+" "+p.Version] = p.Module != privacy.StandardLibrary
	}
	used := map[string]bool{}
	for _, module := range strings.Split(out, "\n") {
		used[module] = module != ""
		if module != "" && !named[module] {
			t.Errorf("%s is not in privacy.Dependencies", module)
		}
	}
	for module, isModule := range named {
		if isModule && !used[module] {
			t.Errorf("%s is in privacy.Dependencies and not used", module)
		}
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
