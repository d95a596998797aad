package state

import (
	"slices"

	"drnet/engine/protocol"
)

// version is the model in sight, or the one of many classes: what differs in nothing that would be lost with the page. Models are
// never changed, so that the same one is at the same place.
type version struct {
	models []*protocol.Model
	order  []int // of the classes
}

func (v version) equal(w version) bool {
	return slices.Equal(v.models, w.models) && slices.Equal(v.order, w.order)
}

// version returns the model as it is now; it has no models if there is none.
func (s State) version() version {
	if s.Whole.Model == nil {
		if m := s.Study.Model(); m != nil {
			return version{models: []*protocol.Model{m}}
		}
		return version{}
	}
	v := version{order: s.Whole.Model.Order}
	for i := range s.Whole.others {
		v.models = append(v.models, s.at(i).Model())
	}
	return v
}

// Unsaved reports whether the rules in sight were learnt here or changed by hand, and since then neither taken away, as a model or
// as a project, nor kept: who leaves the page loses them.
func (s State) Unsaved() bool {
	now := s.version()
	return len(now.models) > 0 && !now.equal(s.saved) && !now.equal(s.Keeping.kept)
}

// TakesModel reports whether the file that was written is a model file.
func (s State) TakesModel() bool {
	return protocol.Formats[s.Study.Take.Query.Of().format].Name == "json"
}
