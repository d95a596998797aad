package state_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Every message of the page is handled: a type with the marker method msg, or in the file msg.go of this package, occurs in a
// case or a type assertion of its package.
func TestMessagesAreHandled(t *testing.T) {
	messages := 0
	for _, folder := range folders(t, "../..") {
		marked, handled := markers(t, folder)
		messages += len(marked)
		for _, name := range marked {
			if !slices.Contains(handled, name) {
				t.Errorf("%s: no case handles the message %s", folder, name)
			}
		}
	}
	if messages < 100 {
		t.Errorf("%d messages were found, want at least 100: has the marker method another name?", messages)
	}
}

// folders lists a folder and those in it.
func folders(t *testing.T, root string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() != "testdata" {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// markers lists the types of a folder that have the marker method, and the types that its cases and type assertions name.
func markers(t *testing.T, folder string) (marked, handled []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if filepath.Base(path) == "msg.go" {
					marked = append(marked, n.Name.Name)
				}
			case *ast.FuncDecl:
				if n.Recv != nil && n.Name.Name == "msg" {
					marked = append(marked, n.Recv.List[0].Type.(*ast.Ident).Name)
				}
			case *ast.TypeAssertExpr:
				if id, ok := n.Type.(*ast.Ident); ok {
					handled = append(handled, id.Name)
				}
			case *ast.CaseClause:
				for _, e := range n.List {
					if id, ok := e.(*ast.Ident); ok {
						handled = append(handled, id.Name)
					}
				}
			}
			return true
		})
	}
	return marked, handled
}
