package dataset

import (
	"slices"
	"strings"
	"unicode"
)

// lastWords end the names of columns that say which row it is, not what it is like.
var lastWords = []string{"id", "ids", "uid", "uuid", "guid", "key", "pk", "nr", "no", "number", "rowid", "rownum", "identifier"}

// wholeNames are such names by themselves; "price index" is none.
var wholeNames = []string{"index", "idx", "row", "rows", "record", "case", "obs", "observation", "serial", "unnamed: 0"}

// owners are whom the rows of tables are about; "patientid" and "sampleno" are names of identifiers.
var owners = []string{
	"account", "case", "client", "contract", "customer", "employee", "invoice", "item", "loan", "member", "order",
	"passenger", "patient", "person", "policy", "product", "record", "row", "sample", "serial", "student", "subject", "ticket",
	"transaction", "user",
}

// namesID reports whether the name of a column is that of an identifier.
func namesID(name string) bool {
	lower := strings.ToLower(strings.TrimSpace(name))
	if slices.Contains(wholeNames, lower) {
		return true
	}
	words := wordsOf(name)
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	if words[0] == "id" || slices.Contains(lastWords, last) {
		return true
	}
	if len(words) > 1 && slices.Contains(owners, words[len(words)-2]) && slices.Contains(wholeNames, last) {
		return true // row index
	}
	for _, owner := range owners {
		if rest, ok := strings.CutPrefix(last, owner); ok && slices.Contains(lastWords, rest) {
			return true
		}
	}
	return false
}

// wordsOf returns the words of a name in small letters: customer_id, customerID and Customer Id have the same.
func wordsOf(name string) []string {
	var words []string
	start, runes := -1, []rune(name)
	for i, r := range runes {
		letter := unicode.IsLetter(r) || unicode.IsDigit(r)
		hump := letter && start >= 0 && unicode.IsUpper(r) && !unicode.IsUpper(runes[i-1])
		if start >= 0 && (!letter || hump) {
			words = append(words, strings.ToLower(string(runes[start:i])))
			start = -1
		}
		if letter && start < 0 {
			start = i
		}
	}
	if start >= 0 {
		words = append(words, strings.ToLower(string(runes[start:])))
	}
	return words
}
