// Package kit provides the building blocks of every view as go-app elements: fields, tables, icons and drawings. It
// imports no feature and no state.
package kit

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
)

// Some returns an element with the views that are not nil. The element keeps the positions of its siblings; otherwise
// go-app would recreate them and lose which of them the user had opened.
func Some(views ...app.UI) app.UI { return app.Div().Class("some").Body(views...) }

// Names returns a text of names and values, as core.Directed prepares it, in which short words with a hyphen stay on one line.
func Names(text string) app.UI {
	var parts []app.UI
	plain := ""
	for i, word := range strings.Split(core.Directed(text), " ") {
		if plain += core.When(i > 0, " "); strings.Contains(word, "-") && isShort(word) {
			parts, plain = append(parts, app.Text(plain), app.Span().Class("word").Text(word)), ""
		} else {
			plain += word
		}
	}
	return app.Span().Body(append(parts, app.Text(plain))...)
}

// isShort reports whether a word is as short as 32 small letters, which fit in the narrowest lists at 320 pixels.
func isShort(word string) bool {
	small := 0.0
	for _, r := range word {
		switch {
		case r >= '\u2e80': // Chinese and the like
			small += 2
		case unicode.IsUpper(r):
			small += 1.3
		default:
			small++
		}
	}
	return small <= 32
}

// ProblemView shows the message and the hint of a problem that core.Say announces, wherever the user is; nil without a problem.
func ProblemView(p *core.Problem) app.UI {
	if p == nil {
		return nil
	}
	return problem(p)
}

// Alert is ProblemView for a problem that is announced only where it is shown.
func Alert(p *core.Problem) app.UI {
	if p == nil {
		return nil
	}
	return problem(p).Role("alert")
}

func problem(p *core.Problem) app.HTMLDiv {
	return app.Div().Class("problem").Body(app.P().Class("what").Text(p.Message), app.P().Text(p.Hint))
}

// Each returns one element for each item of a list.
func Each[T any](list []T, element func(T) app.UI) app.UI {
	return app.Range(list).Slice(func(i int) app.UI { return element(list[i]) })
}

// Unseen returns a text for screen readers only. Names of columns are text, never attributes.
func Unseen(text string) app.UI { return app.Span().Class("unseen").Text(text) }

// Note returns a highlighted sentence, or nil if the text is empty.
func Note(text string) app.UI {
	if text == "" {
		return nil
	}
	return app.P().Class("note").Text(text)
}

// Lines returns a paragraph of a class for each text that is not empty.
func Lines(class string, texts ...string) (list []app.UI) {
	for _, text := range texts {
		if text != "" {
			list = append(list, app.P().Class(class).Text(text))
		}
	}
	return list
}

// Field returns a control with a label above it, and a hint or a complaint below it.
func Field(id, label, hint, complaint string, control app.UI) app.UI {
	return FieldHelped(id, label, hint, complaint, nil, control)
}

// FieldHelped returns a Field with an explanation next to the label.
func FieldHelped(id, label, hint, complaint string, tip, control app.UI) app.UI {
	below := app.P().ID(id + "-hint").Class("hint").Text(hint)
	if complaint != "" {
		below = app.P().ID(id + "-hint").Class("complaint").Text(complaint)
	}
	return app.Div().Class("field").Body(app.Label().For(id).Text(label), Some(tip), control, below)
}

// Choices returns the values and labels of n choices, behind the given ones.
func Choices(first [][2]string, n int, choice func(i int) (value, label string)) [][2]string {
	for i := range n {
		value, label := choice(i)
		first = append(first, [2]string{value, label})
	}
	return first
}

// Options returns the option elements of a list of values and labels, with the current value selected.
func Options(values [][2]string, now string) []app.UI {
	list := make([]app.UI, len(values))
	for i, v := range values {
		list[i] = app.Option().Value(v[0]).Selected(v[0] == now).Text(v[1])
	}
	return list
}

// Statements returns a title with a bulleted list of lines.
func Statements(title string, lines ...string) app.UI {
	return app.Div().Body(app.P().Class("facts-title").Text(title), Bullets(lines))
}

// Bullets returns a bulleted list of lines.
func Bullets(lines []string) app.UI {
	return app.Ul().Class("facts").Body(Each(lines, func(line string) app.UI { return app.Li().Text(line) }))
}

// Places returns the choices of a list of arbitrary texts. Their values are the indices.
func Places(texts []string) [][2]string {
	return Choices(nil, len(texts), func(i int) (value, label string) { return strconv.Itoa(i), cmp.Or(texts[i], "(missing)") })
}

// Help returns a button that explains a term over the page, until Escape or another button closes it. Place identifies the button.
func Help(c core.View, send func(core.Msg), place string, t core.Term) app.UI {
	id, open, text := "help-"+place, c.Help == place, ""
	if open {
		text = t.Text
	}
	return app.Span().Class("help").Body(
		PlainButton(send, "help-button", core.HelpToggled{Place: place}).ID(id).Aria("expanded", open).
			Aria("controls", id+"-text").Aria("label", "What does “"+t.Name+"” mean?").
			OnKeyDown(Escape(send, core.HelpToggled{})).Text("?"),
		app.Span().Class("help-text").ID(id+"-text").Role("status").Text(text))
}

// Helped returns a text followed by the help button of its term.
func Helped(c core.View, send func(core.Msg), place, text string, t core.Term) app.UI {
	return app.Span().Class("helped").Body(app.Text(text), Some(Help(c, send, place, t)))
}

// ExplainedWords returns a line of terms with help buttons, for figures that appear many times.
func ExplainedWords(c core.View, send func(core.Msg), place string, terms ...core.Term) app.UI {
	return app.P().Class("explained").Body(Each(terms, func(t core.Term) app.UI {
		return Helped(c, send, place+"-"+t.ID, t.Name, t)
	}))
}

// Scrolls returns a focusable, scrollable region for a table that may be wider than its container.
func Scrolls(label string, table app.UI) app.UI { return Region("stage-scroll", label, table) }

// Region returns a focusable, labelled region of a class, which scrolls.
func Region(class, label string, body app.UI) app.HTMLDiv {
	return app.Div().Class(class).TabIndex(0).Role("region").Aria("label", label).Body(body)
}

// ColumnHeads returns the head of a table.
func ColumnHeads(names ...string) app.UI {
	return app.THead().Body(app.Tr().Body(Each(names, func(name string) app.UI { return app.Th().Scope("col").Text(name) })))
}

// RoledTable is a table with explicit ARIA roles; the layout of narrow windows removes the implicit ones.
type RoledTable struct {
	Label     string // of a region in which the table scrolls, "" for none
	Class, ID string // ID is "" for none
	Unseen    string // names a column without a visible name for screen readers
}

// Rows returns the table with column heads and rows of texts. The first text of a row is its head.
func (t RoledTable) Rows(heads []string, rows [][]string) app.UI {
	return t.Body(heads, Each(rows, func(row []string) app.UI { return RoledRow(row[0], row[1:]) }))
}

// Body returns the table with the heads of its columns and its rows, such as RoledRow.
func (t RoledTable) Body(heads []string, rows ...app.UI) app.UI {
	table := app.Table().Class(t.Class).Role("table")
	if t.ID != "" {
		table = table.ID(t.ID)
	}
	table = table.Body(
		app.THead().Role("rowgroup").Body(app.Tr().Role("row").Body(Each(heads, func(name string) app.UI {
			head := app.Th().Scope("col").Role("columnheader")
			if name == "" {
				return head.Body(Unseen(t.Unseen))
			}
			return head.Text(name)
		}))),
		app.TBody().Role("rowgroup").Body(rows...))
	if t.Label != "" {
		return Scrolls(t.Label, table)
	}
	return table
}

// RowHead returns the head of a row of a RoledTable, without its content.
func RowHead() app.HTMLTh { return app.Th().Scope("row").Role("rowheader") }

// Cells returns the cells of a row of a RoledTable, behind its head.
func Cells(texts []string) app.UI {
	return Each(texts, func(text string) app.UI { return app.Td().Role("cell").Text(text) })
}

// Meaning returns the last cell of a row of a RoledTable, which explains the row.
func Meaning(text string) app.UI { return app.Td().Role("cell").Class("meaning").Text(text) }

// Row returns a row of a table under ColumnHeads: its head and its cells.
func Row(head string, cells ...string) app.UI {
	return app.Tr().Body(app.Th().Scope("row").Text(head), Each(cells, func(text string) app.UI { return app.Td().Text(text) }))
}

// RoledRow returns a row of a RoledTable: its head, cells with texts, and further cells as elements.
func RoledRow(head string, cells []string, more ...app.UI) app.HTMLTr {
	return app.Tr().Role("row").Body(RowHead().Text(head), Cells(cells),
		Each(more, func(body app.UI) app.UI { return app.Td().Role("cell").Body(body) }))
}
