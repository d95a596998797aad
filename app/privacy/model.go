// Package privacy shows which requests the page made, which servers it cannot reach, and which works it contains.
package privacy

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// NetworkLog lists the requests of the page, from web/network-log.js. Times are in milliseconds since the page was opened.
type NetworkLog struct {
	Requests []PageRequest
	Refused  []Refusal
	Ready    float64 // when the last policy took effect, 0 before that
	Online   bool    // the browser reports a network connection
	Version  string  // of the site in the service worker's cache, "" for none
	Files    []KeptFile
	Waits    bool     // a newer version is cached, and starts with the next reload
	OneFile  bool     // the page is one file that contains everything
	Lacks    []string // the features that the browser lacks
}

// PageRequest is a file that the page requested.
type PageRequest struct {
	Name string // its URL
	At   float64
	Kept bool // the service worker or the page itself answered
}

// Refusal is a request or a change of the address that the browser or the page's guard blocked.
type Refusal struct {
	What string // a URL, or the browser's description of it
	Why  string // the directive of the policy, or navigation
	At   float64
}

// KeptFile is a file in the service worker's cache, with its digest: sha256- and base64.
type KeptFile struct{ Name, Digest string }

// Model is the state of the privacy panel. The zero value is closed.
type Model struct {
	Open    bool
	Log     NetworkLog
	Tried   bool // the page has tried to reach its own server
	Reached bool // and did
}

// Dependency is a third-party work in the page or the command. The license texts are published with the site.
type Dependency struct{ Module, Name, Version, License, For string }

// StandardLibrary is the Module of the Go standard library.
const StandardLibrary = "std"

// Dependencies lists all third-party works.
var Dependencies = []Dependency{
	{StandardLibrary, "Go", "1.26 and 1.27", "BSD 3-Clause", "the language, its library, and wasm_exec.js"},
	{"github.com/maxence-charriere/go-app/v9", "go-app", "v9.8.0", "MIT", "draws the page"},
	{"github.com/google/uuid", "uuid", "v1.3.0", "BSD 3-Clause", "used by go-app"},
	{"gonum.org/v1/gonum", "Gonum", "v0.17.0", "BSD 3-Clause", "statistics"},
	{"golang.org/x/text", "Go text", "v0.43.0", "BSD 3-Clause", "files in other encodings, in the command"},
	{"rsc.io/qr", "qr", "v0.2.0", "BSD 3-Clause", "links as QR codes"},
}

// LicensesFile is the file of the site that holds all license texts; a page of one file ends with them.
const LicensesFile = "licences.txt"

// nameInWords returns the path of the file, "index.html" for the page itself.
func (f KeptFile) nameInWords() string { return cmp.Or(f.Name, "index.html") }

// hex returns the digest in the format of sha256sum, or "" if it is invalid.
func (f KeptFile) hex() string {
	sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(f.Digest, "sha256-"))
	if err != nil {
		return ""
	}
	return hex.EncodeToString(sum)
}
