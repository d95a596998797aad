package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/state"
)

// One listener on the container serves all rules and lines: there are hundreds, redrawn ten times a second.

// at returns the rule or the line of an event, from 1; both are 0 for other targets.
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

// pointed returns a handler that selects the rule or line under the pointer or focus.
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

// keepInSight scrolls to the focused element after the page is rendered, because the text above it may have grown.
func (r *Root) keepInSight(focused app.Value) {
	if r.drawn == nil {
		return
	}
	r.drawn(func(app.Context) {
		focused.Call("scrollIntoView", map[string]any{"block": "nearest", "inline": "nearest"})
	})
}

// chosen returns a handler that keeps the clicked rule or line selected.
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

// pressed returns a keyboard handler that makes lines behave like buttons.
func pressed(r *Root) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		key := e.Get("key").String()
		if _, line := at(e); line > 0 && (key == "Enter" || key == " ") {
			e.PreventDefault()
			r.fix(0, line)
		}
	}
}
