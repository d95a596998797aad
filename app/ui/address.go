package ui

import (
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/state"
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
		r.dispatch(state.LinkOpened{Hash: hash})
	})
	if hash := hashOfPage(); hash != "" {
		r.address.written = hash
		r.send(state.LinkOpened{Hash: hash})
	}
}

func hashOfPage() string {
	return strings.TrimPrefix(app.Window().Get("location").Get("hash").String(), "#")
}

// writeAddress schedules a write of the page's state to the address.
func (r *Root) writeAddress(s state.State) {
	if r.soon == nil || r.address.writing || !s.AddressStands() || s.Permalink().String() == r.address.written {
		return
	}
	r.address.writing = true
	r.soon(addressEvery, func() {
		r.address.writing = false
		now := r.current()
		link := now.Permalink().String()
		if !now.AddressStands() || link == r.address.written {
			return
		}
		r.address.written = link
		history := app.Window().Get("history")
		history.Call("replaceState", history.Get("state"), "", pageAddress(link))
	})
}

// pageAddress returns the address of the page with a fragment.
func pageAddress(link string) string {
	location := app.Window().Get("location")
	text := location.Get("origin").String() + location.Get("pathname").String() + location.Get("search").String()
	if link != "" {
		text += "#" + link
	}
	return text
}

// addressNotes lists the parts of a link or project that could not be used; nil if there are none.
func addressNotes(s state.State, r *Root) app.UI {
	notes := s.Address.Notes
	if len(notes) == 0 {
		return nil
	}
	const most = 5 // lines shown
	lines := append([]string(nil), notes[:min(len(notes), most)]...)
	if n := len(notes) - most; n > 0 {
		lines = append(lines, "And "+core.Plural(n, "more part", "more parts")+" could not be used.")
	}
	return app.Div().Class("note address-notes").Role("status").Body(
		app.Range(lines).Slice(func(i int) app.UI { return app.P().Text(lines[i]) }),
		app.Button().Type("button").Class("small").ID("close-notes").OnClick(r.on(state.NotesClosed{}), "notes").Text("Close this note"))
}
