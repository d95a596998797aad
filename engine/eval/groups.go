package eval

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"drnet/engine/bitmat"
	"drnet/engine/dataset"

	"gonum.org/v1/gonum/mathext"
)

// fewGroupRows is the number of rows below which a rate of a group says little.
const fewGroupRows = 30

// Groups compares the predictions for groups of rows. The group with the most rows is the reference.
type Groups struct {
	Columns   []string `json:"columns"`           // whose values form the groups
	List      []Group  `json:"groups"`            // most rows first
	Numbers   []int    `json:"numbers,omitempty"` // of the rules in Group.Covered, as users see them
	Sentences []string `json:"sentences"`         // what the numbers say
}

// Group evaluates the predictions for a group of rows.
type Group struct {
	Values    []string  `json:"values"` // one for each column
	Rows      int       `json:"rows"`
	Confusion Confusion `json:"confusion"`
	Rates     []Rate    `json:"rates,omitempty"` // accuracy, base rate, selection rate, recall, false positive rate, precision
	// Covered has the number of rows that each rule covers, Alone the number of these whose prediction would change without it.
	Covered []int `json:"covered,omitempty"`
	Alone   []int `json:"alone,omitempty"`
}

// Rate is a share of the rows of a group.
type Rate struct {
	Name  string `json:"name"`
	Part  int    `json:"part"` // rows
	Whole int    `json:"of"`   // rows
	Few   bool   `json:"few,omitempty"`
	// Value is Part / Whole, by weight, nil without rows. Interval is its 95% interval; see RuleScore.Interval.
	Value    *float64   `json:"value"`
	Interval [2]float64 `json:"interval"`
	rows     float64    // effective number of rows of Whole; see Mass.effective
	// Difference and Ratio compare Value with that of the reference. Both are nil in the reference, and where one of the two
	// values is undefined. By Bonferroni's correction, all intervals of a rate together contain the true values with a
	// probability of 95%.
	Difference *Contrast `json:"difference,omitempty"`
	Ratio      *Contrast `json:"ratio,omitempty"`
}

// Contrast compares two shares.
type Contrast struct {
	Value    float64     `json:"value"`
	Interval *[2]float64 `json:"interval,omitempty"` // nil for a ratio to or of 0
}

// Significant reports whether the interval of a difference excludes 0.
func (c *Contrast) Significant() bool {
	return c != nil && c.Interval != nil && (c.Interval[0] > 0 || c.Interval[1] < 0)
}

// rates returns the rates of a confusion matrix, without comparisons.
func (c Confusion) rates() []Rate {
	m := c.masses()
	return []Rate{
		newRate("accuracy", m.right(), m.all()),
		newRate("base rate", m.positives(), m.all()),
		SelectionRatio.Rate(c),
		RecallDifference.Rate(c),
		newRate("false positive rate", m.FalsePositives, m.negatives()),
		newRate("precision", m.TruePositives, m.above()),
	}
}

// selectionRate is the index of the selection rate.
const selectionRate = 2

// Count counts the predictions (bit i is for row i) for the group of each row.
func (g *Groups) Count(group []int, answers []uint64, t Truth) {
	counts := make([][2]ByClass, len(g.List)) // of the rows predicted negative and positive
	for i, at := range group {
		answer := 0
		if bitmat.Get(answers, i) {
			answer = 1
		}
		counts[at][answer].add(t.row(i), bitmat.Get(t.Labels, i))
	}
	for at, c := range counts {
		own := &g.List[at]
		for answer, rows := range c {
			own.Rows += rows.all().Rows
			own.Confusion.count(rows, answer == 1, t.Weights != nil)
		}
	}
}

// Add adds the groups of other rows with the same columns, such as those of another fold.
func (g *Groups) Add(other Groups) {
	g.Columns = other.Columns
	for _, o := range other.List {
		i := slices.IndexFunc(g.List, func(own Group) bool { return slices.Equal(own.Values, o.Values) })
		if i < 0 {
			g.List = append(g.List, Group{Values: o.Values})
			i = len(g.List) - 1
		}
		own := &g.List[i]
		own.Rows += o.Rows
		own.Confusion = own.Confusion.Plus(o.Confusion)
	}
}

// Compare sorts the groups, computes their rates from the confusion matrices, compares them with the first group, and writes Sentences.
func (g *Groups) Compare() {
	sort.SliceStable(g.List, func(i, j int) bool {
		a, b := g.List[i], g.List[j]
		return cmp.Or(b.Rows-a.Rows, slices.Compare(a.Values, b.Values)) < 0
	})
	for i := range g.List {
		g.List[i].Rates = g.List[i].Confusion.rates()
	}
	g.Sentences = nil
	if len(g.List) == 0 {
		return
	}
	for k := range g.List[0].Rates {
		g.compare(k)
		g.Sentences = append(g.Sentences, g.rateInWords(k))
	}
	if text := g.driver(); text != "" {
		g.Sentences = append(g.Sentences, text)
	}
	if text := g.few(); text != "" {
		g.Sentences = append(g.Sentences, text)
	}
}

// compare compares a rate of each group with that of the first.
func (g *Groups) compare(k int) {
	base, n := g.List[0].Rates[k], 0
	for _, group := range g.List[1:] {
		if group.Rates[k].Whole > 0 {
			n++
		}
	}
	for i := range g.List[1:] {
		g.List[1+i].Rates[k].against(base, n)
	}
}

// difference returns the difference of two rates, with an interval from the ends of their own intervals at z standard errors.
//
// References: R. G. Newcombe: Interval Estimation for the Difference between Independent Proportions. Statistics in Medicine 17
// (1998), method 10.
func difference(a, b Rate, z float64, ends func(r Rate, z float64) (low, high float64)) *Contrast {
	p, q := *a.Value, *b.Value
	lowA, highA := ends(a, z)
	lowB, highB := ends(b, z)
	return &Contrast{p - q, &[2]float64{
		rounded(p - q - math.Hypot(p-lowA, highB-q)), rounded(p - q + math.Hypot(highA-p, q-lowB)),
	}}
}

// wilson returns the score interval of a rate.
func wilson(r Rate, z float64) (low, high float64) {
	n, p := r.rows, *r.Value
	square := float64(z * z)
	middle := (p + square/(2*n)) / (1 + square/n)
	half := float64(z*math.Sqrt(float64(p*(1-p))/n+square/float64(4*n*n))) / (1 + square/n)
	return max(middle-half, 0), min(middle+half, 1)
}

// exact returns the Clopper–Pearson interval of a rate: at each end, the observed or a more extreme count has the probability of a tail.
//
// References: C. J. Clopper, E. S. Pearson: The Use of Confidence or Fiducial Limits. Biometrika 26 (1934).
func exact(r Rate, z float64) (low, high float64) {
	part, rest := float64(r.rows**r.Value), float64(r.rows*(1-*r.Value))
	tail := float64(math.Erfc(z/math.Sqrt2) / 2)
	low, high = 0, 1
	if part > 0 {
		low = mathext.InvRegIncBeta(part, rest+1, tail)
	}
	if rest > 0 {
		high = mathext.InvRegIncBeta(part+1, rest, 1-tail)
	}
	return low, high
}

// quotient returns the quotient of two rates; nil if b is 0.
//
// References: D. Katz and others: Obtaining Confidence Intervals for the Risk Ratio in Cohort Studies. Biometrics 34 (1978).
func quotient(a, b Rate, z float64) *Contrast {
	if *b.Value == 0 {
		return nil
	}
	c := &Contrast{Value: *a.Value / *b.Value}
	if *a.Value > 0 {
		variance := (1/(*a.Value)-1)/a.rows + (1/(*b.Value)-1)/b.rows
		factor := math.Exp(float64(z * math.Sqrt(variance)))
		c.Interval = &[2]float64{rounded(c.Value / factor), rounded(float64(c.Value * factor))}
	}
	return c
}

// name returns the name of a group: "sex = Female, age > 37".
func (g *Groups) name(i int) string {
	var parts []string
	for k, column := range g.Columns {
		value := g.List[i].Values[k]
		if !strings.HasPrefix(value, "≤ ") && !strings.HasPrefix(value, "> ") { // a band
			value = "= " + value
		}
		parts = append(parts, column+" "+value)
	}
	return strings.Join(parts, ", ")
}

// furthest returns the group whose rate differs most from that of the first, among those that differ significantly; 0 for none.
func (g *Groups) furthest(k int) (at int) {
	most := 0.0
	for i, group := range g.List {
		if d := group.Rates[k].Difference; d.Significant() && math.Abs(d.Value) > most {
			at, most = i, math.Abs(d.Value)
		}
	}
	return at
}

// rateInWords describes the largest significant difference of a rate.
func (g *Groups) rateInWords(k int) string {
	base := g.List[0].Rates[k]
	name := strings.ToUpper(base.Name[:1]) + base.Name[1:]
	if base.Value == nil {
		return name + ": undefined for " + g.name(0) + "."
	}
	first := dataset.Percent(*base.Value) + " for " + g.name(0)
	if len(g.List) == 1 {
		return name + ": " + first + ", the only group."
	}
	at := g.furthest(k)
	if at == 0 {
		return name + ": " + first + "; no group differs significantly."
	}
	r := g.List[at].Rates[k]
	d, side := r.Difference, "above"
	value, low, high := d.Value, d.Interval[0], d.Interval[1]
	if value < 0 {
		value, low, high, side = -value, -high, -low, "below"
	}
	text := fmt.Sprintf("%s: %s for %s, %.1f points %s the %s (95%% interval %.1f to %.1f)",
		name, dataset.Percent(*r.Value), g.name(at), 100*value, side, first, 100*low, 100*high)
	if r.Ratio != nil {
		text += fmt.Sprintf("; ratio %.2f", r.Ratio.Value)
	}
	return text + "."
}

// driver names the rule whose coverage differs most between the first group and the one whose selection rate differs most;
// "" without such a group or rules.
func (g *Groups) driver() string {
	at := g.furthest(selectionRate)
	if at == 0 || len(g.List[at].Covered) == 0 || g.List[at].Confusion.Weights != nil { // coverage is not weighted
		return ""
	}
	a, b := g.List[at], g.List[0]
	d := a.Rates[selectionRate].Difference.Value
	rule, most := -1, 0.0
	for k := range a.Covered { // gap is positive in the direction of the difference
		gap := math.Copysign(1, d) * (share(a.Covered[k], a.Rows) - share(b.Covered[k], b.Rows))
		if gap > most {
			rule, most = k, gap
		}
	}
	if rule < 0 {
		return ""
	}
	without := d - (share(a.Alone[rule], a.Rows) - share(b.Alone[rule], b.Rows))
	return fmt.Sprintf("Rule %d drives the selection rate most: it covers %s of %s and %s of %s. "+
		"Without it, the difference would be %.1f instead of %.1f points.", g.Numbers[rule],
		dataset.Percent(share(a.Covered[rule], a.Rows)), g.name(at), dataset.Percent(share(b.Covered[rule], b.Rows)), g.name(0),
		math.Abs(100*without), math.Abs(100*d))
}

// few names the groups with few rows.
func (g *Groups) few() string {
	var names []string
	for i, group := range g.List {
		if group.Rows < fewGroupRows {
			names = append(names, fmt.Sprintf("%s (%d)", g.name(i), group.Rows))
		}
	}
	if names == nil {
		return ""
	}
	const most = 6
	more := ""
	if len(names) > most {
		names, more = names[:most], fmt.Sprintf(" and %d more groups", len(names)-most)
	}
	return fmt.Sprintf("Fewer than %d rows, too few for a conclusion: %s%s.", fewGroupRows, strings.Join(names, "; "), more)
}
