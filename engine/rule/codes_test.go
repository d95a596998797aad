package rule_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"drnet/engine/rule"
)

// Models store their code words, and repeated runs must produce the same ones: they never change.
func TestCodesStayTheSame(t *testing.T) {
	for classes, want := range map[int]string{
		2: "1 0",
		3: "111 010 001", // every split into two groups
		4: "1111111 0101010 0011001 0000111",
		5: "111111111111111 010101010101010 001100110011001 000011110000111 000000001111111",
		6: "010011000111010 101000000001000 111000011010011 000100111101111 111111001101100 001110110110010", // the best of random ones
		9: "101000000010010 111100100101001 010111000000000 000001110011000 011101001100011 000011011100011 " +
			"101110110100100 111101010000100 111011011001110",
	} {
		if got := strings.Join(rule.Codes(classes), " "); got != want {
			t.Errorf("Codes(%d) = %s, want %s", classes, got, want)
		}
	}
	for classes, want := range map[int]int{6: 15, 15: 15, 16: 16, 64: 64, 65: 64, 100: 64} {
		if got := len(rule.Codes(classes)[0]); got != want {
			t.Errorf("%d classes have words of %d digits, want %d", classes, got, want)
		}
	}
}

func TestDamagedCodesAreRefused(t *testing.T) {
	long := strings.Repeat("1", rule.MaxCodeLength)
	for _, test := range []struct {
		codes []string
		sets  int
		want  string
	}{
		{[]string{"10", "01"}, 2, ""},
		{[]string{long, "0" + long[1:]}, 64, ""},
		{[]string{long + "1", "0" + long}, 65, "there are 2 code words for 2 classes, and 65 sets of rules"},
		{[]string{"", ""}, 0, "there are 2 code words for 2 classes, and 0 sets of rules"},
		{[]string{"10"}, 2, "there are 1 code words for 2 classes, and 2 sets of rules"},
		{[]string{"10", "01", "11"}, 2, "there are 3 code words for 2 classes, and 2 sets of rules"},
		{[]string{"10", "0"}, 2, "the code word of class 2 is not 2 digits 0 and 1"},
		{[]string{"10", "2a"}, 2, "the code word of class 2 is not 2 digits 0 and 1"},
		{[]string{"12", "01"}, 2, "the code word of class 1 is not 2 digits 0 and 1"},
		{[]string{"10", "10"}, 2, "two classes have the same code word"},
	} {
		c := rule.Classes{Names: names(2), Codes: test.codes}
		err := c.Validate(test.sets)
		if got := strings.TrimPrefix(fmt.Sprint(err), "rule: "); got != test.want && (err != nil || test.want != "") {
			t.Errorf("%q for %d sets: %v, want %q", test.codes, test.sets, err, test.want)
		}
	}
}

func TestDamagedOrdersAreRefused(t *testing.T) {
	for _, order := range [][]int{{0, 1}, {0, 1, 1}, {0, 1, 3}, {-1, 0, 1}, {0, 1, 2, 2}, {}} {
		c := rule.Classes{Names: names(3), Order: slices.Clone(order)}
		if err := c.Validate(3); err == nil || err.Error() != "rule: the order does not name each of 3 classes once" {
			t.Errorf("the order %v: %v", order, err)
		}
	}
	c := rule.Classes{Names: names(3), Order: []int{2, 0, 1}}
	if err := c.Validate(3); err != nil {
		t.Error(err)
	}
}
