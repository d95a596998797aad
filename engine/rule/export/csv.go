package export

import (
	"encoding/csv"
	"strconv"
	"strings"

	"drnet/engine/rule"
)

// writeCSV writes the rules as CSV, one a line, with an apostrophe before cells that a spreadsheet would run.
func (p *plan) writeCSV() (string, error) {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write([]string{"rule", "text", "conditions", "answer", "train_covers", "train_right", "test_covers", "test_right"})
	for k, r := range p.model.Rules {
		line := []string{strconv.Itoa(k + 1), withoutFormula(p.reads(k)), strconv.Itoa(len(r)), withoutFormula(plain(p.answerOf(k)))}
		for _, counts := range [][]rule.Counts{p.options.Train, p.options.Test} {
			if k < len(counts) {
				line = append(line, strconv.Itoa(counts[k].Covered), strconv.Itoa(counts[k].Right))
			} else {
				line = append(line, "", "")
			}
		}
		w.Write(line)
	}
	w.Flush()
	return b.String(), w.Error()
}
