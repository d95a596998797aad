package network

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
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
func pointed(m Model, send func(core.Msg)) app.EventHandler {
	return func(ctx app.Context, e app.Event) {
		switch rule, line := at(e); {
		case line > 0 && line != m.line:
			send(LinePointed{Line: line})
		case rule > 0 && rule != m.rule:
			send(RulePointed{Rule: rule})
		}
		if focused := e.Get("target"); e.Get("type").String() == "focusin" {
			ctx.Defer(func(app.Context) { // the text above it may grow
				focused.Call("scrollIntoView", map[string]any{"block": "nearest", "inline": "nearest"})
			})
		}
	}
}

// clicked returns a handler that pins the clicked rule or line.
func clicked(send func(core.Msg)) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		switch rule, line := at(e); {
		case line > 0:
			send(LinePinned{Line: line})
		case rule > 0:
			send(RulePinned{Rule: rule})
		}
	}
}

// pressed returns a keyboard handler that makes lines behave like buttons.
func pressed(send func(core.Msg)) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		key := e.Get("key").String()
		if _, line := at(e); line > 0 && (key == "Enter" || key == " ") {
			e.PreventDefault()
			send(LinePinned{Line: line})
		}
	}
}
