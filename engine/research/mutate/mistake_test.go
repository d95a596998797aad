package mutate

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"
)

// mistake is one change of a source file.
type mistake struct {
	path       string
	line       int
	start, end int // replaced bytes
	text       string
	was        string
}

func (m mistake) String() string {
	const shown = 60 // enough to find it
	line := func(s string) string {
		s = strings.Join(strings.Fields(s), " ")
		if len(s) > shown {
			s = s[:shown] + "…"
		}
		return s
	}
	if m.text == "" {
		return fmt.Sprintf("%s:%d: without %s", m.path, m.line, line(m.was))
	}
	return fmt.Sprintf("%s:%d: %s for %s", m.path, m.line, line(m.text), line(m.was))
}

// swaps maps operators to their replacements.
var swaps = map[token.Token]string{
	token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">", token.EQL: "!=", token.NEQ: "==",
	token.ADD: "-", token.SUB: "+", token.MUL: "/", token.QUO: "*", token.LAND: "||", token.LOR: "&&", token.AND: "|", token.OR: "&",
	token.SHL: ">>", token.SHR: "<<",
}

// finder collects the mistakes of a file.
type finder struct {
	path    string
	source  []byte
	set     *token.FileSet
	found   []mistake
	results []*ast.FieldList // of the enclosing functions
}

// mistakes returns all mistakes that can be made in a file: another operator, a negated condition, a number one too great, a
// missing statement, a zero result.
func mistakes(path string) ([]mistake, error) {
	source, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f := &finder{path: path, source: source, set: token.NewFileSet()}
	file, err := parser.ParseFile(f.set, path, source, 0)
	if err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		if function, ok := d.(*ast.FuncDecl); ok && function.Body != nil {
			f.results = []*ast.FieldList{function.Type.Results}
			ast.Inspect(function.Body, f.visit)
		}
	}
	return f.found, nil
}

func (f *finder) add(from, to token.Pos, text string) {
	p := f.set.Position(from)
	start, end := p.Offset, f.set.Position(to).Offset
	f.found = append(f.found, mistake{f.path, p.Line, start, end, text, string(f.source[start:end])})
}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncLit:
		f.results = append(f.results, n.Type.Results)
		ast.Inspect(n.Body, f.visit)
		f.results = f.results[:len(f.results)-1]
		return false
	case *ast.CallExpr:
		if name, ok := n.Fun.(*ast.Ident); ok && (name.Name == "panic" || name.Name == "make") {
			return false // a programming error; a capacity, which changes no result
		}
	case *ast.UnaryExpr:
		if _, number := n.X.(*ast.BasicLit); number && n.Op == token.SUB {
			return false // -1 means none, and so would -2
		}
	case *ast.BinaryExpr:
		if other, ok := swaps[n.Op]; ok {
			f.add(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), other)
		}
	case *ast.IfStmt:
		f.add(n.Cond.Pos(), n.Cond.End(), "!("+f.text(n.Cond)+")")
	case *ast.BasicLit:
		if x, err := strconv.ParseInt(n.Value, 0, 64); err == nil && n.Kind == token.INT {
			f.add(n.Pos(), n.End(), strconv.FormatInt(x+1, 10))
		}
	case *ast.ExprStmt, *ast.IncDecStmt:
		f.add(n.Pos(), n.End(), "")
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			f.add(n.Pos(), n.End(), "")
		}
	case *ast.ReturnStmt:
		f.zero(n)
	}
	return true
}

func (f *finder) text(n ast.Node) string {
	return string(f.source[f.set.Position(n.Pos()).Offset:f.set.Position(n.End()).Offset])
}

// zero adds a mistake that returns zero values.
func (f *finder) zero(n *ast.ReturnStmt) {
	results := f.results[len(f.results)-1]
	if len(n.Results) == 0 || results == nil {
		return
	}
	var zeros []string
	for _, field := range results.List {
		for range max(1, len(field.Names)) {
			zeros = append(zeros, "*new("+f.text(field.Type)+")")
		}
	}
	zero := []string{"nil", "0", `""`, "false"}
	if slices.ContainsFunc(n.Results, func(r ast.Expr) bool { return !slices.Contains(zero, f.text(r)) }) {
		f.add(n.Pos(), n.End(), "return "+strings.Join(zeros, ", "))
	}
}
