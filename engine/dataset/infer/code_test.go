package infer

import (
	"strings"
	"testing"
)

// Integers of sixteen and more digits are codes if float64 would round any of them.
func TestLongCodeBorders(t *testing.T) {
	for _, test := range []struct {
		texts []string
		want  bool
	}{
		{[]string{"9007199254740993"}, true},
		{[]string{"9007199254740992"}, false},
		{[]string{"9007199254740992", "9007199254740993"}, true},
		{[]string{"9007199254740993", "9007199254740992"}, true},
		{[]string{"123456789012345"}, false},
		{[]string{"9007199254740993", "90071992547409931"}, false},
		{[]string{"9007199254740993", "900719925474099x"}, false},
		{[]string{strings.Repeat("9", 400)}, true},
	} {
		if got := areLongCodes(test.texts); got != test.want {
			t.Errorf("areLongCodes(%q) = %v, want %v", test.texts, got, test.want)
		}
	}
}
