package data

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/binarize"
)

// The plan has the thresholds 30, 40.25 and 65. The histogram ranges from 17 to 90, in steps of 0.5.
func TestThresholdEditing(t *testing.T) {
	grabbed := ThresholdGrabbed{Column: 0}
	list := func(list ...float64) *binarize.ColumnThresholds { return &binarize.ColumnThresholds{List: list} }
	const asPlanned = "30, 40.25, 65"
	for _, test := range []struct {
		name     string
		messages []core.Msg
		want     string
		cut      *binarize.ColumnThresholds // nil: the request contains no cut
	}{
		{"as planned", nil, asPlanned, nil},
		{"typed", []core.Msg{ThresholdsTyped{Column: 0, Text: "50; 60 70,80"}}, "50, 60, 70, 80", list(50, 60, 70, 80)},
		{"removed nowhere", []core.Msg{ThresholdRemoved{Column: 0, Index: 3}, ThresholdRemoved{Column: 0, Index: -1}}, asPlanned, nil},
		{"one to the right", []core.Msg{ThresholdNudged{Column: 0, Index: 0, Steps: 1}}, "30.5, 40.25, 65", list(30.5, 40.25, 65)},
		{"ten to the left", []core.Msg{ThresholdNudged{Column: 0, Index: 0, Steps: -10}}, "25, 40.25, 65", list(25, 40.25, 65)},
		{"to the end", []core.Msg{ThresholdNudged{Column: 0, Index: 2, Steps: 1000}}, "30, 40.25, 90", list(30, 40.25, 90)},
		{
			"dragged",
			[]core.Msg{grabbed, ThresholdMoved{Column: 0, Index: 1, To: 49.8}, ThresholdMoved{Column: 0, Index: 1, To: 50.3}, ThresholdDropped{}},
			"30, 50.5, 65", list(30, 50.5, 65),
		},
		{"moved without being held", []core.Msg{ThresholdMoved{Column: 0, Index: 1, To: 50}}, asPlanned, nil},
		{"moved after it was dropped", []core.Msg{grabbed, ThresholdDropped{}, ThresholdMoved{Column: 0, Index: 1, To: 50}}, asPlanned, nil},
		{"removed", []core.Msg{ThresholdRemoved{Column: 0, Index: 1}}, "30, 65", list(30, 65)},
		{"added where there is most room", []core.Msg{ThresholdAdded{Column: 0}}, asPlanned + ", 77.5", list(30, 40.25, 65, 77.5)},
		{"another count", []core.Msg{CountTyped{Column: 0, Text: " 5 "}}, asPlanned, &binarize.ColumnThresholds{Count: 5}},
		{"another method", []core.Msg{MethodChosen{Column: 0, Method: "width"}}, asPlanned, &binarize.ColumnThresholds{Method: binarize.Width}},
		{"the list as it is", []core.Msg{MethodChosen{Column: 0, Method: core.Listed}}, asPlanned, list(30, 40.25, 65)},
		{"back to automatic", []core.Msg{ThresholdAdded{Column: 0}, MethodChosen{Column: 0}}, asPlanned, nil},
		{"of a column without numbers", []core.Msg{ThresholdAdded{Column: 1}, CountTyped{Column: 1, Text: "3"}}, asPlanned, nil},
		{"of a column that is left out", []core.Msg{ThresholdAdded{Column: 0}, ColumnUsed{Column: 0}}, asPlanned + ", 77.5", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := planned()
			p.Send(test.messages...)
			coretest.Equal(t, listInWords(p.View, p.View.Column(0)), test.want, "thresholds")
			var want map[string]binarize.ColumnThresholds
			if test.cut != nil {
				want = map[string]binarize.ColumnThresholds{"age": *test.cut}
			}
			coretest.Equal(t, p.View.Setup.Request(p.View.Table).Encoding.Cuts, want, "Cuts")
		})
	}
}

func TestThresholdComplaint(t *testing.T) {
	const range100 = "Type a whole number from 1 to 100, or nothing."
	for msg, want := range map[core.Msg]string{
		core.Refresh{}:                  "",
		CountTyped{Text: "9"}:           "",
		CountTyped{Text: " "}:           "",
		CountTyped{Text: "0"}:           range100,
		CountTyped{Text: "101"}:         range100,
		CountTyped{Text: "x"}:           range100,
		ThresholdsTyped{Text: "1 2 3"}:  "",
		ThresholdsTyped{Text: " "}:      "Type at least one cut point, or press “Reset”.",
		ThresholdsTyped{Text: "1 many"}: "“many” is not a number.",
		ThresholdsTyped{Text: "1e999"}:  "“1e999” is not a number.",
	} {
		p := planned()
		p.Send(msg)
		coretest.Equal(t, p.View.Setup.ThresholdComplaint(p.View.Column(0)), want, "%T%v: ThresholdComplaint()", msg, msg)
	}
}

// A column with decimal commas accepts typed thresholds with decimal commas.
func TestDecimalCommaIsUnderstood(t *testing.T) {
	p := planned()
	p.View.Table.Columns[0].Form.Decimal = ","
	p.Send(ThresholdsTyped{Column: 0, Text: "30,5 33"})
	coretest.Equal(t, listInWords(p.View, p.View.Column(0)), "30,5; 33", "thresholds")
	coretest.Equal(t, thresholds(p.View, p.View.Column(0))[0], 30.5, "the first")
}

// Only a method that uses the target has the note on it.
func TestNoteOnTheTarget(t *testing.T) {
	for method, want := range map[string]bool{"": false, "width": false, string(binarize.Target): true, core.Listed: false} {
		p := planned()
		p.Send(MethodChosen{Column: 0, Method: method})
		coretest.Equal(t, strings.Contains(app.HTMLString(methodChoice(p.View, nil, 0)), core.UseOfTarget),
			want, "method %q: note", method)
	}
}
