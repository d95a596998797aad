package core

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"drnet/engine/dataset"
)

// Sentence turns an error text into a sentence: initial capital, final period.
func Sentence(text string) string {
	if text == "" {
		return ""
	}
	first, n := utf8.DecodeRuneInString(text)
	text = string(unicode.ToUpper(first)) + text[n:]
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// Count formats an integer with thousands separators: 30,162.
func Count(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Percent formats a share as a percentage with one decimal: 83.5 %.
func Percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) + " %" }

// OneDecimal formats a number with one decimal.
func OneDecimal(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// Span formats a duration: "45 s", "3 min", "2 h 5 min".
func Span(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()+0.5))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()+0.5))
	}
	return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
}

// Plural formats a count with its noun.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(n) + " " + many
}

// Numbers formats ascending numbers: "3", "3 and 4", "1, 3 and 4", "2 to 5".
func Numbers(numbers []int) string {
	n := len(numbers)
	switch {
	case n == 0:
		return ""
	case n == 1:
		return Count(numbers[0])
	case n > 2 && numbers[n-1]-numbers[0] == n-1:
		return Count(numbers[0]) + " to " + Count(numbers[n-1])
	}
	var words []string
	for _, number := range numbers[:n-1] {
		words = append(words, Count(number))
	}
	return strings.Join(words, ", ") + " and " + Count(numbers[n-1])
}

// KindInWords describes the kind of a column.
func KindInWords(k dataset.Kind) string {
	switch k {
	case dataset.Numeric:
		return "number"
	case dataset.Binary:
		return "two values"
	case dataset.Categorical:
		return "category"
	case dataset.Date:
		return "date"
	case dataset.Text:
		return "text, too varied for rules"
	case dataset.ID:
		return "different in every row"
	case dataset.Constant:
		return "always the same"
	}
	return "empty"
}

// KindInShort is KindInWords for a list of choices.
func KindInShort(k dataset.Kind) string {
	switch k {
	case dataset.Text:
		return "text (not used)"
	case dataset.ID:
		return "id (not used)"
	}
	return KindInWords(k)
}
