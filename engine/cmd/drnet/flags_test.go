package main

import (
	"reflect"
	"strings"
	"testing"

	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// Every setting has a flag that changes the request.
func TestEverySettingHasAFlag(t *testing.T) {
	values := map[setting.Key]string{
		setting.Method: "width", setting.Missing: "drop", setting.Refining: "off", setting.Costs: "balanced", setting.Negated: "true",
		setting.Dates:     "year",
		setting.Identical: "together",
	}
	help := new(strings.Builder)
	c := command{out: help}
	if code := c.exit(c.train([]string{"-h"})); code != done {
		t.Fatalf("the help of train ends with %d", code)
	}
	for _, s := range setting.Table {
		if !strings.Contains(help.String(), "\n  -"+s.Flag) {
			t.Errorf("%s: drnet train has no flag -%s", s.Key, s.Flag)
		}
		if s.Key == setting.TestShare { // train reads it, because it may be a file
			continue
		}
		text, known := values[s.Key]
		if !known {
			text = "0.25"
			if s.Parse(new(protocol.Train), text) != nil {
				text = "17"
			}
		}
		var r, before protocol.Train
		addTrainFlags(newFlags("train"), &before)
		fs := newFlags("train")
		addTrainFlags(fs, &r)
		if err := fs.Parse([]string{"-" + s.Flag + "=" + text}); err != nil || reflect.DeepEqual(r, before) {
			t.Errorf("%s: -%s %s changes nothing: %v", s.Key, s.Flag, text, err)
		}
	}
}
