package state

import (
	"slices"

	"drnet/engine/protocol"
)

// version identifies the current model, or all members of a multiclass model. Equal versions hold the same unsaved
// work. Models are immutable, so that comparing pointers suffices.
type version struct {
	models []*protocol.Model
	order  []int // of the classes
}

func (v version) equal(w version) bool {
	return slices.Equal(v.models, w.models) && slices.Equal(v.order, w.order)
}

// version returns the current version; its models are nil without a model.
func (s State) version() version {
	models, _ := s.Rules.Versions()
	v := version{models: models}
	if c := s.Rules.Classes.Model; c != nil {
		v.order = c.Order
	}
	return v
}

// Unsaved reports whether closing the page loses the current rules. These were learned or edited here, and neither
// exported as a model or project nor autosaved since.
func (s State) Unsaved() bool {
	now := s.version()
	return len(now.models) > 0 && !now.equal(s.saved) && !now.equal(s.Keeping.kept)
}
