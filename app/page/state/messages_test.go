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

// Every message of the page is handled: an exported type in update.go of a feature, or msg.go of this package, that is no command
// occurs in a case or a type assertion of its package.
func TestMessagesAreHandled(t *testing.T) {
	messages := 0
	for _, folder := range folders(t, "../..") {
		declared, commands, handled := messageTypes(t, folder)
		for _, name := range declared {
			if slices.Contains(commands, name) {
				continue
			}
			if messages++; !slices.Contains(handled, name) {
				t.Errorf("%s: no case handles the message %s", folder, name)
			}
		}
	}
	if messages < 100 {
		t.Errorf("%d messages were found, want at least 100: are they declared in other files?", messages)
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

// messageTypes lists the types that a folder declares in its file of messages, those of them that are commands, and the types
// that its cases and type assertions name.
func messageTypes(t *testing.T, folder string) (declared, commands, handled []string) {
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
				if base := filepath.Base(path); n.Name.IsExported() && (base == "msg.go" || base == "update.go") {
					declared = append(declared, n.Name.Name)
				}
			case *ast.FuncDecl:
				if n.Recv != nil && n.Name.Name == "Command" {
					commands = append(commands, n.Recv.List[0].Type.(*ast.Ident).Name)
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
	return declared, commands, handled
}
