package privacy

import "drnet/app/core"

// The messages. PanelToggled opens and closes the panel. Logged carries the newest log.
// AttemptAsked asks for a request to the page's own server, and AttemptEnded carries its outcome.
type (
	PanelToggled struct{}
	Logged       struct{ Log NetworkLog }
	AttemptAsked struct{}
	AttemptEnded struct{ Reached bool }
)

// TryServer is the effect of AttemptAsked; AttemptEnded answers it.
type TryServer struct{}

const opener = "privacy"

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, _ core.View) (Model, []core.Command) {
	switch msg := msg.(type) {
	case PanelToggled:
		if m.Open = !m.Open; !m.Open {
			return m, []core.Command{core.Focus{ID: opener}}
		}
	case Logged:
		m.Log = msg.Log
	case AttemptAsked:
		return m, []core.Command{TryServer{}}
	case AttemptEnded:
		m.Tried, m.Reached = true, msg.Reached
	}
	return m, nil
}
