package site

import (
	"os/exec"
	"strings"
	"testing"

	"drnet/app/state"
)

// The page names every module that its two programs are made with, and no other, in the right version.
func TestWorksAreAllModules(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "./app", "./engine/cmd/worker")
	cmd.Dir = "../.."
	cmd.Env = append(cmd.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, p := range state.Works {
		named[p.Module+" "+p.Version] = p.Module != state.StandardLibrary
	}
	used := map[string]bool{}
	for _, module := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		used[module] = module != ""
		if module != "" && !named[module] {
			t.Errorf("%s is not among state.Works", module)
		}
	}
	for module, isModule := range named {
		if isModule && !used[module] {
			t.Errorf("%s is among state.Works and not used", module)
		}
	}
}

// The texts are there, each under its name.
func TestLicences(t *testing.T) {
	t.Chdir("../..")
	text, err := licences()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"DR-Net Lab: LICENSE\n\nMIT", "Go: LICENSE\n\nCopyright", "go-app: LICENSE\n\nMIT", "uuid: LICENSE", "Gonum: LICENSE", "Go text: LICENSE", "Gonum, parts of others: Cephes-LICENSE"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the licences lack %q", want)
		}
	}
}
