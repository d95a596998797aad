package core

import "drnet/engine/protocol"

// UsedColumns reports for each column of the encoder whether a rule of any model uses it. The models have the same encoder;
// there is at least one.
func UsedColumns(models ...*protocol.Model) []bool {
	used := make([]bool, len(models[0].Encoder.Columns))
	for _, m := range models {
		features := m.Encoder.Features()
		for _, r := range m.Rules {
			for _, l := range r {
				used[features[l.Feature].Column] = true
			}
		}
	}
	return used
}
