//go:build !js

package charset

import (
	"io"

	"golang.org/x/text/encoding/htmlindex"
)

// NewReader returns the text of r as UTF-8. Name is a name of the standard, in any case; others panic. Undefined bytes become U+FFFD, and a
// byte order mark stays.
func NewReader(r io.Reader, name string) io.Reader {
	encoding, err := htmlindex.Get(name)
	if err != nil {
		panic(err)
	}
	return encoding.NewDecoder().Reader(r)
}
