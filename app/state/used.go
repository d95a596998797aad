package state

import "drnet/engine/setting"

// SettingsUsed lists the names and values of the settings that trained the current rules. It is empty for rules that
// were not learned on this page.
func (s State) SettingsUsed() [][2]string {
	m := s.Rules.Model()
	if m == nil || !s.Run.Learnt() || s.Rules.Now().Foreign {
		return nil
	}
	setup := s.Run.Setup
	list := [][2]string{{"What the rules describe", m.Prediction(true)}}
	for _, row := range setting.Table {
		if setup.Uses(row.Key) {
			list = append(list, [2]string{row.Label, row.Words(setup.Text(row.Key))})
		}
	}
	return list
}
