package core_test

import (
	"fmt"
	"testing"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// A query has at most one pending request. It asks again for another key, and for the same key after its request was cancelled.
func TestQuery(t *testing.T) {
	var q core.Query[string, *protocol.Scored]
	ask := func(key string, id core.ID) func() bool {
		return func() bool { return len(q.Request(key, id, protocol.Score{})) == 1 }
	}
	hear := func(id core.ID, e protocol.Event) func() bool {
		return func() bool { return core.Hear(&q, core.Heard{ID: id, Event: e}) }
	}
	answer, refusal := protocol.Scored{}, protocol.Refused{Kind: "no"}
	for i, step := range []struct {
		do    func() bool
		taken bool
		state string // the key of the value, whether there is a problem, and whether a request is pending
	}{
		{hear(core.NoID, answer), false, "\"\" false false"},
		{ask("a", 7), true, "\"\" false true"},
		{ask("b", 8), false, "\"\" false true"},
		{hear(6, answer), false, "\"\" false true"},
		{hear(7, protocol.Pong{}), false, "\"\" false true"},
		{hear(7, answer), true, "\"a\" false false"},
		{ask("a", 8), false, "\"a\" false false"},
		{ask("b", 8), true, "\"a\" false true"},
		{hear(8, refusal), true, "\"a\" true false"},
		{ask("b", 9), false, "\"a\" true false"},
		{ask("c", 9), true, "\"a\" false true"},
		{hear(9, protocol.Refused{Kind: protocol.Cancelled}), true, "\"a\" false false"},
		{ask("c", 10), true, "\"a\" false true"},
	} {
		taken := step.do()
		next := q
		pending := next.Request("another", 99, protocol.Score{}) == nil
		if got := fmt.Sprintf("%q %v %v", q.Of(), q.Problem != nil, pending); taken != step.taken || got != step.state {
			t.Errorf("step %d: %v, %s; want %v, %s", i, taken, got, step.taken, step.state)
		}
	}
}
