package main

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"drnet/engine/chart"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// result is the output of drnet eval -merge.
type result struct {
	Learners []eval.Summary
	Tried    []protocol.SettingResult
	Choices  []protocol.SelectedSetting
	Program  string
}

// report merges the parts and writes RESULTS.md with its pictures.
func (p *program) report() error {
	results := map[string]result{} // by table and way
	for _, t := range tables {
		for _, w := range ways {
			r, err := p.merged(t, w)
			if err != nil {
				return err
			}
			results[t.name+w.key] = r
		}
	}
	folder := p.out
	if p.quick {
		folder = filepath.Join(p.cache, "quick")
	}
	pictures := filepath.Join(folder, "results")
	if err := os.MkdirAll(pictures, 0o755); err != nil {
		return err
	}
	for _, t := range tables {
		if err := os.WriteFile(filepath.Join(pictures, t.name+".svg"), []byte(picture(t, results)), 0o644); err != nil {
			return err
		}
	}
	path := filepath.Join(folder, "RESULTS.md")
	fmt.Fprintf(os.Stderr, "written: %s and pictures in %s\n", path, pictures)
	return os.WriteFile(path, []byte(p.text(results)), 0o644)
}

func (p *program) merged(t table, w way) (r result, err error) {
	args := []string{"eval", "-merge", "-format", "json"}
	for n := range p.units(w) {
		args = append(args, p.part(t, w, n+1))
	}
	merge := exec.Command(p.drnet, args...)
	merge.Stderr = os.Stderr
	out, err := merge.Output()
	if err != nil {
		return r, fmt.Errorf("drnet %s: %w", strings.Join(args[:4], " "), err)
	}
	if err := json.Unmarshal(out, &r); err != nil {
		return r, err
	}
	if len(r.Tried) != w.tried || len(r.Learners) == 0 {
		return r, fmt.Errorf("%s: %d settings were tried, and the plan says %d", p.folder(t, w), len(r.Tried), w.tried)
	}
	return r, nil
}

//go:embed results.md.tmpl
var layout string

var document = template.Must(template.New("").Parse(layout))

// text returns RESULTS.md.
func (p *program) text(results map[string]result) string {
	var pictures, seconds, commands []string
	anywhere := *p
	anywhere.data, anywhere.reference = "data", "reference"
	for _, t := range tables {
		pictures = append(pictures, fmt.Sprintf("![%s](results/%s.svg)", describe(t, results), t.name))
		for _, w := range ways {
			commands = append(commands, "drnet "+shown(anywhere.args(t, w)))
		}
	}
	for _, w := range ways {
		seconds = append(seconds, fmt.Sprintf("%s %.0f", w.key, p.seconds(w)))
	}
	var b strings.Builder
	err := document.Execute(&b, map[string]any{
		"Quick": p.quick, "Outer": outer, "Inner": p.inner(paper),
		"Accuracies": accuracies(results), "Complexities": complexities(results), "Choices": choices(results),
		"Pictures": pictures, "TradeOffs": tradeOffs(results),
		"Versions": versions(results), "Seconds": seconds, "Commands": commands,
	})
	if err != nil {
		panic(err) // the layout does not fit
	}
	return b.String()
}

// accuracies returns the paper's Table 1 with our rows below it.
func accuracies(results map[string]result) string {
	text := head("")
	for _, r := range published {
		text += row("paper: "+r.name, func(k int) string { return fmt.Sprintf("%.2f (%.2f)", r.accuracy[k], r.accuracyError[k]) })
	}
	for _, w := range slices.Concat(ours, opponents) {
		text += row(w.title(), cells(results, w, func(s eval.Summary) string {
			return fmt.Sprintf("%.2f (%.2f)", 100*s.Mean.Accuracy, 100*s.Error.Accuracy)
		}))
	}
	return text
}

// complexities returns the paper's Table 2 with our rows below it.
func complexities(results map[string]result) string {
	text := head("")
	for _, r := range published {
		if r.complexity[0] > 0 {
			text += row("paper: "+r.name, func(k int) string { return fmt.Sprintf("%.1f, %.2f", r.complexity[k], r.ruleComplexity[k]) })
		}
	}
	for _, w := range slices.Concat(ours, opponents) {
		name := w.title()
		if !w.reads() {
			continue
		}
		if w.learner == "" && w.key != full.key {
			text += row(name+", raw", cells(results, w, func(s eval.Summary) string {
				return fmt.Sprintf("%.1f, %.2f", s.Mean.Learnt.Complexity, s.Mean.Learnt.RuleComplexity)
			}))
			name += ", simplified"
		}
		text += row(name, cells(results, w, func(s eval.Summary) string {
			return fmt.Sprintf("%.1f, %.2f", s.Mean.Complexity, s.Mean.RuleComplexity)
		}))
	}
	return text
}

// choices returns for each way how many outer folds chose each setting.
func choices(results map[string]result) (texts []string) {
	for _, w := range slices.Concat(ours, opponents) {
		if w.inner == 0 {
			continue
		}
		text := head(w.name)
		for i := range w.tried {
			setting := w.setting(results[tables[0].name+w.key].Tried[i].Setting)
			text += row(setting, func(k int) string { return fmt.Sprint(results[tables[k].name+w.key].Tried[i].Chosen) })
		}
		texts = append(texts, text)
	}
	return texts
}

// cells returns the cell of a way on each table.
func cells(results map[string]result, w way, text func(eval.Summary) string) func(k int) string {
	return func(k int) string { return text(results[tables[k].name+w.key].Learners[0]) }
}

func head(name string) string {
	return row(name, func(k int) string { return tables[k].name }) + "| --- |" + strings.Repeat(" --- |", len(tables)) + "\n"
}

// row returns a line with a cell for each table.
func row(name string, cell func(k int) string) string {
	text := "| " + name + " |"
	for k := range tables {
		text += " " + cell(k) + " |"
	}
	return text + "\n"
}

// tradeOffs returns for each table the means of all settings.
func tradeOffs(results map[string]result) (texts []string) {
	for _, t := range tables {
		text := fmt.Sprintf("| %s | accuracy | complexity | conditions per rule | rules |\n| --- | --- | --- | --- | --- |\n", t.name)
		for _, w := range append([]way{paper, authors, prices}, opponents...) {
			if !w.reads() {
				continue
			}
			for _, s := range results[t.name+w.key].Tried {
				text += fmt.Sprintf("| %s, %s | %.2f (%.2f) | %.1f | %.2f | %.1f |\n", w.name, w.setting(s.Setting),
					100*s.Mean.Accuracy, 100*s.Error.Accuracy, s.Mean.Complexity, s.Mean.RuleComplexity, s.Mean.Rules)
			}
		}
		texts = append(texts, text)
	}
	return texts
}

// versions returns the version of the program, or a list if a run was continued with another version.
func versions(results map[string]result) string {
	made := map[string][]string{}
	var order []string
	for _, w := range ways {
		for _, t := range tables {
			v := cmp.Or(results[t.name+w.key].Program, "unknown")
			if made[v] == nil {
				order = append(order, v)
			}
			made[v] = append(made[v], w.key+" on "+t.name)
		}
	}
	if len(order) == 1 {
		return order[0]
	}
	for i, v := range order {
		order[i] = v + " (" + strings.Join(made[v], ", ") + ")"
	}
	return strings.Join(order, "; ")
}

// seconds returns the sum of the wall-clock seconds of a way's units on all tables.
func (p *program) seconds(w way) (sum float64) {
	for _, t := range tables {
		for n := range p.units(w) {
			var part protocol.EvaluationPart
			if text, err := os.ReadFile(p.part(t, w, n+1)); err == nil && json.Unmarshal(text, &part) == nil {
				for _, u := range part.Units {
					sum += u.Seconds
				}
			}
		}
	}
	return sum
}

// measures are the horizontal axes of the paper's figure.
var measures = []struct {
	name   string
	of     func(eval.Fold) float64
	theirs four // the paper's DR-Net, by table; 0: not published
}{
	{"model complexity", func(f eval.Fold) float64 { return f.Complexity }, published[0].complexity},
	{"rule complexity", func(f eval.Fold) float64 { return f.RuleComplexity }, published[0].ruleComplexity},
	{"rules", func(f eval.Fold) float64 { return f.Rules }, four{}},
}

// picture draws the three trade-offs of a table side by side.
func picture(t table, results map[string]result) string {
	var scenes []chart.Scene
	for _, m := range measures {
		s := chart.Scatter{Width: 330, Height: 270, XName: m.name + " on " + t.name, YName: "accuracy in %", XLog: true}
		for k, w := range []way{authors, prices} {
			d := chart.Points{Class: chart.SeriesClass(k), Name: w.name}
			for _, tried := range results[t.name+w.key].Tried {
				d.X, d.Y = append(d.X, m.of(tried.Mean)), append(d.Y, 100*tried.Mean.Accuracy)
				d.Spread = append(d.Spread, 100*tried.Error.Accuracy)
			}
			d.Front = eval.Front(d.X, d.Y)
			s.Series = append(s.Series, d)
		}
		s.Series = append(s.Series, theirs(t, m.theirs), others(t, results, m.of))
		scenes = append(scenes, s.Scene())
	}
	return chart.SVG("Accuracy against complexity on "+t.name, describe(t, results), scenes...)
}

// theirs returns the paper's mark. It is empty where the paper does not publish the measure, so that the classes of the other
// marks stay the same.
func theirs(t table, measure four) chart.Points {
	d, row := chart.Points{Class: chart.SeriesClass(2)}, published[0]
	k := slices.IndexFunc(tables, func(o table) bool { return o.name == t.name })
	if measure[k] > 0 {
		d.Name, d.X, d.Y, d.Spread = "the paper's Table 1", []float64{measure[k]}, []float64{row.accuracy[k]}, []float64{row.accuracyError[k]}
	}
	return d
}

// others returns the marks of the other rule learners.
func others(t table, results map[string]result, of func(eval.Fold) float64) chart.Points {
	d := chart.Points{Class: chart.SeriesClass(3), Name: "other learners"}
	for _, w := range opponents {
		if !w.reads() {
			continue
		}
		best := len(d.X)
		for _, tried := range results[t.name+w.key].Tried {
			d.X, d.Y = append(d.X, of(tried.Mean)), append(d.Y, 100*tried.Mean.Accuracy)
			d.Spread, d.Labels = append(d.Spread, 100*tried.Error.Accuracy), append(d.Labels, "")
			if last := len(d.Y) - 1; d.Y[last] > d.Y[best] {
				best = last
			}
		}
		d.Labels[best], _, _ = strings.Cut(w.name, ",")
	}
	return d
}

// describe returns the text alternative of a picture.
func describe(t table, results map[string]result) string {
	best := func(key string) eval.Fold {
		return slices.MaxFunc(results[t.name+key].Tried, func(a, b protocol.SettingResult) int {
			return cmp.Compare(a.Mean.Accuracy, b.Mean.Accuracy)
		}).Mean
	}
	a, b := best(authors.key), best(prices.key)
	return fmt.Sprintf("%s: test accuracy against model complexity, rule complexity and number of rules. "+
		"The best mark of the authors' start is %.2f%% at complexity %.0f, of ours %.2f%% at %.0f.",
		t.name, 100*a.Accuracy, a.Complexity, 100*b.Accuracy, b.Complexity)
}
