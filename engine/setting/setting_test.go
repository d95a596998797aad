package setting_test

import (
	"testing"

	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// Every row of the table is complete, and sound by default.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	once := func(k setting.Key, what, text string) {
		if text == "" || seen[what+text] {
			t.Errorf("%s: the %s %q is empty, or another row has it", k, what, text)
		}
		seen[what+text] = true
	}
	for _, s := range setting.Table {
		once(s.Key, "key", string(s.Key))
		once(s.Key, "label", s.Label)
		once(s.Key, "link", s.Link)
		once(s.Key, "name", s.Name)
		once(s.Key, "text", s.Text)
		if s.Usage != "" {
			once(s.Key, "flag", s.Flag)
		}
		if s.Group == "" || s.Flag == "" || s.Apply == nil {
			t.Errorf("%s: it has no group, no flag or no Apply", s.Key)
		}
		if (s.Choices == nil) == (s.Check == nil) {
			t.Errorf("%s: want either choices or a check", s.Key)
		}
		if s.Choices != nil && !s.Has(s.Default) {
			t.Errorf("%s: the default %q is none of the choices", s.Key, s.Default)
		}
		if s.Check != nil && s.Check(s.Default) != "" {
			t.Errorf("%s: the default %q is not sound: %s", s.Key, s.Default, s.Check(s.Default))
		}
		if s.Default == "" && s.Words("") == "" {
			t.Errorf("%s: a report has no words for the default", s.Key)
		}
	}
}

// A penalty of 0 is not the default: the page and the command can turn it off.
func TestPenaltyOfZero(t *testing.T) {
	for _, k := range []setting.Key{setting.Lambda1, setting.Lambda2} {
		var page, flag protocol.Train
		row := k.Setting()
		if complaint := row.Check("0"); complaint != "" {
			t.Errorf("%s: %s", k, complaint)
		}
		row.Apply(&page, "0")
		if err := row.Parse(&flag, "0"); err != nil {
			t.Errorf("%s: %v", k, err)
		}
		for _, r := range []protocol.Train{page, flag} {
			got := r.Network.Lambda1
			if k == setting.Lambda2 {
				got = r.Network.Lambda2
			}
			if got == nil || *got != 0 {
				t.Errorf("%s: the request has %v, want a pointer to 0", k, got)
			}
		}
	}
}
