package csvfile

import "testing"

func TestErrorNamesThePlace(t *testing.T) {
	for want, e := range map[string]Error{
		"dataset: wrong": {Message: "wrong"}, "dataset: line 1: wrong": {Message: "wrong", Line: 1},
		"dataset: line 1, column 1: wrong": {Message: "wrong", Line: 1, Column: 1},
	} {
		if e.Column == 0 && e.Line == 0 {
			with := e
			with.Column = 3 // means nothing without a line
			if got := with.Error(); got != want {
				t.Errorf("Error() = %q, want %q", got, want)
			}
		}
		if got := e.Error(); got != want {
			t.Errorf("Error() = %q, want %q", got, want)
		}
	}
}

func TestQuoteList(t *testing.T) {
	for want, texts := range map[string][]string{
		"": nil, `"a"`: {"a"}, `"a", "b"`: {"a", "b"}, `"a", "b", "c", "d", "e"`: {"a", "b", "c", "d", "e"},
		`"a", "b", "c", "d", "e" and 2 more`: {"a", "b", "c", "d", "e", "f", "g"},
	} {
		if got := QuoteList(texts); got != want {
			t.Errorf("QuoteList(%q) = %s, want %s", texts, got, want)
		}
	}
}
