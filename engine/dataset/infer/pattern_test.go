package infer

import "testing"

// The bits of a mask are the readings of a text as a number, in the order of readings.
func TestShapeOf(t *testing.T) {
	const point, pointComma, pointBlank, pointApostrophe, comma, commaPoint, commaBlank, commaApostrophe = 1, 2, 4, 8, 16, 32, 64, 128
	tests := []struct {
		text         string
		mask         uint8
		dotted, with bool // has a point, a comma
		unit         string
	}{
		{"12", anyMark, false, false, ""},
		{"-3e5", anyMark, false, false, ""},
		{"1.5", withPoint, true, false, ""},
		{".5", withPoint, true, false, ""},
		{"1.234", withPoint | commaPoint, true, false, ""},
		{"0.123", withPoint, true, false, ""},
		{"1e309", anyMark, false, false, ""},
		{"1,5", withComma, false, true, ""},
		{"1,234", pointComma | withComma, false, true, ""},
		{",5", withComma, false, true, ""},
		{"1.234.567", commaPoint, true, false, ""},
		{"1,234.5", pointComma, true, true, ""},
		{"1.234,5", commaPoint, true, true, ""},
		{"1,234,567", pointComma, false, true, ""},
		{"1 234", pointBlank | commaBlank, false, false, ""},
		{"1 234,5", commaBlank, false, true, ""},
		{"1 234.5", pointBlank, true, false, ""},
		{"1\u202f234", pointBlank | commaBlank, false, false, ""},
		{"1'234", pointApostrophe | commaApostrophe, false, false, ""},
		{"1’234.5", pointApostrophe, true, false, ""},
		{"−5", anyMark, false, false, ""},
		{"−1,5", withComma, false, true, ""},
		{"5%", anyMark, false, false, "%"},
		{"5 %", anyMark, false, false, "%"},
		{"1,5 €", withComma, false, true, "€"},
		{"$1,234", pointComma | withComma, false, true, "$"},
		{"-$5", anyMark, false, false, "$"},
		{"1 234 kr", pointBlank | commaBlank, false, false, "kr"},
		{"R$ 2.455,61", commaPoint, true, true, "R$"},
		{"US$5", anyMark, false, false, "US$"},
		{"5 $", anyMark, false, false, "$"},
		{"12 Kč", anyMark, false, false, "Kč"},
		{"4 096,69 zł", commaBlank, false, true, "zł"},
		{"5 ₽", anyMark, false, false, "₽"},
		{"₹1,49,952", pointComma, false, true, "₹"},
		{"1\u2009234", pointBlank | commaBlank, false, false, ""},
		{"1\u2007234", pointBlank | commaBlank, false, false, ""},
		{"1'234 CHF", pointApostrophe | commaApostrophe, false, false, "CHF"},
		{"1.5%", withPoint, true, false, "%"},
		{"", 0, false, false, ""},
		{"x", 0, false, false, ""},
		{"5x", 0, false, false, ""},
		{"x5", 0, false, false, ""},
		{"%", 0, false, false, ""},
		{"-", 0, false, false, ""},
	}
	for _, test := range tests {
		s := patternOf(test.text)
		if want := (pattern{unit: test.unit, mask: test.mask, point: test.dotted, comma: test.with}); s != want {
			t.Errorf("patternOf(%q) = %+v, want %+v", test.text, s, want)
		}
	}
}

// Texts of one pattern are counted together, with the first as the example.
func TestSurvey(t *testing.T) {
	e := CountPatterns([]string{"1,5", "word", "2,5", "7", "1,234", "5%", "3.5", "8", "1000"}, []int{1, 2, 3, 4, 5, 6, 7, 8, 9})
	want := []pattern{
		{mask: withComma, comma: true, texts: 2, rows: 4, example: "1,5"},
		{mask: anyMark, texts: 2, rows: 12, example: "7"},
		{mask: 2 | withComma, comma: true, texts: 1, rows: 5, example: "1,234"},
		{mask: anyMark, unit: "%", texts: 1, rows: 6, example: "5%"},
		{mask: withPoint, point: true, texts: 1, rows: 7, example: "3.5"},
		{mask: anyMark, large: true, texts: 1, rows: 9, example: "1000"},
	}
	if e.rows != 45 || len(e.patterns) != len(want) {
		t.Fatalf("CountPatterns = %+v, want %+v of 45 rows", e, want)
	}
	for i, s := range e.patterns {
		if s != want[i] {
			t.Errorf("pattern %d is %+v, want %+v", i, s, want[i])
		}
	}
}

func TestMayBeNumber(t *testing.T) {
	for text, want := range map[string]bool{
		"5": true, "-5": true, "5%": true, "$5": true, "5kr": true, "5 CHF": true, "−5": true, ".5": true, "5,": true,
		"": false, "%": false, "x5": false, "5x": false, "a": false, "--": false, "EUR": false,
	} {
		if got := mayBeNumber(text); got != want {
			t.Errorf("mayBeNumber(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestUnitOf(t *testing.T) {
	for text, want := range map[string]string{
		"5%": "%", "5 €": "€", "-$5": "$", "−£5": "£", "CHF 5": "CHF", "5 USD": "USD", "12kr": "kr", "5": "", "": "",
		"-": "", "5 apples": "", "x": "", "5%5": "", "%5": "%",
	} {
		if got := unitOf(text); got != want {
			t.Errorf("unitOf(%q) = %q, want %q", text, got, want)
		}
	}
}
