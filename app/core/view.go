package core

// Msg is an event of the page: a message of one feature, or of this package for several features.
type Msg any

// View is the part of the page that every feature may read.
type View struct {
	Address string // of the page, without its fragment
}

// Focus moves the keyboard focus to an element after the page is rendered.
type Focus struct{ ID string }

// Command implements the interface of that name.
func (Focus) Command() {}
