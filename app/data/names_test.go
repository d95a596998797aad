package data

import (
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/codebook"
	"drnet/engine/dataset"
)

// Aliases, units and groups are typed in the panel of a column, and become part of the request.
func TestNames(t *testing.T) {
	const age, city, rich, street = 0, 1, 2, 5
	group := func(name string, values ...int) (list []core.Msg) {
		list = append(list, EditorToggled{city, true})
		for _, v := range values {
			list = append(list, ValuePicked{Value: v, In: true})
		}
		return append(list, GroupTyped{Text: name}, GroupMade{}, EditorToggled{city, true})
	}
	label := func(column int, unit bool, text string) core.Msg {
		return LabelTyped{Column: column, Unit: unit, Text: text}
	}
	abroad := codebook.Book{"city": {Groups: []codebook.ValueGroup{{Name: "abroad", Values: []string{"Rom", "Wien"}}}}}
	for _, test := range []struct {
		name     string
		messages []core.Msg
		want     codebook.Book
	}{
		{"nothing", nil, nil},
		{"alias and unit", []core.Msg{label(age, false, " age at entry "), label(age, true, "years")}, codebook.Book{
			"age": {Label: codebook.Label{Alias: "age at entry", Unit: "years"}},
		}},
		{"alias of the target", []core.Msg{label(rich, false, "wealth")}, codebook.Book{"rich": {Label: codebook.Label{Alias: "wealth"}}}},
		{"alias that is the name", []core.Msg{label(age, false, "age")}, nil},
		{"alias removed", []core.Msg{label(age, false, "x"), label(age, false, "")}, nil},
		{"alias of another column", []core.Msg{label(age, false, "city")}, nil},
		{"names exchanged", []core.Msg{label(age, false, "city"), label(city, false, "age")}, codebook.Book{
			"age": {Label: codebook.Label{Alias: "city"}}, "city": {Label: codebook.Label{Alias: "age"}},
		}},
		{"one alias twice", []core.Msg{label(age, false, "x"), label(city, false, "x")}, nil},
		{"too long", []core.Msg{label(age, false, strings.Repeat("x", 300))}, nil},
		{"group", group(" abroad ", 2, 1), abroad},
		{"group without values", group("abroad"), nil},
		{"group without a name", group(" ", 1), nil},
		{"group with a value of another", append(group("abroad", 1, 2), group("south", 1)...), abroad},
		{"ungrouped", append(group("abroad", 1, 2), EditorToggled{city, true}, GroupRemoved{Index: 3}, GroupRemoved{}), nil},
		{"group of the target", []core.Msg{
			EditorToggled{rich, true}, ValuePicked{Value: 0, In: true}, ValuePicked{Value: 9, In: true}, GroupTyped{Text: "x"}, GroupMade{},
		}, nil},
		{"values that are not listed", []core.Msg{EditorToggled{street, true}, ValuePicked{In: true}, GroupTyped{Text: "x"}, GroupMade{}}, nil},
		{"no panel", []core.Msg{ValuePicked{In: true}, GroupTyped{Text: "x"}, GroupMade{}, GroupRemoved{}, label(99, false, "x")}, nil},
		{"hostile", append(group("__proto__", 0), label(city, false, "\"><script>\n")), codebook.Book{"city": {
			Label: codebook.Label{Alias: "\"><script>"}, Groups: []codebook.ValueGroup{{Name: "__proto__", Values: []string{"Bern"}}},
		}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := planned()
			p.Send(test.messages...)
			coretest.Equal(t, p.View.Setup.Request(p.View.Table).Encoding.Codebook, test.want, "the request has")
		})
	}
}

// The panel closes by its button, which gets the focus back, and when the cut points are opened. After a table is read again, the
// settings lose columns that are gone, and a group does not belong to numbers.
func TestNamesPanel(t *testing.T) {
	p := planned()
	p.Send(EditorToggled{0, true}, EditorToggled{Column: 0})
	if p.Model.opened(p.View, true) != -1 || p.Model.opened(p.View, false) != 0 {
		t.Errorf("names of %d and cut points of %d are open", p.Model.opened(p.View, true), p.Model.opened(p.View, false))
	}
	p.Send(EditorToggled{1, true})
	coretest.Equal(t, p.Send(EditorToggled{1, true}), []core.Command{core.Focus{ID: "names-1"}}, "closing the panel")
	coretest.Equal(t, p.Model.opened(p.View, true), -1, "the column of the panel")
	s, now := p.View.Setup, *p.View.Table
	s.Codebook = codebook.Book{
		"city": {Groups: []codebook.ValueGroup{{Name: "x", Values: []string{"Rom"}}}}, "gone": {Label: codebook.Label{Unit: "m"}},
	}
	s.Refit(p.View.Table, &now)
	if _, kept := s.Codebook["gone"]; kept || len(s.Codebook) != 1 {
		t.Errorf("kept %+v", s.Codebook)
	}
	now.Columns = append(now.Columns[:0:0], now.Columns...)
	now.Columns[1].Kind = dataset.Text
	coretest.Equal(t, s.Request(&now).Encoding.Codebook, nil, "names of a column of text")
}
