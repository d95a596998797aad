package train

import (
	"testing"

	"drnet/engine/protocol"
)

// TestLearnersAreBuilt checks that every listed learner is built here, and that every learner built here is listed.
func TestLearnersAreBuilt(t *testing.T) {
	for _, l := range protocol.Learners {
		if build := baselines[l.Key]; (build == nil) != (l.Key == protocol.DRNet) {
			t.Errorf("%s: it is a baseline: %v", l.Key, build != nil)
		} else if build != nil && build(0) == nil {
			t.Errorf("%s: no learner is built", l.Key)
		}
		if l.Name == "" || l.About == "" {
			t.Errorf("%s has no name or no description", l.Key)
		}
	}
	for key := range baselines {
		if _, known := protocol.LearnerOf(key); !known {
			t.Errorf("%s is not in the list of learners", key)
		}
	}
}
