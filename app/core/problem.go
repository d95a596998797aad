package core

import (
	"drnet/engine/protocol"
)

// ProblemOf makes sentences of a refusal.
func ProblemOf(r protocol.Refused) *Problem {
	return &Problem{Kind: r.Kind, Message: Sentence(r.Message), Hint: Sentence(r.Hint)}
}

// Engine says how the engine stands.
type Engine string

// The standings of the engine.
const (
	Starting Engine = "starting"
	Ready    Engine = "ready"
	Gone     Engine = "gone" // for good: nothing can be asked of it
)

// Problem is something that went wrong, as sentences: what, and what to do.
type Problem struct {
	Kind    string // for the page to offer the right button
	Message string
	Hint    string
}

// Question is asked before something is lost.
type Question struct{ Text, Yes, No string }

// Cancelled reports whether a person, or the page, ended what was asked.
func (p *Problem) Cancelled() bool { return p.Kind == protocol.Cancelled }
