package infer

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

const (
	idRows     = 10  // in fewer rows all values may differ by chance
	sureRun    = 100 // consecutive integers in at least this number of rows are row numbers, whatever the first one
	fewNumbers = 3   // greatest count of distinct numbers: more need not be distinguished
)

// NumberStats summarizes the numbers of a column.
type NumberStats struct {
	Rows        int  // rows with a number
	distinct    int  // distinct numbers, at most fewNumbers
	unique      bool // all are integers, a different one in every row
	least, most float64
}

// StatsOf returns the statistics of numbers. Number i occurs in rows[i] rows, or in one row if rows is nil; NaN does not count.
func StatsOf(numbers []float64, rows []int) NumberStats {
	s := NumberStats{least: math.Inf(1), most: math.Inf(-1), unique: true}
	var few [fewNumbers]float64
	for i, x := range numbers {
		if math.IsNaN(x) {
			continue
		}
		n := 1
		if rows != nil {
			n = rows[i]
		}
		s.Rows += n
		s.least, s.most = min(s.least, x), max(s.most, x)
		s.unique = s.unique && n == 1 && x == math.Trunc(x)
		if s.distinct < len(few) && !slices.Contains(few[:s.distinct], x) {
			few[s.distinct] = x
			s.distinct++
		}
	}
	s.unique = s.unique && s.Rows > 0 && s.most-s.least >= float64(s.Rows-1) && allDiffer(numbers)
	return s
}

// allDiffer reports whether no two numbers are equal; NaN equals nothing.
func allDiffer(numbers []float64) bool {
	const glance = 4096 // numbers that are checked first: measurements nearly always repeat within them
	seen := make(map[float64]bool, min(len(numbers), glance))
	for _, x := range numbers[:min(len(numbers), glance)] {
		if seen[x] {
			return false
		}
		if !math.IsNaN(x) {
			seen[x] = true
		}
	}
	if len(numbers) <= glance {
		return true
	}
	sorted := slices.Clone(numbers)
	slices.Sort(sorted)
	return len(slices.Compact(sorted)) == len(numbers)
}

// Kind returns the kind of a column of these numbers: ID if they are row numbers, or unique integers below a name such as "patient_id".
func (s NumberStats) Kind(name string, missing int) Kind {
	switch s.distinct {
	case 0:
		return Empty
	case 1:
		return Constant
	case 2:
		return Binary
	}
	if !s.unique || s.Rows < idRows {
		return Numeric
	}
	run := missing == 0 && s.most-s.least == float64(s.Rows-1)
	if run && (s.least == 0 || s.least == 1 || s.Rows >= sureRun) || namesID(name) {
		return ID
	}
	return Numeric
}

// lastWords are the last words of names of identifier columns.
var lastWords = []string{"id", "ids", "uid", "uuid", "guid", "key", "pk", "nr", "no", "number", "rowid", "rownum", "identifier"}

// wholeNames are names of identifier columns only in full: "price index" is not one.
var wholeNames = []string{"index", "idx", "row", "rows", "record", "case", "obs", "observation", "serial", "unnamed: 0"}

// owners are the entities that rows describe: "patientid" and "sampleno" name identifiers.
var owners = []string{
	"account", "case", "client", "contract", "customer", "device", "employee", "household", "invoice", "item", "loan", "member",
	"order", "passenger", "patient", "person", "policy", "product", "record", "row", "sample", "serial", "session", "shop", "store",
	"student", "subject", "ticket", "transaction", "user",
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
	if len(words) > 1 && slices.Contains(owners, words[len(words)-2]) && slices.Contains(wholeNames, last) {
		return true // row index
	}
	return words[0] == "id" || slices.Contains(lastWords, last) || slices.ContainsFunc(owners, func(owner string) bool {
		rest, ok := strings.CutPrefix(last, owner)
		return ok && slices.Contains(lastWords, rest)
	})
}

// NamesEntity reports whether a column name is typical of what several rows may belong to, such as a patient or a shop.
func NamesEntity(name string) bool {
	words := wordsOf(name)
	if len(words) == 0 {
		return false
	}
	last := strings.TrimSuffix(words[len(words)-1], "s")
	return namesID(name) || last == "group" || slices.Contains(owners, last)
}

// NamesRecording reports whether a column name is typical of the time when a row was recorded, unlike the date of a birth.
func NamesRecording(name string) bool {
	words := wordsOf(name)
	if len(words) == 1 {
		return NamesDuration(name) || slices.Contains([]string{"date", "datetime", "timestamp", "year"}, words[0])
	}
	return len(words) > 1 && slices.Contains([]string{"at", "on", "date", "time"}, words[len(words)-1]) &&
		slices.Contains([]string{"created", "recorded", "visit", "order", "event", "admission"}, words[len(words)-2])
}

// NamesDuration reports whether a column name is typical of a duration, such as until an event, as well as of a time of recording.
func NamesDuration(name string) bool {
	words := wordsOf(name)
	return len(words) == 1 && slices.Contains([]string{"time", "month", "day"}, words[0])
}

// NamesWeight reports whether a column name is typical of sample weights: how many rows a row stands for. A plain “weight” is not, because
// it may be that of a body or a parcel.
func NamesWeight(name string) bool {
	words := wordsOf(name)
	if len(words) == 1 {
		return slices.Contains([]string{"fnlwgt", "wgt", "exposure", "pweight", "fweight"}, words[0])
	}
	return len(words) > 1 && slices.Contains([]string{"weight", "weights", "wgt", "wt"}, words[len(words)-1]) && slices.Contains(
		[]string{"case", "final", "frequency", "household", "person", "population", "row", "sample", "sampling", "survey"}, words[0])
}

// births are parts of names of dates of birth, in English, German, French, Spanish, Italian and Portuguese.
var births = []string{"birth", "born", "dob", "geburt", "geboren", "naissance", "nacimiento", "nascita", "nascimento"}

// NamesBirth reports whether a column name is typical of a date of birth.
func NamesBirth(name string) bool {
	lower := strings.ToLower(name)
	return slices.ContainsFunc(births, func(part string) bool { return strings.Contains(lower, part) })
}

// wordsOf returns the words of a name in lower case: customer_id, customerID and Customer Id give the same words.
func wordsOf(name string) []string {
	var spaced []rune // with a blank before each capital letter that follows another character
	before := ' '
	for _, r := range name {
		if unicode.IsUpper(r) && !unicode.IsUpper(before) {
			spaced = append(spaced, ' ')
		}
		spaced, before = append(spaced, r), r
	}
	return strings.FieldsFunc(strings.ToLower(string(spaced)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
