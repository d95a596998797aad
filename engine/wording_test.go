package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// wordings are phrases to avoid, with their replacements. The documentation of Go and gonum has one of them in at most
// one percent of its lines.
var wordings = []struct{ avoid, instead string }{
	{`who(ever)?`, "the actor: the user, the caller, a reader"},
	{`in sight`, "shown, current"},
	{`at work`, "running"},
	{`so (many|long|much)`, "the number or the name of the limit"},
	{`rightly`, "correctly"},
	{`beside`, "next to, with, in addition to"},
	{`(a|one|each|every|this|that|the last|another|several|of) trainings?|trainings`, "a run, a restart"},
	{`fares?`, "performs, scores"},
	{`told`, "reported, given"},
	{`(is|are|was|were|has|have) no`, "is not a, has none of, without"},
	{`sees? to it`, "ensures"},
	{`what (is|was|are|were|it|they|has|had|can)`, "the noun: the value, the cells, the result"},
	{`stands? (in|at|beside|there|above|below)`, "is in, is at"},
	{`of equals?`, "on ties"},
	{`kept (aside|out)`, "test set, validation set"},
	{`rows (it|they|that it|that they) (had|has|have) not seen|rows not seen`, "test rows"},
	{`yes/no questions?`, "feature, condition"},
	{`always one answer`, "baseline, majority class"},
	{`passed over`, "skipped"},
	{`is held (by|to|in)`, "is checked by, is stored in"},
	{`thereby`, "a second sentence"},
	{`while it`, "the condition itself"},
	{`as one`, "together, as a whole"},
}

// worded lists the folders whose comments and texts are reworded. Add a folder when it is finished.
var worded = []string{
	"app/browser", "app/core", "app/site", "engine", "engine/baseline", "engine/bitmat", "engine/chart",
	"engine/cmd/drnet", "engine/cmd/drnet/console", "engine/cmd/drnet/report", "engine/worker", "engine/crossval",
	"engine/dataset/infer", "engine/drnet", "engine/multiclass", "engine/numeric", "engine/prepare", "engine/protocol",
	"engine/query", "engine/realdata", "engine/research/mutate", "engine/rule", "engine/rule/export",
	"engine/rule/refine", "engine/sample", "engine/setting", "engine/train",
}

// TestWording checks the share of comment lines and non-test texts with a phrase to avoid. Some uses are legitimate, so
// a small share is allowed.
func TestWording(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("the native tests read the sources")
	}
	const inComments, inTexts = 0.015, 0.01
	var w wording
	for _, v := range wordings {
		w.avoid = append(w.avoid, regexp.MustCompile(`(?i)\b(`+v.avoid+`)\b`))
	}
	for _, folder := range worded {
		files, err := filepath.Glob("../" + folder + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has no Go files: %v", folder, err)
		}
		for _, file := range files {
			if err := w.read(file); err != nil {
				t.Fatal(err)
			}
		}
	}
	w.comments.check(t, "lines of comments", inComments)
	w.texts.check(t, "texts", inTexts)
}

// wording collects the findings in the sources.
type wording struct {
	avoid           []*regexp.Regexp // patterns of wordings
	comments, texts tally
}

// tally counts lines, and lists those with a phrase to avoid.
type tally struct {
	lines int
	found []string
}

func (w *wording) read(path string) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
	if err != nil {
		return err
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			w.look(&w.comments, files.Position(c.Pos()), c.Text)
		}
	}
	if strings.HasSuffix(path, "_test.go") {
		return nil
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING && strings.Contains(l.Value, " ") {
			w.look(&w.texts, files.Position(l.Pos()), l.Value)
		}
		return true
	})
	return nil
}

func (w *wording) look(in *tally, at token.Position, line string) {
	in.lines++
	for i, r := range w.avoid {
		if turn := r.FindString(line); turn != "" {
			in.found = append(in.found, at.String()+": “"+turn+"”: write "+wordings[i].instead)
			return
		}
	}
}

func (y tally) check(t *testing.T, of string, most float64) {
	t.Helper()
	share := float64(len(y.found)) / float64(y.lines)
	t.Logf("%d of %d %s have a turn to avoid: %.2f%%", len(y.found), y.lines, of, 100*share)
	if share > most {
		t.Errorf("%.2f%% of the %s have a turn to avoid, want at most %.1f%%:\n%s", 100*share, of, 100*most, strings.Join(y.found, "\n"))
	}
}
