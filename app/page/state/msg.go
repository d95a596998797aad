package state

import "io"

type (
	// Connected reports that the engine has started; the page sends no more requests to its server.
	Connected struct{}

	// SampleChosen loads a sample dataset, and optionally trains on it immediately.
	SampleChosen struct {
		Name  string
		Learn bool
	}

	// FileChosen loads a table from a file. Test makes it the test table of the current table, Append appends its rows to that.
	// TwoFilesChosen loads one table for training and one for testing, in any order.
	FileChosen struct {
		Name         string
		Size         int64 // in bytes, 0 if unknown
		File         io.Reader
		Test, Append bool
	}
	TwoFilesChosen struct{ Files [2]FileChosen }

	// Confirmed and Declined answer the Question.
	Confirmed struct{}
	Declined  struct{}

	EscapePressed struct{}              // closes the open panel
	Drew          struct{}              // reports that the page is idle after drawing a part of the columns and rows
	Said          struct{ Text string } // shows a sentence in a toast
	ThemeChosen   struct{ Theme Theme } // changes the theme
	ViewReturned  struct{ View string } // shows a view, as in link.Scene, after the Back or Forward button
	PanelToggled  struct{ Panel Panel } // opens or closes a panel
	ToastClosed   struct{}              // closes the toast
	FilesDragged  struct{ Over bool }   // reports whether files are dragged over the page; false when they leave or are dropped
)
