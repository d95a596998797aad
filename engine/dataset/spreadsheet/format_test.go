package spreadsheet

import "testing"

// Days before hours are a duration unless a month, a year or the name of a weekday is with them.
func TestDays(t *testing.T) {
	for text, want := range map[string]shown{
		`d "d" hh:mm`: duration, `d\d\ h\h`: duration, "dd:hh:mm:ss": duration, "d/m hh:mm": instant, "dddd hh:mm": instant, "hh:mm d": instant,
		"d h:mm AM/PM":   instant,
		"hh:mm d.m.yyyy": instant, "h:mm": clock, "d": day, "dd.mm.yyyy hh:mm": instant,
	} {
		if got := parseFormat(text); got.shows != want {
			t.Errorf("parseFormat(%q) shows %d, want %d", text, got.shows, want)
		}
	}
	if got, _ := parseFormat(`d "d" hh:mm`).appendTime(nil, 2.25, false); string(got) != "54:00:00" {
		t.Errorf("2.25 days are %s", got)
	}
}
