package core

// Msg is something that happened: a message of a feature, or one of this package that several features take.
type Msg any

// View is what every feature may read of the page.
type View struct {
	Address string // of the page, without what follows its #
}

// Focus gives an element of the page the keyboard focus, once the page is drawn.
type Focus struct{ ID string }

// Command implements the interface of that name.
func (Focus) Command() {}
