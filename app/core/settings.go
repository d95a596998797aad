package core

import (
	"maps"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/chart"
	"drnet/engine/codebook"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/sample"
	"drnet/engine/setting"
)

// Setup holds the settings of the next run as the user typed them.
type Setup struct {
	Target   int    // column to predict, -1 for none
	Proposed bool   // the page proposed the target, and the user has not confirmed it
	Positive string // positive class, such as "yes" or "> 20"; "" for none
	Classes  string // multiclass strategy, see protocol.Train.Classes; "" if Positive is predicted against the rest
	Sign     string // one of Signs, for a numeric target
	Bound    string // the number after the sign, as typed
	Fields   map[setting.Key]string
	Cuts     map[string]ThresholdEdit // thresholds of single columns, by name
	Ignore   map[string]bool          // excluded columns, by name
	Require  map[string]bool          // columns required in the rules, by name
	By       SplitBy                  // the column that divides the rows
	Weight   string                   // the column with the weights of the rows, by name; "" if they count the same
	Codebook codebook.Book            // aliases, units and groups of values of columns
}

// Aim is what a run predicts, as in its Setup.
type Aim struct {
	Target            int
	Positive, Classes string
}

// Aim returns what the settings predict.
func (s Setup) Aim() Aim { return Aim{s.Target, s.Positive, s.Classes} }

// SplitBy names the column that divides the rows into training and test rows. The zero value is a random split.
type SplitBy struct {
	How    string // ByGroup or ByTime
	Column string
}

// The kinds of a split by a column.
const (
	ByGroup = "group"
	ByTime  = "time"
)

// InWords describes the split, "" if it is random.
func (b SplitBy) InWords() string { return When(b.How != "", "Split by "+b.How+": “"+b.Column+"”") }

// RolesInWords describes the columns by which the rows are split and weighted; it is empty if there are none.
func (s Setup) RolesInWords() []string {
	return slices.DeleteFunc([]string{s.By.InWords(), s.WeightInWords()}, func(words string) bool { return words == "" })
}

// WeightInWords names the column with the weights of the rows, "" if they count the same.
func (s Setup) WeightInWords() string {
	return When(s.Weight != "", WeightLabel+": “"+s.Weight+"”")
}

// WholeRun is the value of setting.Review, in percent of the steps, with which no review ends a run early.
const WholeRun = "100"

// WeightLabel names the choice of the column of weights.
const WeightLabel = "Row weights"

// Defaults holds the default of every setting as text, "" where the engine chooses a value from the table.
var Defaults = func() map[setting.Key]string {
	fields := map[setting.Key]string{}
	for _, s := range setting.Table {
		fields[s.Key] = s.Default
	}
	return fields
}()

// NewSetup returns the settings of a page that was just opened.
func NewSetup() Setup {
	return Setup{
		Target: -1, Fields: maps.Clone(Defaults), Cuts: map[string]ThresholdEdit{},
		Ignore: map[string]bool{}, Require: map[string]bool{},
	}
}

// Complaint returns the error in the text of a field, or "" if it is valid.
func (s Setup) Complaint(f setting.Key) string {
	if row := f.Setting(); row.Check != nil && s.uses(f) {
		return row.Check(s.Text(f))
	}
	return ""
}

// uses reports whether a setting has an effect. Some have one only if another setting has a certain value.
func (s Setup) uses(f setting.Key) bool {
	c := f.Setting().If
	return c == nil || s.Fields[c.Key] == c.Text
}

// Chosen returns the used settings that a function selects, with their values in words: "Epochs: auto".
func (s Setup) Chosen(is func(*setting.Setting) bool) (rows []*setting.Setting, words []string) {
	for i := range setting.Table {
		if row := &setting.Table[i]; s.uses(row.Key) && is(row) {
			rows, words = append(rows, row), append(words, row.Label+": "+row.Words(s.Text(row.Key)))
		}
	}
	return rows, words
}

// Changed returns the used settings that differ from their defaults, as Chosen does.
func (s Setup) Changed() (rows []*setting.Setting, words []string) {
	return s.Chosen(func(row *setting.Setting) bool { return s.Text(row.Key) != row.Default })
}

// Text returns the trimmed text of a field.
func (s Setup) Text(f setting.Key) string { return strings.TrimSpace(s.Fields[f]) }

// Request returns the training request of the settings, which must be valid and have a target.
func (s Setup) Request(t *protocol.TableSummary) protocol.Train {
	if s.Classes != "" {
		s.Positive = ""
	}
	r := protocol.Train{Target: t.Columns[s.Target].Name, Positive: s.Positive, Classes: s.Classes}
	for _, row := range setting.Table {
		if s.uses(row.Key) {
			row.Apply(&r, s.Text(row.Key))
		}
	}
	r.Encoding.Codebook = s.book(t)
	r.Split.Group, r.Split.Time, r.Weight = When(s.By.How == ByGroup, s.By.Column), When(s.By.How == ByTime, s.By.Column), s.Weight
	for j := range t.Columns {
		c := &t.Columns[j]
		if j == s.Target {
			continue
		}
		if s.Require[c.Name] && !s.Ignore[c.Name] && c.Kind.Usable() {
			r.Require = append(r.Require, c.Name)
		}
		if s.Ignore[c.Name] {
			r.Ignore = append(r.Ignore, c.Name)
		} else if cut, decided := s.Cuts[c.Name]; decided && c.Kind == dataset.Numeric {
			if r.Encoding.Cuts == nil {
				r.Encoding.Cuts = map[string]binarize.ColumnThresholds{}
			}
			r.Encoding.Cuts[c.Name] = cut.engine(c)
		}
	}
	return r
}

// SameAs reports whether two setups lead to the same run.
func (s Setup) SameAs(then Setup) bool {
	return then.Aim() == s.Aim() && then.By == s.By && then.Weight == s.Weight &&
		maps.Equal(then.Fields, s.Fields) && maps.Equal(then.Ignore, s.Ignore) &&
		maps.Equal(then.Require, s.Require) && then.Codebook.Equal(s.Codebook) && maps.EqualFunc(then.Cuts, s.Cuts, ThresholdEdit.equal)
}

// With returns a copy of a map with a value set.
func With[K comparable, V any](values map[K]V, key K, value V) map[K]V {
	out := map[K]V{}
	maps.Copy(out, values)
	out[key] = value
	return out
}

// OwnDates reports whether some columns have their own choice of date parts, such as month or weekday.
func (s Setup) OwnDates() bool {
	choice, err := binarize.ParseDateChoice(s.Text(setting.Dates))
	return err == nil && len(choice.Of) > 0
}

// KeepDates removes the date parts of single columns that are not in the table, of all if t is nil; the choice for all columns stays.
func (s *Setup) KeepDates(t *protocol.TableSummary) {
	choice, err := binarize.ParseDateChoice(s.Text(setting.Dates))
	if err != nil || len(choice.Of) == 0 {
		return
	}
	maps.DeleteFunc(choice.Of, func(name, _ string) bool {
		return t == nil || t.Column(name) < 0
	})
	*s = s.With(map[setting.Key]string{setting.Dates: choice.String()})
}

// Preset is a choice between short and accurate rules.
type Preset struct {
	Name, Hint string
	fields     map[setting.Key]string
}

// Presets lists all presets, with values measured on four tables; see "What do the three presets set?" in RATIONALE.md.
var Presets = []Preset{
	preset("Short rules", "A few short rules, often at the cost of some accuracy.", "own", "0.3", "1", "off"),
	preset("Balanced", "Shortest rules whose accuracy is not significantly worse.", "auto", "0.01", "1", "off"),
	preset("Accurate", "More and longer rules from 2,000 training rows on.", "rows", "0.01", "3", "auto"),
}

func preset(name, hint, refining, price, effort, derived string) Preset {
	return Preset{name, hint, map[setting.Key]string{
		setting.Lambda1: "0.01", setting.Lambda2: "0.00001",
		setting.Refining: refining, setting.Price: price, setting.Effort: effort, setting.Derived: derived,
	}}
}

// Preset returns the index in Presets of the matching preset, or -1 for none. An unused minimum gain is ignored.
func (s Setup) Preset() int {
	return slices.IndexFunc(Presets, func(p Preset) bool {
		for f, text := range p.fields {
			if s.Text(f) != text && (f != setting.Price || s.Fields[setting.Refining] == "own") {
				return false
			}
		}
		return true
	})
}

// DiffersInPresets reports whether the presets have different values of a setting.
func DiffersInPresets(f setting.Key) bool {
	return slices.ContainsFunc(Presets, func(p Preset) bool { return p.fields[f] != Presets[0].fields[f] })
}

// UsePreset applies a preset to the settings it covers.
func (s *Setup) UsePreset(i int) {
	if i < 0 || i >= len(Presets) {
		return
	}
	*s = s.With(Presets[i].fields)
}

// With returns the settings with some fields changed.
func (s Setup) With(fields map[setting.Key]string) Setup {
	s.Fields = maps.Clone(s.Fields)
	maps.Copy(s.Fields, fields)
	return s
}

// Swept returns the settings with a condition penalty and a minimum gain per condition, a share of the rows.
func (s Setup) Swept(penalty, gain float64) Setup {
	return s.With(map[setting.Key]string{
		setting.Lambda1: dataset.FormatNumber(penalty), setting.Refining: "own", setting.Price: dataset.FormatNumber(100 * gain),
	})
}

// Sliders lists the values on the slider of each penalty, as texts. Others, including 0, can be typed.
var Sliders = map[setting.Key][]string{setting.Lambda1: stops(-5, 0), setting.Lambda2: stops(-8, -1)}

// stops returns 1, 2 and 5 times each power of ten between two of them.
func stops(least, most int) (texts []string) {
	for power := least; power < most; power++ {
		for _, digit := range []float64{1, 2, 5} {
			texts = append(texts, strconv.FormatFloat(digit*math.Pow10(power), 'f', -power, 64))
		}
	}
	return append(texts, strconv.FormatFloat(math.Pow10(most), 'f', -most, 64))
}

// SliderPlace returns the index in Sliders nearest to the typed value on a logarithmic scale, 0 for no positive number.
func (s Setup) SliderPlace(f setting.Key) int {
	x, ok := dataset.ParseNumber(s.Text(f))
	if !ok || x <= 0 {
		return 0
	}
	best, least := 0, math.Inf(1)
	for place, text := range Sliders[f] {
		at, _ := dataset.ParseNumber(text)
		if away := math.Abs(math.Log(x / at)); away < least {
			best, least = place, away
		}
	}
	return best
}

// Signs lists the comparisons that can split a numeric target.
var Signs = [][2]string{{">", "above"}, {">=", "at or above"}, {"<", "below"}, {"<=", "at or below"}}

// Split sets the positive class from the sign and the bound, or to "" if the bound is not numeric.
func (s *Setup) Split(c *protocol.ColumnSummary) {
	s.Positive = ""
	if x, ok := NumberIn(c, s.Bound); ok {
		s.Positive = s.Sign + " " + dataset.FormatNumber(x)
	}
}

// ShareBelow estimates the share of the numbers of a column that are below x, or at x too if atToo is true. It assumes that the
// numbers between two quantiles, or in a bin, are evenly spread.
func ShareBelow(h *protocol.Histogram, x float64, atToo bool) float64 {
	steps := h.Quantiles
	if steps.X == nil {
		if steps = ends(h); h.Integers() { // x lies between two of its integers
			x = Either(atToo, math.Floor(x)+0.5, math.Ceil(x)-0.5)
		}
	}
	all := float64(max(steps.UpTo[len(steps.UpTo)-1], 1))
	switch next := sort.SearchFloat64s(steps.X, x); {
	case next == len(steps.X):
		return 1
	case steps.X[next] == x:
		return float64(Either(atToo, steps.UpTo, steps.Below)[next]) / all
	case next == 0:
		return 0
	default:
		from := steps.UpTo[next-1]
		part := chart.Share(x, steps.X[next-1], steps.X[next])
		return (float64(from) + float64(part*float64(steps.Below[next]-from))) / all
	}
}

// ends returns the ends of the bins as quantiles.
func ends(h *protocol.Histogram) (steps protocol.Quantiles) {
	steps.Add(h.Least, 0, 0)
	below := 0
	for i, n := range h.Counts {
		below += n
		part := float64(i+1) / float64(len(h.Counts))
		steps.Add(h.Least+float64(part*(h.Most-h.Least)), below, below)
	}
	return steps
}

// middle returns a number near the median, with the fewest digits that still split the rows about in half.
func middle(c *protocol.ColumnSummary) float64 {
	const halvings, digits, uneven = 60, 9, 0.1 // 60 bisections exceed the 53 bits of a float64
	h := c.Histogram
	least, x := h.Least, h.Most
	for range halvings {
		at := least + (x-least)/2
		if ShareBelow(h, at, true) < 0.5 {
			least = at
		} else {
			x = at
		}
	}
	step := ScaleOf(c).Step
	for range digits {
		near := math.Round(x/step) * step
		if below := ShareBelow(h, near, true); math.Abs(below-0.5) <= uneven && near > h.Least && near < h.Most {
			return near
		}
		step /= 10
	}
	return x
}

// Propose selects the most likely target and marks it as proposed. Name is that of a sample dataset, "" for a file. A sample
// dataset that does not define a positive class gets one rule set per class.
func (s *Setup) Propose(t *protocol.TableSummary, name string) {
	s.Target, s.Positive, s.Classes, s.Sign, s.Bound, s.Proposed = t.Guess, "", "", ">", "", true
	built, ok := sample.Find(name)
	for j, c := range t.Columns {
		if ok && c.Name == built.Target {
			s.Target, s.Positive = j, built.Positive
			if built.Positive == "" {
				s.Classes = protocol.ClassesEach
			}
		}
	}
	if s.Target >= 0 && s.Positive == "" {
		s.ProposePositive(&t.Columns[s.Target])
	}
}

// ProposePositive selects the positive class of a column: the rarer of two values (in a tie the
// later one), or the upper half of numbers; else none.
func (s *Setup) ProposePositive(c *protocol.ColumnSummary) {
	s.Positive, s.Sign, s.Bound = "", ">", ""
	switch {
	case c.Kind == dataset.Numeric:
		if c.Histogram != nil && len(c.Histogram.Counts) > 0 {
			s.Bound = ScaleOf(c).Write(middle(c))
			s.Split(c)
		}
	case len(c.Values) != 2:
	case c.Values[0].Rows < c.Values[1].Rows:
		s.Positive = c.Values[0].Text
	default:
		s.Positive = c.Values[1].Text
	}
}

// Refit keeps the settings that still fit after the table was parsed again. Columns are matched by name.
func (s *Setup) Refit(before, now *protocol.TableSummary) {
	columns, target := map[string]int{}, ""
	for j, c := range now.Columns {
		columns[c.Name] = j
	}
	if s.Target >= 0 && s.Target < len(before.Columns) {
		target = before.Columns[s.Target].Name
	}
	gone := func(name string, _ bool) bool {
		_, ok := columns[name]
		return !ok
	}
	s.Ignore, s.Require, s.Cuts = maps.Clone(s.Ignore), maps.Clone(s.Require), maps.Clone(s.Cuts)
	maps.DeleteFunc(s.Ignore, gone)
	maps.DeleteFunc(s.Require, gone)
	if gone(s.By.Column, true) {
		s.By = SplitBy{}
	}
	if gone(s.Weight, true) {
		s.Weight = ""
	}
	s.KeepDates(now)
	s.Codebook = maps.Clone(s.Codebook)
	maps.DeleteFunc(s.Codebook, func(name string, _ codebook.ColumnEntry) bool { return gone(name, true) })
	maps.DeleteFunc(s.Cuts, func(name string, _ ThresholdEdit) bool {
		return gone(name, true) || now.Columns[columns[name]].Kind != dataset.Numeric
	})
	if gone(target, true) || s.Target < 0 {
		s.Propose(now, "")
		return
	}
	s.Target = columns[target]
	s.fit(&now.Columns[s.Target])
}

// Follow takes over the positive class and the strategy of the request that rules were learned with. The target c must be theirs.
func (s *Setup) Follow(c *protocol.ColumnSummary, r protocol.Train) {
	s.Positive, s.Classes = r.Positive, r.Classes
	s.Sign, s.Bound, _ = strings.Cut(r.Positive, " ")
	s.fit(c)
}

// fit clears the multiclass strategy if the target c does not allow one, and proposes another positive class if c lacks the current one.
func (s *Setup) fit(c *protocol.ColumnSummary) {
	if !Separable(c) {
		s.Classes = ""
	}
	fits := s.Bound != "" && slices.ContainsFunc(Signs, func(sign [2]string) bool { return sign[0] == s.Sign })
	if c.Kind != dataset.Numeric {
		s.Sign, s.Bound = ">", ""
		fits = slices.ContainsFunc(c.Values, func(v protocol.Value) bool { return v.Text == s.Positive })
	}
	if !fits {
		s.ProposePositive(c)
		s.Proposed = true
	} else if c.Kind == dataset.Numeric {
		s.Split(c)
	}
}

// Separable reports whether a column can be a multiclass target: it has more than two values and, if numeric, at most 20.
func Separable(c *protocol.ColumnSummary) bool {
	const mostNumbers = 20
	switch {
	case c == nil || c.Kind == dataset.ID:
		return false
	case c.Kind == dataset.Numeric:
		return c.Distinct > 2 && c.Distinct <= mostNumbers
	}
	return len(c.Values) > 2
}
