// Command ablation reports in Markdown what run.sh measured: of each arm on each table the test accuracy, the complexity and the
// CPU time of a run, and the difference in accuracy from the search alone.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"drnet/engine/eval"
)

const foldsPerSet = 5 // of a cross-validation; a table has one or more sets of folds

// arms are those of run.sh. Differences are from the first one.
var arms = [...]string{"search", "network", "both", "shipped", "kicks"}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: ablation FOLDER TABLE...")
		os.Exit(2)
	}
	if err := report(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintf(os.Stderr, "ablation: %s\n", err)
		os.Exit(1)
	}
}

// report prints two tables with a row for each table of data, and sums up the second.
func report(folder string, tables []string) error {
	head := "| table | folds | " + strings.Join(arms[:], " | ") + " |\n|" + strings.Repeat(" --- |", 2+len(arms)) + "\n"
	means, differences := head, head
	var sums [len(arms)]struct {
		difference    float64
		n             int // tables
		ahead, behind int // tables whose interval excludes 0
	}
	for _, table := range tables {
		var first result
		for i, arm := range arms {
			r, err := read(folder, table, arm)
			if err != nil {
				return err
			}
			if i == 0 {
				first = r
				row := fmt.Sprintf("| %s | %d |", table, len(r.folds))
				means, differences = means+row, differences+row
			}
			means += " " + r.String() + " |"
			n := min(len(first.folds), len(r.folds))
			d, ok := eval.Paired(r.folds[:n], first.folds[:n], foldsPerSet)
			if i == 0 || !ok {
				differences += " |"
				continue
			}
			text := fmt.Sprintf("%+.2f (%+.2f to %+.2f)", 100*d.Mean, 100*d.Interval[0], 100*d.Interval[1])
			sum := &sums[i]
			sum.n++
			sum.difference += d.Mean
			if d.Significant() {
				text = "**" + text + "**"
				if d.Mean > 0 {
					sum.ahead++
				} else {
					sum.behind++
				}
			}
			differences += " " + text + " |"
		}
		means, differences = means+"\n", differences+"\n"
	}
	differences += "| mean | |"
	for _, s := range sums {
		if s.n == 0 {
			differences += " |"
			continue
		}
		differences += fmt.Sprintf(" %+.2f; of %d intervals %d above 0, %d below |", 100*s.difference/float64(s.n), s.n, s.ahead, s.behind)
	}
	fmt.Printf("%s\n%s\n", means, differences)
	return nil
}

// result holds the folds of an arm on a table, set by set.
type result struct {
	folds   []eval.Fold
	seconds float64 // CPU time of all runs
}

// read returns the result on the sets from 1 on, up to the first that is missing.
func read(folder, table, arm string) (r result, err error) {
	for set := 1; ; set++ {
		name := fmt.Sprintf("%s/%s.%s.%d", folder, table, arm, set)
		text, err := os.ReadFile(name + ".json")
		if os.IsNotExist(err) {
			return r, nil
		}
		var measured struct{ Learners []eval.Summary }
		if err := json.Unmarshal(text, &measured); err != nil {
			return r, fmt.Errorf("%s.json: %w", name, err)
		}
		r.folds = append(r.folds, measured.Learners[0].Folds...)
		var user, system float64
		times, err := os.ReadFile(name + ".cpu")
		if _, scanned := fmt.Sscan(string(times), &user, &system); err != nil || scanned != nil {
			return r, fmt.Errorf("%s.cpu: no two numbers; remove the .json file and measure again", name)
		}
		r.seconds += user + system
	}
}

// String returns the mean accuracy, complexity and CPU time of a run, and the complexity of the raw rules without refinement.
func (r result) String() string {
	if len(r.folds) == 0 {
		return ""
	}
	m := eval.Summarize(r.folds).Mean
	text := fmt.Sprintf("%.2f @ %.0f, %.1f s", 100*m.Accuracy, m.Complexity, r.seconds/float64(len(r.folds)))
	if m.Price == 0 && m.Learnt.Complexity > 0 { // several classes do not share raw rules
		text += fmt.Sprintf(", raw @ %.0f", m.Learnt.Complexity)
	}
	return text
}
