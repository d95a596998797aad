package core_test

import (
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
)

func TestDirected(t *testing.T) {
	const mark = "\u200e"
	for text, want := range map[string]string{
		"":                           "",
		"age ≥ 41, ünter · 東京":       "age\u00a0≥\u00a041, ünter\u00a0· 東京",
		"city = חיפה · 30 < age":     "city\u00a0=\u00a0חיפה" + mark + "\u00a0· 30\u00a0<\u00a0age",
		"MonthlyCharges > 74.5":      "MonthlyCharges\u00a0>\u00a074.5",
		"monthly income ≥ 4,051 EUR": "monthly income\u00a0≥\u00a04,051 EUR",
		"NumberOfMonths ≤ 3.125 · a ≠ b, (> 82)": "NumberOfMonths\u00a0≤\u00a03.125\u00a0· a\u00a0≠\u00a0b, (>\u00a082)",
		"credit_history ≠ critical/other credit": "credit_history\u00a0≠\u00a0critical/other credit",
		"NumberOfMonthsSinceOpened ≤ 31.125 · =": "NumberOfMonthsSinceOpened ≤\u00a031.125\u00a0· =", // too long to stay on one line
		"age is 1,821–1,978":                     "age is 1,821–\u20601,978",
		"a \u202eb (36.3%), c":                   "a b (36.3%), c",
		"العمر ≥ 41":                             "العمر " + mark + "≥\u00a041",
		"תקשורת צה\"ל, תל אביב":                  "תקשורת צה\"ל" + mark + ", תל אביב" + mark,
		"الموارد البشرية (17.9%)":                "الموارد البشرية " + mark + "(17.9%)",
	} {
		coretest.Equal(t, core.Directed(text), want, "Directed(%q)", text)
	}
}
