package core

import (
	"maps"

	"drnet/engine/setting"
)

// Preset is a choice between short and accurate rules.
type Preset struct {
	Name, Hint string
	fields     map[setting.Key]string
}

// Presets lists all presets. Their values were measured on four tables; see "What do the three presets set?" in
// RATIONALE.md.
var Presets = []Preset{
	{
		"Short rules", "A few short rules, often at the cost of some accuracy. A condition must improve accuracy by at least 0.3 points.",
		map[setting.Key]string{
			setting.Lambda1: "0.01", setting.Lambda2: "0.00001",
			setting.Refining: "own", setting.Price: "0.3", setting.Effort: "1",
		},
	},
	{
		"Balanced", "Shortest rules whose accuracy is not significantly worse.",
		map[setting.Key]string{
			setting.Lambda1: "0.01", setting.Lambda2: "0.00001",
			setting.Refining: "auto", setting.Price: "0.01", setting.Effort: "1",
		},
	},
	{
		"Accurate", "More and longer rules, from 3 restarts. Takes up to three times as long.",
		map[setting.Key]string{
			setting.Lambda1: "0.01", setting.Lambda2: "0.00001",
			setting.Refining: "own", setting.Price: "0.02", setting.Effort: "3",
		},
	},
}

// Preset returns the index in Presets of the preset that the settings match, or -1 for none. An unused minimum gain is
// ignored.
func (s Setup) Preset() int {
	for i, p := range Presets {
		same := true
		for f, text := range p.fields {
			same = same && (s.Text(f) == text || f == setting.Price && s.Fields[setting.Refining] != "own")
		}
		if same {
			return i
		}
	}
	return -1
}

// UsePreset applies a preset to the settings it covers.
func (s *Setup) UsePreset(i int) {
	if i < 0 || i >= len(Presets) {
		return
	}
	s.Fields = maps.Clone(s.Fields)
	maps.Copy(s.Fields, Presets[i].fields)
}
