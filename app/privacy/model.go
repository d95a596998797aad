// Package privacy shows what the page asked of any server, what it cannot reach, and what it is made of.
package privacy

// NetworkLog lists what the page requested of any server since it was opened, as web/network-log.js recorded it. Times are in
// milliseconds since the page was opened.
type NetworkLog struct {
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

// Model is the panel about privacy, and the one about the page itself. The zero value is closed.
type Model struct {
	Open    bool
	About   bool
	Log     NetworkLog
	Attempt Attempt
}

// Attempt says how an attempt of the page to reach its own server ended.
type Attempt string

// The outcomes of an attempt.
const (
	NoAttempt      Attempt = ""
	AttemptReached Attempt = "reached"
	AttemptRefused Attempt = "refused"
)
