package state

import "drnet/app/core"

// SettingsUsed tells with which settings the rules in sight were learnt: names and values. It is empty for rules that
// this page did not learn.
func (s State) SettingsUsed() [][2]string {
	m := s.Study.Model()
	if m == nil || !s.Run.Learnt() || s.Study.Now().Foreign {
		return nil
	}
	setup := s.Run.Setup
	list := [][2]string{{"What the rules describe", m.Prediction(true)}}
	for _, row := range core.SettingsTable {
		if setup.Uses(row.Field) {
			list = append(list, [2]string{row.Label, row.Words(setup.Text(row.Field))})
		}
	}
	return list
}
