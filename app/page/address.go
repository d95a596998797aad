package page

import (
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/link"
	"drnet/app/page/state"
)

// address tracks the fragment of the page's address.
type address struct {
	written string // the fragment
	writing bool   // a write is scheduled
}

// addressEvery is the minimum interval between writes: browsers allow some hundred in half a minute.
const addressEvery = 400 * time.Millisecond

// readAddress applies the link in the address and follows changes by the user.
func (r *Root) readAddress() {
	r.hear(app.Window(), "hashchange", func(app.Value) {
		hash := hashOfPage()
		if hash == r.address.written { // written by writeAddress
			return
		}
		r.address.written = hash
		r.dispatch(link.AddressChanged{Hash: hash})
	})
	if hash := hashOfPage(); hash != "" {
		r.address.written = hash
		r.send(link.AddressChanged{Hash: hash})
	}
}

func hashOfPage() string {
	return strings.TrimPrefix(app.Window().Get("location").Get("hash").String(), "#")
}

// writeAddress schedules a write of the page's state to the address.
func (r *Root) writeAddress(s state.State) {
	if r.soon == nil || r.address.writing || s.Link.Waiting() || s.Permalink().String() == r.address.written {
		return
	}
	r.address.writing = true
	r.soon(addressEvery, func() {
		r.address.writing = false
		now := r.current()
		text := now.Permalink().String()
		if now.Link.Waiting() || text == r.address.written {
			return
		}
		r.address.written = text
		history := app.Window().Get("history")
		history.Call("replaceState", history.Get("state"), "", pageAddress(text))
	})
}

// pageAddress returns the address of the page with a fragment.
func pageAddress(fragment string) string {
	location := app.Window().Get("location")
	text := location.Get("origin").String() + location.Get("pathname").String() + location.Get("search").String()
	if fragment != "" {
		text += "#" + fragment
	}
	return text
}
