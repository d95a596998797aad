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
		"age ≥ 41, ünter · 東京":    "age ≥ 41, ünter · 東京",
		"city = חיפה · 30 < age":  "city = חיפה " + mark + "· 30 < age",
		"العمر ≥ 41":              "العمر " + mark + "≥ 41",
		"תקשורת צה\"ל, תל אביב":   "תקשורת צה\"ל" + mark + ", תל אביב" + mark,
		"الموارد البشرية (17.9%)": "الموارد البشرية " + mark + "(17.9%)",
	} {
		coretest.Equal(t, core.Directed(text), want, "Directed(%q)", text)
	}
}
