package core

import (
	"slices"

	"drnet/engine/protocol"
)

// Work identifies the current rules: one set, or the sets of all classes. Models are immutable, so that equal pointers are
// equal rules.
type Work struct {
	Models []*protocol.Model // none without rules
	Order  []int             // of the classes
	Scored []*protocol.Scored
}

// Same reports whether the rules are the same, whatever their scores.
func (w Work) Same(other Work) bool {
	return slices.Equal(w.Models, other.Models) && slices.Equal(w.Order, other.Order)
}

// ModelOpened passes a file that may hold a model. Problem describes why it is unreadable, nil if it is readable.
type ModelOpened struct {
	Name    string
	File    []byte
	Problem *Problem
}
