package core

import "maps"

// Preset is a choice of how short or how exact rules are to be.
type Preset struct {
	Name, Hint string
	fields     map[Field]string
}

// Presets are all of them. What they set was measured on four tables; see "What do the three presets set?" in RATIONALE.md.
var Presets = []Preset{
	{
		"Short rules", "A few short rules, often for some points of accuracy. Each condition must earn 0.3 % of the rows.",
		map[Field]string{Lambda1: "0.01", Lambda2: "0.00001", Refining: "own", Price: "0.3", Effort: "1"},
	},
	{
		"Balanced", "As short as they can be without losing accuracy that can be told from chance.",
		map[Field]string{Lambda1: "0.01", Lambda2: "0.00001", Refining: "auto", Price: "0.01", Effort: "1"},
	},
	{
		"Accurate", "More and longer rules, the best of three trainings. It takes up to three times as long.",
		map[Field]string{Lambda1: "0.01", Lambda2: "0.00001", Refining: "own", Price: "0.02", Effort: "3"},
	},
}

// Preset returns the place in Presets of the one that the settings are, -1 if they are none. A price that is not used does
// not count.
func (s Setup) Preset() int {
	for i, p := range Presets {
		same := true
		for f, text := range p.fields {
			same = same && (s.Text(f) == text || f == Price && s.Fields[Refining] != "own")
		}
		if same {
			return i
		}
	}
	return -1
}

// preset puts the settings that a preset is about to what it says.
func (s *Setup) UsePreset(i int) {
	if i < 0 || i >= len(Presets) {
		return
	}
	s.Fields = maps.Clone(s.Fields)
	maps.Copy(s.Fields, Presets[i].fields)
}
