package kit

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
)

// Some leaves nil views out. The others stand in an element of their own, so that those behind it keep their places:
// go-app would make them anew, and forget which of them a person had opened.
func Some(views ...app.UI) app.UI {
	var present []app.UI
	for _, v := range views {
		if v != nil {
			present = append(present, v)
		}
	}
	return app.Div().Class("some").Body(present...)
}

// ProblemView tells what went wrong and what to do.
func ProblemView(p *core.Problem) app.UI {
	if p == nil {
		return nil
	}
	return app.Div().Class("problem").Role("alert").Body(app.P().Class("what").Text(p.Message), app.P().Text(p.Hint))
}

func Truth(b bool) string { return strconv.FormatBool(b) }

// Unseen is what a screen reader says besides what is seen. Names of columns are text, never attributes.
func Unseen(text string) app.UI { return app.Span().Class("unseen").Text(text) }

// Note is a sentence that stands out; nil without one.
func Note(text string) app.UI {
	if text == "" {
		return nil
	}
	return app.P().Class("note").Text(text)
}

func Group(title string, body ...app.UI) app.UI {
	return app.Section().Class("group").Body(append([]app.UI{app.H3().Text(title)}, body...)...)
}

// Field puts a label above a control, and below it a hint or what is wrong with it.
func Field(id, label, hint, complaint string, control app.UI) app.UI {
	return FieldHelped(id, label, hint, complaint, nil, control)
}

// FieldHelped is field with an explanation beside the label.
func FieldHelped(id, label, hint, complaint string, tip, control app.UI) app.UI {
	below := app.P().ID(id + "-hint").Class("hint").Text(hint)
	if complaint != "" {
		below = app.P().ID(id + "-hint").Class("complaint").Text(complaint)
	}
	return app.Div().Class("field").Body(app.Label().For(id).Text(label), Some(tip), control, below)
}

// Options makes the choices of a list: values and the words for them.
func Options(values [][2]string, now string) []app.UI {
	list := make([]app.UI, len(values))
	for i, v := range values {
		list[i] = app.Option().Value(v[0]).Selected(v[0] == now).Text(v[1])
	}
	return list
}

func Statements(title string, lines ...string) app.UI {
	return app.Div().Body(app.P().Class("facts-title").Text(title), Bullets(lines))
}

func Bullets(lines []string) app.UI {
	return app.Ul().Class("facts").Body(app.Range(lines).Slice(func(i int) app.UI { return app.Li().Text(lines[i]) }))
}
