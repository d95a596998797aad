package infer

import (
	"slices"
	"strings"
	"unicode"
)

// lastWords are the last words of names of identifier columns.
var lastWords = []string{"id", "ids", "uid", "uuid", "guid", "key", "pk", "nr", "no", "number", "rowid", "rownum", "identifier"}

// wholeNames are names of identifier columns only in full: "price index" is not one.
var wholeNames = []string{"index", "idx", "row", "rows", "record", "case", "obs", "observation", "serial", "unnamed: 0"}

// owners are the entities that rows describe: "patientid" and "sampleno" name identifiers.
var owners = []string{
	"account", "case", "client", "contract", "customer", "employee", "invoice", "item", "loan", "member", "order",
	"passenger", "patient", "person", "policy", "product", "record", "row", "sample", "serial", "student", "subject", "ticket",
	"transaction", "user",
}

// namesID reports whether a column name is typical of an identifier.
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

// wordsOf returns the words of a name in lower case: customer_id, customerID and Customer Id give the same words.
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
