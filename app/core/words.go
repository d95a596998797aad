package core

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Sentence turns an error text into a sentence: initial capital, final period.
func Sentence(text string) string {
	if text == "" {
		return ""
	}
	text = Curled(text)
	first, n := utf8.DecodeRuneInString(text)
	if text = string(unicode.ToUpper(first)) + text[n:]; !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?") {
		text += "."
	}
	return text
}

// Curled replaces the straight quotes around names in an engine text by curly ones, which open after a blank or a bracket.
func Curled(text string) string {
	var b strings.Builder
	before := ' '
	for _, r := range text {
		switch {
		case r != '"' || before == '\\': // a quote inside a name
			b.WriteRune(r)
		case before == ' ' || before == '(':
			b.WriteRune('“')
		default:
			b.WriteRune('”')
		}
		before = r
	}
	return b.String()
}

// Texts returns n texts, nil for 0. It is not generic over a list, because each instance would add to the size of the program.
func Texts(n int, text func(i int) string) (list []string) {
	for i := range n {
		list = append(list, text(i))
	}
	return list
}

// Capital returns a text that begins with a letter of ASCII with a capital one.
func Capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// Sentences turns error texts into sentences.
func Sentences(texts []string) []string {
	return Texts(len(texts), func(i int) string { return Sentence(texts[i]) })
}

// Count formats an integer with thousands separators: 30,162.
func Count(n int) string { return protocol.Grouped(n) }

// RuleName names a rule by its number, as lists, tables and drawings do: "R3".
func RuleName(number int) string { return "R" + Count(number) }

// When returns a text if a condition holds, otherwise "".
func When(holds bool, text string) string {
	if holds {
		return text
	}
	return ""
}

// Either returns one of two values.
func Either[T any](holds bool, yes, no T) T {
	if holds {
		return yes
	}
	return no
}

// Percent formats a share as a percentage with one decimal: 83.5%. It is 100% only for 1, and 0% for 0.
func Percent(share float64) string { return dataset.Percent(share) }

// PercentOf formats n as a percentage of all, 0% of none.
func PercentOf(n, all int) string { return Percent(float64(n) / float64(max(all, 1))) }

// OneDecimal formats a number with one decimal.
func OneDecimal(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// Tenths formats a number with at most one decimal.
func Tenths(x float64) string { return dataset.FormatNumber(float64(int(10*x+0.5)) / 10) }

// PlusMinus formats an accuracy with its standard error: "84.0% ± 1.2".
func PlusMinus(accuracy, standard float64) string {
	return Percent(accuracy) + " ± " + OneDecimal(100*standard)
}

// IntervalInWords formats the 95% interval of an accuracy, to be appended to it: " [78.0–85.6]"; "" if the rows were not counted.
func IntervalInWords(c eval.Confusion) string {
	if c.Rows() == 0 {
		return ""
	}
	low, high := c.Interval()
	return " [" + dataset.PercentRange(low, high, Percent) + "]"
}

// Points formats a difference of shares in percentage points: "0.8 points".
func Points(share float64) string {
	text := strings.TrimSuffix(OneDecimal(100*share), ".0")
	if text == "1" {
		return "1 point"
	}
	return text + " points"
}

// InPoints formats a difference of shares in percentage points without the unit: "−16.1".
func InPoints(share float64) string { return Decimal(100*share, 1) }

// MetricInWords formats a metric.
func MetricInWords(m eval.Metric) string {
	switch {
	case m.Value == nil:
		return "undefined"
	case m.Percent:
		return Percent(*m.Value)
	}
	return strconv.FormatFloat(*m.Value, 'f', 3, 64)
}

// PercentTick formats a share with enough decimals to distinguish the ticks of an axis. A percentage needs two fewer.
func PercentTick(share float64, decimals int) string {
	return strconv.FormatFloat(100*share, 'f', max(decimals-2, 0), 64) + "%"
}

// Bytes formats the size of a file: "820 bytes", "12.3 kB", "4.0 MB".
func Bytes(n int64) string {
	const kilo, mega = 1e3, 1e6
	const nearly = mega - kilo/20 // rounds to 1000.0 kB
	switch {
	case n < kilo:
		return Plural(int(n), "byte", "bytes")
	case n < nearly:
		return OneDecimal(float64(n)/kilo) + " kB"
	case n%mega == 0:
		return strconv.FormatInt(n/mega, 10) + " MB"
	}
	return OneDecimal(float64(n)/mega) + " MB"
}

// Span formats a duration, which does not break over lines: "45 s", "3 min", "2 h 5 min".
func Span(d time.Duration) string {
	seconds, minutes := int(d.Seconds()+0.5), int(d.Minutes()+0.5)
	switch {
	case seconds < 60:
		return fmt.Sprintf("%d\u00a0s", seconds)
	case minutes < 60:
		return fmt.Sprintf("%d\u00a0min", minutes)
	}
	return fmt.Sprintf("%d\u00a0h %d\u00a0min", minutes/60, minutes%60)
}

// leftInWords describes the remaining time of a task: ", about 30 s left"; "" at the start, when the estimate is poor.
func leftInWords(took time.Duration, share float64) string {
	if share <= 0.02 || took <= time.Second {
		return ""
	}
	left := time.Duration(float64(took) / share * (1 - share))
	if left < time.Second {
		return ", finishing"
	}
	return ", about " + Span(left) + " left"
}

// StaleSince notes that the settings have changed since a result, "" if they have not.
func (v Shared) StaleSince(before Setup) string {
	return When(!v.Setup.SameAs(before), "Settings changed since – these results are for the old ones.")
}

// Lessons lists the names of the lessons; the first is the tour.
var Lessons = []string{
	"Guided tour", "What a rule is", "Cut points and λ₁", "Overfitting and the trade-off", "Why was the accuracy too good?",
}

// TeachingMode labels the choice of teaching mode.
const TeachingMode = "Teaching mode: edit the weights of the network"

// Plural formats a count with its noun.
func Plural(n int, one, many string) string { return protocol.Plural(n, one, many) }

// Numbers formats ascending numbers: "3", "3 and 4", "1, 3 and 4", "2 to 5".
func Numbers(numbers []int) string {
	if n := len(numbers); n > 2 && numbers[n-1]-numbers[0] == n-1 {
		return Count(numbers[0]) + " to " + Count(numbers[n-1])
	}
	return And(Texts(len(numbers), func(i int) string { return Count(numbers[i]) }))
}

// And joins words: "a", "a and b", "a, b and c".
func And(words []string) string {
	if last := len(words) - 1; last > 0 {
		return strings.Join(words[:last], ", ") + " and " + words[last]
	}
	return strings.Join(words, "")
}

// First returns the first words of a list and the number of the others: "a", "b", "3 more".
func First(words []string, most int) []string {
	if more := len(words) - most; more > 0 {
		return append(words[:most:most], Count(more)+" more")
	}
	return words
}

// SetName names a rule set of a multiclass model: by its class or, with a code, by its digit and the classes whose digit is 1.
func SetName(c *protocol.MultiClass, set int) string {
	name := c.Members[set].Positive
	if c.Codes != nil {
		return "Digit " + Count(set+1) + ": " + name
	}
	return name
}

// RangeInWords returns the range of a histogram.
func RangeInWords(h *protocol.Histogram) string {
	number := rule.NumberWithin(h.First, h.Last)
	return number(h.First) + " to " + number(h.Last)
}

// KindInWords describes the kind of a column.
func KindInWords(k dataset.Kind) string {
	return cmp.Or(map[dataset.Kind]string{dataset.Text: "text (too many values)", dataset.ID: "unique per row (ID)"}[k], string(k))
}

// KindInShort is KindInWords for a list of choices.
func KindInShort(k dataset.Kind) string {
	return cmp.Or(map[dataset.Kind]string{dataset.Text: "text (excluded)", dataset.ID: "ID (excluded)"}[k], string(k))
}

// Clipped returns the text, truncated if it is too long for a cell.
func Clipped(text string) string { return dataset.Shorten(text, 200) }

// Shortened returns the beginning of an untrusted text, for a sentence.
func Shortened(text string) string { return dataset.Shorten(strings.ToValidUTF8(text, "\uFFFD"), 40) }

// Decimal formats a number with the given number of decimals and a minus sign (−). A value that rounds to 0 loses its sign.
func Decimal(x float64, decimals int) string {
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "-", "−", 1)
}

// Shortest writes the shortest text that parses to the same number: "0.01", "1e-5".
func Shortest(x float64) string {
	const small, large = 1e-4, 1e15
	if x == 0 || x >= small && x < large || -x >= small && -x < large {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	text := strconv.FormatFloat(x, 'g', -1, 64)
	return strings.NewReplacer("e-0", "e-", "e+0", "e", "e+", "e").Replace(text)
}

// EndInWords says why a run ended; inShort says it in two or three words.
func EndInWords(status drnet.Status) (sentence, inShort string) {
	switch status {
	case drnet.Perfect:
		return "All training rows are predicted correctly.", status.Early()
	case drnet.Unchanged:
		return "Ended early: no better rules for a large part of the run.", status.Early()
	case drnet.Reviewed:
		return "Ended early: the search finds rules as good without the network.", status.Early()
	case drnet.Stopped:
		return "Stopped by you; these are the best rules up to then.", "by you"
	case Broken:
		return "The engine was lost; these are the best rules up to then, not refined.", "engine lost"
	}
	return "The run was completed; these are the rules of its best checkpoint.", "max epochs"
}

// SizeInWords describes the size of a rule set.
func SizeInWords(o protocol.Outcome) string {
	return Plural(o.Rules, "rule", "rules") + " with " + Plural(o.Conditions, "condition", "conditions")
}

// SnapshotInWords describes the size and the accuracy of a snapshot's rules.
func SnapshotInWords(s *protocol.Snapshot) string {
	text := Plural(len(s.Rules), "rule", "rules") + ", " + Plural(s.Conditions, "condition", "conditions") + " · train accuracy " +
		Percent(s.Train)
	if s.Test != nil {
		text += ", test accuracy " + Percent(*s.Test)
	}
	return text
}

// StartedInWords describes the input of a run.
func StartedInWords(b protocol.Started) string {
	tested := Either(b.TestRows > 0, Plural(b.TestRows, "test row", "test rows"), "no test rows")
	text := Plural(b.Features, "feature", "features") + ", " + Plural(b.Rows, "training row", "training rows") + ", " + tested + "." +
		When(len(b.Classes) > 0, " Training rows per class: "+classesInWords(b.Classes)+".") +
		When(b.Dropped > 0, " "+Plural(b.Dropped, "row", "rows")+" left out for a missing cell.") +
		When(b.Unnamed > 0, " "+Plural(b.Unnamed, "row", "rows")+" left out because the target is missing.")
	if b.Helpers > 0 {
		text += fmt.Sprintf(" %s networks trained in parallel, in about %s MB of memory.",
			Count(b.Helpers), Count(int(max(b.HelperMemory>>20, 1))))
	}
	return text
}

func classesInWords(classes []protocol.ClassCount) string {
	const most = 6
	names := Texts(len(classes), func(i int) string { return classes[i].Name + " " + Count(classes[i].Rows) })
	return strings.Join(First(names, most), ", ")
}
