package core

import (
	"drnet/engine/protocol"
)

// ProblemOf returns the problem of a refusal, as sentences.
func ProblemOf(r protocol.Refused) *Problem {
	return &Problem{Kind: r.Kind, Message: Sentence(r.Message), Hint: Sentence(r.Hint)}
}

// EngineState is the state of the engine.
type EngineState string

// The states of the engine.
const (
	Starting EngineState = "starting"
	Ready    EngineState = "ready"
	Gone     EngineState = "gone" // permanently: it accepts no requests
)

// Problem describes an error in sentences: what happened, and what to do.
type Problem struct {
	Kind    string // selects the button that the page offers
	Message string
	Hint    string
}

// Confirmation asks for confirmation before something is lost.
type Confirmation struct{ Text, Yes, No string }

// Cancelled reports whether the user or the page cancelled the request.
func (p *Problem) Cancelled() bool { return p.Kind == protocol.Cancelled }
