// Package settings selects the target and the settings of the next run, and estimates how long it takes.
package settings

import (
	"drnet/app/core"
	"drnet/engine/protocol"
)

// Model holds what the engine was asked about the next run. The settings themselves are in core.Shared.
type Model struct {
	Estimate estimate

	planned *protocol.Train // the settings of the plan, of its problem, or of the pending request; see planOf
	plan    core.ID         // the pending request for a plan, NoID for none
	trial   core.ID         // the pending trial run, NoID for none
}
