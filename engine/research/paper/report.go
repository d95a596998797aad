package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

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
func (p *program) report(ctx context.Context) error {
	results := map[string]result{} // by table and way
	for _, t := range tables {
		for _, w := range ways {
			r, err := p.merged(ctx, t, w)
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

func (p *program) merged(ctx context.Context, t table, w way) (r result, err error) {
	args := []string{"eval", "-merge", "-format", "json"}
	for n := range p.units(w) {
		args = append(args, p.part(unit{t, w, n + 1}))
	}
	out, err := exec.CommandContext(ctx, p.drnet, args...).Output()
	if err != nil {
		return r, failed(args[:4], err)
	}
	if err := json.Unmarshal(out, &r); err != nil {
		return r, err
	}
	if len(r.Tried) != w.tried || len(r.Learners) == 0 {
		return r, fmt.Errorf("%s: %d settings were tried, and the plan says %d", p.folder(t, w), len(r.Tried), w.tried)
	}
	return r, nil
}

// text returns RESULTS.md.
func (p *program) text(results map[string]result) string {
	var b strings.Builder
	p.introduction(&b)
	writeAccuracies(&b, results)
	writeComplexities(&b, results)
	writeChoices(&b, results)
	p.tradeOff(&b, results)
	p.made(&b, results)
	return b.String()
}

// introduction writes how the tables were measured.
func (p *program) introduction(b *strings.Builder) {
	b.WriteString("# DR-Net and others on the paper's tables\n\n")
	if p.quick {
		b.WriteString("This is a quick run with few steps: it shows that everything works, not how accurate the method is.\n\n")
	}
	fmt.Fprintf(b, "Nested cross-validation with the same %d outer folds for all of our rows. %d inner folds choose λ₁, "+
		"or the setting of another learner, from the training rows alone. "+
		"The paper's rows are copied from its Tables 1 and 2 (arXiv:2103.02826); its folds and its values of λ₁ are not published. "+
		"In its text weights start between 0 and 1; in the authors' program they start near 0 "+
		"(uniform within ±1/√D for D features). Both are measured. "+
		"Standard errors over the outer folds are in parentheses. *Raw* counts the rules as the network holds them; "+
		"*simplified* the equivalent rules after simplification. "+
		"The other learners are ours, on the paper's features; "+
		"CART, the forest, logistic regression and the deep network are not tuned.\n\n",
		outer, p.inner(paper))
}

// writeAccuracies writes the paper's Table 1 with our rows below it.
func writeAccuracies(b *strings.Builder, results map[string]result) {
	b.WriteString("## Test accuracy in %\n\n")
	head(b, "")
	for _, row := range published {
		line(b, "paper: "+row.name, func(k int) string { return fmt.Sprintf("%.2f (%.2f)", row.accuracy[k], row.accuracyError[k]) })
	}
	accuracy := func(s eval.Summary) string {
		return fmt.Sprintf("%.2f (%.2f)", 100*s.Mean.Accuracy, 100*s.Error.Accuracy)
	}
	for _, w := range ours {
		line(b, "**"+w.name+"**", cells(results, w, accuracy))
	}
	for _, w := range opponents {
		line(b, w.name+", ours", cells(results, w, accuracy))
	}
}

// cells returns the cell of a way on each table.
func cells(results map[string]result, w way, text func(eval.Summary) string) func(k int) string {
	return func(k int) string { return text(results[tables[k].name+w.key].Learners[0]) }
}

// writeComplexities writes the paper's Table 2 with our rows below it.
func writeComplexities(b *strings.Builder, results map[string]result) {
	b.WriteString("\n## Model complexity (rules + conditions), and conditions per rule\n\n")
	head(b, "")
	for _, row := range published {
		if row.complexity[0] > 0 {
			line(b, "paper: "+row.name, func(k int) string { return fmt.Sprintf("%.1f, %.2f", row.complexity[k], row.ruleComplexity[k]) })
		}
	}
	raw := func(s eval.Summary) string {
		return fmt.Sprintf("%.1f, %.2f", s.Mean.Learnt.Complexity, s.Mean.Learnt.RuleComplexity)
	}
	final := func(s eval.Summary) string {
		return fmt.Sprintf("%.1f, %.2f", s.Mean.Complexity, s.Mean.RuleComplexity)
	}
	for _, w := range ours {
		name := "**" + w.name + "**"
		if w.key != full.key {
			line(b, name+", raw", cells(results, w, raw))
			name += ", simplified"
		}
		line(b, name, cells(results, w, final))
	}
	for _, w := range opponents {
		if w.reads() {
			line(b, w.name+", ours", cells(results, w, final))
		}
	}
}

// writeChoices writes how many outer folds chose each setting.
func writeChoices(b *strings.Builder, results map[string]result) {
	b.WriteString("\n## Which settings were chosen\n\nThe number of outer folds that chose each setting.\n\n")
	for _, w := range slices.Concat(ours, opponents) {
		if w.inner == 0 {
			continue
		}
		head(b, w.name)
		for i := range w.tried {
			setting := w.setting(results[tables[0].name+w.key].Tried[i].Setting)
			line(b, setting, func(k int) string { return fmt.Sprint(results[tables[k].name+w.key].Tried[i].Chosen) })
		}
		b.WriteString("\n")
	}
}

func head(b *strings.Builder, name string) {
	line(b, name, func(k int) string { return tables[k].name })
	b.WriteString("| --- |" + strings.Repeat(" --- |", len(tables)) + "\n")
}

func line(b *strings.Builder, name string, cell func(k int) string) {
	b.WriteString("| " + name + " |")
	for k := range tables {
		b.WriteString(" " + cell(k) + " |")
	}
	b.WriteString("\n")
}

func (p *program) tradeOff(b *strings.Builder, results map[string]result) {
	b.WriteString("## Accuracy against complexity\n\n" +
		"Each mark is a setting: the mean over the outer folds, with the standard error of the accuracy. " +
		"Lines join the Pareto-optimal marks. With the paper's settings and the authors' start λ₁ varies; " +
		"with ours the price of a condition does. The other learners are named at their best mark.\n\n")
	for _, t := range tables {
		fmt.Fprintf(b, "![%s](results/%s.svg)\n\n", describe(t, results), t.name)
	}
	for _, t := range tables {
		fmt.Fprintf(b, "| %s | accuracy | complexity | conditions per rule | rules |\n| --- | --- | --- | --- | --- |\n", t.name)
		for _, w := range append([]way{paper, authors, prices}, opponents...) {
			if !w.reads() {
				continue
			}
			for _, s := range results[t.name+w.key].Tried {
				fmt.Fprintf(b, "| %s, %s | %.2f (%.2f) | %.1f | %.2f | %.1f |\n",
					w.name, w.setting(s.Setting), 100*s.Mean.Accuracy, 100*s.Error.Accuracy, s.Mean.Complexity, s.Mean.RuleComplexity, s.Mean.Rules)
			}
		}
		b.WriteString("\n")
	}
}

// made writes the versions, the seconds and the commands.
func (p *program) made(b *strings.Builder, results map[string]result) {
	target := "make paper DATA=dir"
	if p.quick {
		target += " QUICK=1"
	}
	fmt.Fprintf(b, "## How to reproduce\n\n`%s`, seed 1, program version %s. "+
		"Wall-clock seconds, one unit per core, including interruptions:", target, versions(results))
	for _, w := range ways {
		sum := 0.0
		for _, t := range tables {
			sum += p.seconds(t, w)
		}
		fmt.Fprintf(b, " %s %.0f;", w.key, sum)
	}
	b.WriteString(" the commands:\n\n```\n")
	for _, t := range tables {
		for _, w := range ways {
			b.WriteString("drnet " + shown(p.args(t, w)) + "\n")
		}
	}
	b.WriteString("```\n")
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
	var list []string
	for _, v := range order {
		list = append(list, v+" ("+strings.Join(made[v], ", ")+")")
	}
	return strings.Join(list, "; ")
}

// seconds returns the sum of the wall-clock seconds of the units.
func (p *program) seconds(t table, w way) (sum float64) {
	for n := range p.units(w) {
		var part protocol.EvaluationPart
		if text, err := os.ReadFile(p.part(unit{t, w, n + 1})); err == nil && json.Unmarshal(text, &part) == nil {
			for _, u := range part.Units {
				sum += u.Seconds
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
		s := chart.Scatter{Width: 330, Height: 270, XName: m.name, YName: "test accuracy in % on " + t.name, XLog: true}
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
		d.Labels[best] = w.name
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
