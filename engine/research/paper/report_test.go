package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/realdata"
)

// TestPublishedNumbers holds the copied numbers to the paper's source, whose rows are "DR-Net & 84.42 & …".
func TestPublishedNumbers(t *testing.T) {
	text := realdata.Read(t, "../paper/drnet-aaai2021.tex")
	plain := strings.NewReplacer(`\textbf{`, "", "}", "", " ", "", "\t", "", "\n", "", `\\`, "&").Replace(string(text))
	for _, row := range published {
		lines := []string{numbers("%.2f", row.accuracy), numbers("(%.2f)", row.accuracyError)}
		if row.complexity[0] > 0 {
			lines = append(lines, numbers("%.1f", row.complexity), numbers("%.2f", row.ruleComplexity))
		}
		for _, line := range lines {
			if !strings.Contains(plain, "&"+line+"&") {
				t.Errorf("%s: the paper has no row %s", row.name, line)
			}
		}
	}
}

func numbers(format string, of [4]float64) string {
	var words []string
	for _, x := range of {
		words = append(words, fmt.Sprintf(format, x))
	}
	return strings.Join(words, "&")
}

// made are results of all ways on all tables.
func made() map[string]result {
	results := map[string]result{}
	for n, t := range tables {
		for _, w := range ways {
			var r result
			for k := range w.tried {
				share := 0.6 + 0.01*float64(n+k)
				s := eval.Summarize([]eval.Fold{
					{Accuracy: share, Complexity: float64(9 + k), RuleComplexity: 3, Rules: float64(k)},
					{Accuracy: share + 0.02, Complexity: float64(11 + k), RuleComplexity: 3, Rules: float64(k)},
				})
				setting := protocol.SweepSetting{Lambda1: new(0.01 * float64(k)), Refine: 0.001}
				r.Tried = append(r.Tried, protocol.SettingResult{Setting: setting, Summary: s})
			}
			r.Learners = []eval.Summary{r.Tried[0].Summary}
			results[t.name+w.key] = r
		}
	}
	return results
}

func TestReport(t *testing.T) {
	p := &program{data: "/elsewhere/tables", reference: "/elsewhere/folds", cache: t.TempDir()} // commands name the default folders
	text := p.text(made())
	for _, want := range []string{
		"| paper: DR-Net | 84.42 (0.53) | 82.97 (0.51) | 69.71 (1.05) | 85.71 (0.40) |",
		"| **DR-Net Lab** | 61.00 (1.00) | 62.00 (1.00) | 63.00 (1.00) | 64.00 (1.00) |",
		"| **DR-Net Lab** | 10.0, 3.00 |", "| **DR-Net, the authors' start**, simplified | 10.0, 3.00 |", "results/house.svg",
		"| RIPPER, ours | 61.00 (1.00)", "| random forest, ours | 61.00 (1.00)",
		"| most conditions of a rule = 0 |", "| BRS, the multiplier κ of the counts against rules = 0 |",
		"drnet eval data/adult.csv -target label -positive '>50K' -missing drop -folds-file reference/adult_folds.txt",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	for d := xml.NewDecoder(strings.NewReader(picture(tables[0], made()))); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestReadme holds the figures of the README to the results.
func TestReadme(t *testing.T) {
	read := func(path ...string) string {
		text, err := os.ReadFile(filepath.Join(path...))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	readme := read("..", "..", "..", "README.md")
	var rows [][]string // of DR-Net Lab: its accuracies, and its complexities with the conditions of a rule
	for line := range strings.Lines(read("..", "RESULTS.md")) {
		if cells := strings.Split(strings.TrimSpace(line), " | "); cells[0] == "| **"+full.name+"**" {
			cells[len(cells)-1] = strings.TrimSuffix(cells[len(cells)-1], " |")
			rows = append(rows, cells[1:])
		}
	}
	if len(rows) != 2 || len(rows[0]) != len(tables) || len(rows[1]) != len(tables) {
		t.Fatalf("the results of %s are %q", full.name, rows)
	}
	network, forest, deep := published[0], published[5], published[6]
	for k, table := range tables {
		accuracy, spread, _ := strings.Cut(rows[0][k], " ")
		complexity, _, _ := strings.Cut(rows[1][k], ",")
		want := fmt.Sprintf("| %s | %s%% %s at %s | %.2f%% (%.2f) at %.1f | %.2f%% | %.2f%% |\n", table.name, accuracy, spread, complexity,
			network.accuracy[k], network.accuracyError[k], network.complexity[k], forest.accuracy[k], deep.accuracy[k])
		if !strings.Contains(readme, want) {
			t.Errorf("the README lacks %s", want)
		}
	}
}

// TestPlan: each unit that is not finished has a command, which a shell can run. Folders of other commands are rejected.
func TestPlan(t *testing.T) {
	p := &program{drnet: "echo", data: "data", reference: "reference", cache: filepath.Join(t.TempDir(), "the cache"), quick: true}
	lines := func() []string {
		var b strings.Builder
		if err := p.plan(&b); err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	}
	before := lines()
	said, err := exec.Command("sh", "-c", before[0]).CombinedOutput()
	if err != nil || string(said) != "1: magic, prices, unit 1\n" {
		t.Errorf("%s\nsays %q, %v", before[0], said, err)
	}
	made, err := os.ReadFile(p.part(tables[0], ways[0], 1))
	if want := strings.Join(p.args(tables[0], ways[0]), " ") + " -unit 1/30 -quiet\n"; err != nil || string(made) != want {
		t.Errorf("the first part is %q, %v, want %q", made, err, want)
	}
	if after := lines(); len(after) != len(before)-1 || after[0] != before[1] {
		t.Errorf("%d commands after a unit, the first one %q, want %d and %q", len(after), after[0], len(before)-1, before[1])
	}
	if p.data = "others"; p.plan(io.Discard) == nil {
		t.Error("the parts of other tables are taken for those of these")
	}
}

// TestUnits: each setting in five outer folds, and in five inner folds of each.
func TestUnits(t *testing.T) {
	for _, test := range []struct {
		way   way
		quick bool
		want  int
	}{
		{paper, false, 210},
		{authors, false, 210},
		{full, false, 90},
		{prices, false, 30},
		{paper, true, 105},
		{prices, true, 30},
		{opponents[0], false, 150},
		{opponents[1], false, 5},
		{opponents[0], true, 75},
	} {
		if got := (&program{quick: test.quick}).units(test.way); got != test.want {
			t.Errorf("%s, quick %v: %d units, want %d", test.way.key, test.quick, got, test.want)
		}
		listed := strings.Count(test.way.args[len(test.way.args)-1], ",") + 1 // a learner that is not tuned is itself the last word
		if listed != test.way.tried {
			t.Errorf("%s lists %d settings, and the plan says %d", test.way.key, listed, test.way.tried)
		}
	}
}
