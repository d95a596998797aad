package state

import "io"

// Connected reports that the engine has started; the page sends no more requests to its server.
type Connected struct{}

// Failed reports that the engine could not start.
type Failed struct{ Why string }

// SampleChosen loads a sample dataset, and optionally trains on it immediately.
type SampleChosen struct {
	Name  string
	Learn bool
}

// FileChosen loads a table from a file.
type FileChosen struct {
	Name string
	Size int64 // in bytes, 0 if unknown
	File io.Reader
}

// Confirmed and Declined answer the Question.
type (
	Confirmed struct{}
	Declined  struct{}
)

// EscapePressed closes the open panel.
type EscapePressed struct{}

// Drew reports that the page is idle after drawing a part of the columns and rows.
type Drew struct{}

// Said shows a sentence in a toast.
type Said struct{ Text string }

// ThemeChosen changes the theme.
type ThemeChosen struct{ Theme Theme }

// ViewReturned shows what the address showed before, as in link.Scene.
type ViewReturned struct{ View string }

// PanelToggled opens or closes a panel.
type PanelToggled struct{ Panel Panel }

// ToastClosed closes the toast.
type ToastClosed struct{}
