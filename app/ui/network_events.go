package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/state"
)

// The rules and lines of the network are hundreds, and drawn ten times a second: what holds them listens for all.

// at returns the rule or the line that an event is about, from 1; both are 0 if it is about neither.
func at(e app.Event) (rule, line int) {
	target := e.Get("target")
	if !target.Truthy() || !target.Get("closest").Truthy() {
		return 0, 0
	}
	if found := target.Call("closest", "[data-line]"); found.Truthy() {
		line, _ = strconv.Atoi(found.Get("dataset").Get("line").String())
		return 0, line
	}
	if found := target.Call("closest", "[data-rule]"); found.Truthy() {
		rule, _ = strconv.Atoi(found.Get("dataset").Get("rule").String())
	}
	return rule, 0
}

// pointed looks at what the pointer or the focus has come to.
func pointed(r *Root) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		now := r.current().Net
		switch rule, line := at(e); {
		case line > 0 && line != now.Line:
			r.send(state.LinePointed{Line: line})
		case rule > 0 && rule != now.Rule:
			r.send(state.RulePointed{Rule: rule})
		}
		if e.Get("type").String() == "focusin" {
			r.keepInSight(e.Get("target"))
		}
	}
}

// keepInSight has what got the focus stay in sight once the page is drawn: the text above it may have grown.
func (r *Root) keepInSight(focused app.Value) {
	if r.drawn == nil {
		return
	}
	r.drawn(func(app.Context) {
		focused.Call("scrollIntoView", map[string]any{"block": "nearest", "inline": "nearest"})
	})
}

// chosen keeps what was clicked in sight.
func chosen(r *Root) app.EventHandler {
	return func(_ app.Context, e app.Event) { r.fix(at(e)) }
}

func (r *Root) fix(rule, line int) {
	switch {
	case line > 0:
		r.send(state.LineFixed{Line: line})
	case rule > 0:
		r.send(state.RuleFixed{Rule: rule})
	}
}

// pressed does for lines, which are no buttons of the browser, what it does for buttons.
func pressed(r *Root) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		key := e.Get("key").String()
		if _, line := at(e); line > 0 && (key == "Enter" || key == " ") {
			e.PreventDefault()
			r.fix(0, line)
		}
	}
}
