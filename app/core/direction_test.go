package core_test

import (
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
)

func TestDirected(t *testing.T) {
	const mark = "\u200e"
	for text, want := range map[string]string{
		"":                        "",
		"age ≥ 41, ünter · 東京":    "age ≥\u00a041, ünter · 東京",
		"city = חיפה · 30 < age":  "city =\u00a0חיפה " + mark + "· 30\u00a0<\u00a0age",
		"age is 1,821–1,978":      "age is 1,821–\u20601,978",
		"a \u202eb (36.3%), c":    "a b (36.3%), c",
		"العمر ≥ 41":              "العمر " + mark + "≥\u00a041",
		"תקשורת צה\"ל, תל אביב":   "תקשורת צה\"ל" + mark + ", תל אביב" + mark,
		"الموارد البشرية (17.9%)": "الموارد البشرية " + mark + "(17.9%)",
	} {
		coretest.Equal(t, core.Directed(text), want, "Directed(%q)", text)
	}
}
