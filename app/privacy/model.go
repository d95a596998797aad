// Package privacy shows which requests the page made, which servers it cannot reach, and which works it contains.
package privacy

// NetworkLog lists what the page requested of any server since it was opened, as web/network-log.js recorded it. Times are in
// milliseconds since the page was opened.
type NetworkLog struct {
	Requests []PageRequest
	Refused  []Refusal
	Ready    float64 // when the last policy took effect, 0 before that
	Online   bool    // the browser reports a network connection
	Version  string  // of the site in the service worker's cache, "" for none
	Files    []KeptFile
	Waits    bool // a newer version starts with the next reload
}

// PageRequest is a file that the page requested.
type PageRequest struct {
	Name string // its URL
	At   float64
	Kept bool // the service worker answered
}

// Refusal is a request or a change of the address that the browser or the page's guard blocked.
type Refusal struct {
	What string // a URL, or the browser's description of it
	Why  string // the directive of the policy, or navigation
	At   float64
}

// KeptFile is a file in the service worker's cache, with its digest: sha256- and base64.
type KeptFile struct{ Name, Digest string }

// Model is the state of the privacy panel and of the About panel. The zero value is closed.
type Model struct {
	Open    bool
	About   bool
	Log     NetworkLog
	Attempt Attempt
}

// Attempt is the outcome of the page's attempt to reach its own server.
type Attempt string

// The outcomes of an attempt.
const (
	NoAttempt      Attempt = ""
	AttemptReached Attempt = "reached"
	AttemptRefused Attempt = "refused"
)
