// Package coretest simulates the engine in tests of the page.
package coretest

import (
	"drnet/app/core"
	"drnet/engine/protocol"
)

// Requests returns the engine requests among some commands.
func Requests(commands []core.Command) []protocol.Request {
	var list []protocol.Request
	for _, c := range commands {
		if r, ok := c.(core.Request); ok {
			list = append(list, r.Body)
		}
	}
	return list
}

// Answering returns the ID of the oldest pending request that an event can answer, or core.NoID if there is none. A refusal
// answers any request.
func Answering(pending []core.Request, e protocol.Event) core.ID {
	for _, r := range pending {
		if answers(r.Body, e) {
			return r.ID
		}
	}
	return core.NoID
}

func answers(r protocol.Request, e protocol.Event) bool {
	ok := true
	switch e.(type) {
	case protocol.Reading, protocol.Previewed, protocol.Loaded:
		_, ok = r.(protocol.Load)
	case protocol.Planned:
		_, ok = r.(protocol.Plan)
	case protocol.Preparing, protocol.Started, protocol.Progress, protocol.Paused, protocol.Resumed, protocol.Trained:
		_, ok = r.(protocol.Train)
	case protocol.Evaluating, protocol.FoldResult, protocol.Evaluated:
		_, ok = r.(protocol.Evaluate)
	case protocol.Scored:
		_, ok = r.(protocol.Score)
	case protocol.Explained:
		_, ok = r.(protocol.Explain)
	case protocol.Applied:
		_, ok = r.(protocol.Apply)
	case protocol.Exported:
		_, ok = r.(protocol.Export)
	case protocol.Predicted:
		_, ok = r.(protocol.Predict)
	case protocol.RowPage:
		_, ok = r.(protocol.ListRows)
	case protocol.Covered:
		_, ok = r.(protocol.Cover)
	case protocol.NetworkEvaluated:
		_, ok = r.(protocol.EvaluateNetwork)
	case protocol.RowTraced:
		_, ok = r.(protocol.TraceRow)
	case protocol.Silent, protocol.Pong:
		ok = false
	}
	return ok
}
