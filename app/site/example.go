package site

import (
	"context"
	"errors"
	"fmt"
	"time"

	"drnet/app/core"
	"drnet/app/page/state"
	"drnet/engine"
	"drnet/engine/protocol"
)

// shownSample names the sample dataset whose rules the first screen shows.
const shownSample = "heart-risk"

// learnExample trains the rules of the first screen. It drives the page's own state and the engine as the button on that
// screen does.
func learnExample() (*state.Example, error) {
	s, session := state.New(), engine.NewSession()
	var open []core.Request
	tell := func(m state.Msg) {
		var commands []core.Command
		s, commands = state.Update(s, m)
		for _, c := range commands {
			if r, ok := c.(core.Request); ok {
				open = append(open, r)
			}
		}
	}
	tell(state.Connected{})
	tell(state.SampleChosen{Name: shownSample, Learn: true})
	for len(open) > 0 {
		request := open[0]
		open = open[1:]
		var refusal error
		session.Handle(context.Background(), request.Body, func(e protocol.Event) {
			switch e := e.(type) {
			case protocol.Progress: // not displayed
			case protocol.Refused:
				refusal = fmt.Errorf("learn %s: %s", shownSample, e.Message)
			default:
				tell(core.Heard{ID: request.ID, Event: e, At: time.Time{}})
			}
		})
		if refusal != nil {
			return nil, refusal
		}
		if example, ok := s.Example(); ok {
			return &example, nil
		}
	}
	return nil, errors.New("learn " + shownSample + ": no rules")
}
