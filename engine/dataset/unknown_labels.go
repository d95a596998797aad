package dataset

import (
	"fmt"
	"slices"

	"drnet/engine/dataset/csvfile"
)

// unknownLabels collects labels that differ from the classes.
type unknownLabels struct {
	variants, classes []string // labels that differ in form only, and the class of each
	unknown           []string // labels without a class
}

// mostLabels is the number of labels that are kept for display.
const mostLabels = 100

// addVariant collects a label that differs from a class in form only.
func (u *unknownLabels) addVariant(label, class string) {
	if len(u.variants) < mostLabels && !slices.Contains(u.variants, label) {
		u.variants, u.classes = append(u.variants, label), append(u.classes, class)
	}
}

// addUnknown collects a label without a class.
func (u *unknownLabels) addUnknown(label string) {
	if len(u.unknown) < mostLabels && !slices.Contains(u.unknown, label) {
		u.unknown = append(u.unknown, label)
	}
}

// note describes the rows without a class, if any. Relation relates their labels to the classes: "none of …".
func (u *unknownLabels) note(rows int, relation string) []string {
	if rows == 0 {
		return nil
	}
	labels := ""
	if len(u.unknown) > 0 {
		labels = " (" + csvfile.QuoteList(u.unknown) + ")"
	}
	have, do := "rows have", "do"
	if rows == 1 {
		have, do = "row has", "does"
	}
	return []string{fmt.Sprintf("%d %s a label that is %s%s and %s not count", rows, have, relation, labels, do)}
}
