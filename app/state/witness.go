package state

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"drnet/app/core"
)

// Witness is what the page asked of any server since it was opened, as web/network-log.js has seen it, and what became of it. Times
// are in milliseconds since the page was opened.
type Witness struct {
	Requests []PageRequest
	Refused  []Refusal
	Ready    float64 // when the last policy was in force, 0 for not yet
	Online   bool    // the browser believes that there is a network
	Version  string  // of the site that the service worker keeps, "" if it keeps none
	Files    []KeptFile
	Waits    bool // a newer version is here, and starts with the next reload
}

// PageRequest is a file that the page asked for.
type PageRequest struct {
	Name string // its URL
	At   float64
	Kept bool // the service worker answered
}

// Refusal is a request, or a change of the address, that the browser or the page's guard refused.
type Refusal struct {
	What string // a URL, or what the browser says of it
	Why  string // the directive of the policy, or navigation
	At   float64
}

// KeptFile is a file that the service worker keeps, with its digest: sha256- and base64.
type KeptFile struct{ Name, Digest string }

// Privacy is the panel about all this.
type Privacy struct {
	Open    bool
	About   bool // what the page is made of is in sight
	Witness Witness
	Tried   Trying
}

// Trying is how far an attempt of the page to reach its own server is.
type Trying string

// How an attempt ended.
const (
	NotTried   Trying = ""
	TryReached Trying = "reached"
	TryRefused Trying = "refused"
)

// PrivacyToggled and AboutToggled open and close what is in sight, Witnessed says what was seen since, and Tried how an attempt ended.
type (
	PrivacyToggled struct{}
	AboutToggled   struct{}
	Witnessed      struct{ Witness Witness }
	Tried          struct{ Reached bool }
)

func (PrivacyToggled) msg() {}
func (AboutToggled) msg()   {}
func (Witnessed) msg()      {}
func (Tried) msg()          {}

// privacy is update for the messages about what the page asked for; it reports whether the message was one of them.
func (s *State) privacy(m Msg) bool {
	switch m := m.(type) {
	case PrivacyToggled:
		s.Privacy.Open = !s.Privacy.Open
	case AboutToggled:
		s.Privacy.About = !s.Privacy.About
	case Witnessed:
		s.Privacy.Witness = m.Witness
	case Tried:
		s.Privacy.Tried = TryRefused
		if m.Reached {
			s.Privacy.Tried = TryReached
		}
	default:
		return false
	}
	return true
}

// since are the requests after the page was ready, and those before.
func (w Witness) since() (before, after []PageRequest) {
	for _, r := range w.Requests {
		if w.Ready > 0 && r.At > w.Ready && !r.Kept {
			after = append(after, r)
		} else {
			before = append(before, r)
		}
	}
	return before, after
}

// InWords says what the page asked for, and what since it is ready.
func (w Witness) InWords() string {
	before, after := w.since()
	last := 0.0
	for _, r := range before {
		last = max(last, r.At)
	}
	words := fmt.Sprintf("Since you opened it, this page asked its server for %s, the last one after %s.", core.Plural(len(before), "file", "files"), moment(last))
	switch {
	case w.Ready == 0:
		return words + " It is not all here yet."
	case len(after) > 0:
		return words + " Since it is ready, it asked for " + core.Plural(len(after), "more", "more") + ": they are at the end of the list."
	}
	return words + " Since it is ready, " + moment(w.Ready) + " after you opened it, it asked for nothing."
}

// RefusedInWords says what was refused, the newest first; nothing has been if it is empty.
func (w Witness) RefusedInWords() []string {
	const most = 20
	var lines []string
	for _, r := range slices.Backward(w.Refused) {
		if len(lines) == most {
			lines = append(lines, core.Plural(len(w.Refused)-most, "earlier one", "earlier ones"))
			break
		}
		by := "by the rule " + r.Why
		if r.Why == "navigation" {
			by = "to leave this page"
		}
		lines = append(lines, fmt.Sprintf("%s, %s, after %s", core.Clipped(r.What), by, moment(r.At)))
	}
	return lines
}

// FileInWords is the name of the file of a request, relative to the address of the page.
func (r PageRequest) FileInWords(page string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(r.Name, page), "#")
	if name == "" || strings.HasPrefix(name, "?") {
		return "the page itself"
	}
	return core.Clipped(name)
}

// FromInWords says who answered.
func (r PageRequest) FromInWords() string {
	if r.Kept {
		return "this computer, which keeps it"
	}
	return "the server"
}

// AtInWords says when it was asked.
func (r PageRequest) AtInWords() string { return moment(r.At) }

// moment writes milliseconds since the page was opened as seconds.
func moment(ms float64) string {
	return core.Decimal(time.Duration(ms*float64(time.Millisecond)).Seconds(), 2) + " s"
}

// NetworkInWords says whether the browser believes that there is a network.
func (w Witness) NetworkInWords() string {
	if w.Online {
		return "Your browser says that the network is on."
	}
	return "Your browser says that the network is off. All that you do now, it does alone."
}

// TriedInWords says how an attempt to reach the server ended, "" before the first.
func (p Privacy) TriedInWords() string {
	switch p.Tried {
	case TryReached:
		return "The page reached its server: the policy is not in force in this browser. Do not use private tables here."
	case TryRefused:
		return "Refused. Your browser did not let the page reach even the server that it came from."
	}
	return ""
}

// VersionInWords names the version of the site and what was checked of it.
func (w Witness) VersionInWords() string {
	if w.Version == "" {
		return "This browser keeps no files of the site: it needs the network whenever it is opened."
	}
	return fmt.Sprintf("Version %s. Its %s are kept by this browser, and each is checked against its SHA-256 whenever it is used.", w.Version, core.Plural(len(w.Files), "file", "files"))
}
