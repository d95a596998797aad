package state_test

import (
	"reflect"
	"slices"
	"testing"

	"drnet/app/core"
	"drnet/app/state"
	"drnet/engine/binarize"
)

func texts(s state.State) []string {
	var list []string
	for _, t := range s.ThresholdsOf(&s.Table.Columns[0]) {
		list = append(list, t.Text)
	}
	return list
}

// The plan has the thresholds 30, 40.25 and 65. The histogram ranges from 17 to 90, in steps of 0.5.
func TestThresholdEditing(t *testing.T) {
	grabbed := state.CutGrabbed{Column: 0, Index: 1}
	tests := []struct {
		name     string
		messages []state.Msg
		want     []string
		cut      *binarize.ColumnThresholds // nil: the request contains no cut
	}{
		{"as planned", nil, []string{"30", "40.25", "65"}, nil},
		{
			"typed",
			[]state.Msg{state.CutTyped{Column: 0, Index: 1, Text: "41"}},
			[]string{"30", "41", "65"},
			&binarize.ColumnThresholds{List: []float64{30, 41, 65}},
		},
		{
			"several typed in one field",
			[]state.Msg{state.CutTyped{Column: 0, Index: 2, Text: "50; 60 70,80", Settled: true}},
			[]string{"30", "40.25", "50", "60", "70", "80"},
			&binarize.ColumnThresholds{List: []float64{30, 40.25, 50, 60, 70, 80}},
		},
		{
			"emptied",
			[]state.Msg{state.CutTyped{Column: 0, Index: 0, Text: ""}},
			[]string{"", "40.25", "65"},
			&binarize.ColumnThresholds{List: []float64{40.25, 65}},
		},
		{
			"typed nowhere",
			[]state.Msg{state.CutTyped{Column: 0, Index: 3, Text: "1"}, state.CutTyped{Column: 0, Index: -1, Text: "1"}},
			[]string{"30", "40.25", "65"},
			nil,
		},
		{
			"one to the right",
			[]state.Msg{state.CutNudged{Column: 0, Index: 0, Steps: 1}},
			[]string{"30.5", "40.25", "65"},
			&binarize.ColumnThresholds{List: []float64{30.5, 40.25, 65}},
		},
		{
			"ten to the left",
			[]state.Msg{state.CutNudged{Column: 0, Index: 0, Steps: -10}},
			[]string{"25", "40.25", "65"},
			&binarize.ColumnThresholds{List: []float64{25, 40.25, 65}},
		},
		{
			"to the end",
			[]state.Msg{state.CutNudged{Column: 0, Index: 2, Steps: 1000}},
			[]string{"30", "40.25", "90"},
			&binarize.ColumnThresholds{List: []float64{30, 40.25, 90}},
		},
		{
			"dragged",
			[]state.Msg{grabbed, state.CutMoved{Column: 0, Index: 1, To: 49.8}, state.CutMoved{Column: 0, Index: 1, To: 50.3}, state.CutDropped{}},
			[]string{"30", "50.5", "65"},
			&binarize.ColumnThresholds{List: []float64{30, 50.5, 65}},
		},
		{"moved without being held", []state.Msg{state.CutMoved{Column: 0, Index: 1, To: 50}}, []string{"30", "40.25", "65"}, nil},
		{
			"moved after it was dropped",
			[]state.Msg{grabbed, state.CutDropped{}, state.CutMoved{Column: 0, Index: 1, To: 50}},
			[]string{"30", "40.25", "65"},
			nil,
		},
		{"removed", []state.Msg{state.CutRemoved{Column: 0, Index: 1}}, []string{"30", "65"}, &binarize.ColumnThresholds{List: []float64{30, 65}}},
		{
			"added where there is most room",
			[]state.Msg{state.CutAdded{Column: 0}},
			[]string{"30", "40.25", "65", "77.5"},
			&binarize.ColumnThresholds{List: []float64{30, 40.25, 65, 77.5}},
		},
		{"another count", []state.Msg{state.CutCountTyped{Column: 0, Text: " 5 "}}, []string{"30", "40.25", "65"}, &binarize.ColumnThresholds{Count: 5}},
		{
			"another method",
			[]state.Msg{state.CutMethodChosen{Column: 0, Method: "width"}},
			[]string{"30", "40.25", "65"},
			&binarize.ColumnThresholds{Method: binarize.Width},
		},
		{
			"the list as it is",
			[]state.Msg{state.CutMethodChosen{Column: 0, Method: core.Listed}},
			[]string{"30", "40.25", "65"},
			&binarize.ColumnThresholds{List: []float64{30, 40.25, 65}},
		},
		{"back to automatic", []state.Msg{state.CutAdded{Column: 0}, state.CutMethodChosen{Column: 0}}, []string{"30", "40.25", "65"}, nil},
		{
			"of a column without numbers",
			[]state.Msg{state.CutAdded{Column: 1}, state.CutCountTyped{Column: 1, Text: "3"}},
			[]string{"30", "40.25", "65"},
			nil,
		},
		{
			"of a column that is left out",
			[]state.Msg{state.CutAdded{Column: 0}, state.UseChosen{Column: 0}},
			[]string{"30", "40.25", "65", "77.5"},
			nil,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := texts(withTable(test.messages...)); !slices.Equal(got, test.want) {
				t.Errorf("thresholds = %q, want %q", got, test.want)
			}
			var want map[string]binarize.ColumnThresholds
			if test.cut != nil {
				want = map[string]binarize.ColumnThresholds{"age": *test.cut}
			}
			if got := request(t, test.messages...).Encoding.Cuts; !reflect.DeepEqual(got, want) {
				t.Errorf("Cuts = %+v, want %+v", got, want)
			}
		})
	}
}

func TestCutComplaint(t *testing.T) {
	listed := func(text string) []state.Msg {
		return []state.Msg{state.CutRemoved{Column: 0}, state.CutRemoved{Column: 0}, state.CutTyped{Column: 0, Text: text, Settled: true}}
	}
	count := func(text string) []state.Msg { return []state.Msg{state.CutCountTyped{Column: 0, Text: text}} }
	const range100 = "Type a whole number from 1 to 100, or nothing."
	tests := []struct {
		name     string
		messages []state.Msg
		want     string
	}{
		{"nothing", nil, ""},
		{"count", count("9"), ""},
		{"empty count", count(" "), ""},
		{"no count", count("0"), range100},
		{"too many", count("101"), range100},
		{"no number", count("x"), range100},
		{"list", listed("1 2 3"), ""},
		{"list with a gap", listed(" "), "Type at least one threshold, or go back to automatic."},
		{"list of words", listed("1 many"), "“many” is no number."},
		{"infinite", listed("1e999"), "“1e999” is no number."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := withTable(test.messages...)
			if got := s.CutComplaint(&s.Table.Columns[0]); got != test.want {
				t.Errorf("CutComplaint() = %q, want %q", got, test.want)
			}
			want := ""
			if test.want != "" {
				want = "The setting “Thresholds of age” cannot be used as it is."
			}
			if got := s.Obstacle(); got != want {
				t.Errorf("Obstacle() = %q, want %q", got, want)
			}
		})
	}
}

// A column with decimal commas accepts typed thresholds with decimal commas.
func TestDecimalCommaIsUnderstood(t *testing.T) {
	s := withTable()
	s.Table.Columns[0].Form.Decimal = ","
	s, _ = after(s, state.CutTyped{Column: 0, Index: 0, Text: "30,5 33", Settled: true})
	if got, want := texts(s), []string{"30,5", "33", "40.25", "65"}; !slices.Equal(got, want) {
		t.Errorf("thresholds = %q, want %q", got, want)
	}
	if got := s.ThresholdsOf(&s.Table.Columns[0])[0]; got.Value != 30.5 || !got.OK {
		t.Errorf("the first is %+v, want 30.5", got)
	}
}
