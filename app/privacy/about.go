package privacy

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// Dependency is a third-party work in the programs of the site. The license texts are published with the site.
type Dependency struct{ Module, Name, Version, Licence, For string }

// StandardLibrary is the Module of the Go standard library.
const StandardLibrary = "std"

// Dependencies lists all third-party works.
var Dependencies = []Dependency{
	{StandardLibrary, "Go", "1.26 and 1.27", "BSD 3-Clause", "the language, its library, and wasm_exec.js"},
	{"github.com/maxence-charriere/go-app/v9", "go-app", "v9.8.0", "MIT", "draws the page"},
	{"github.com/google/uuid", "uuid", "v1.3.0", "BSD 3-Clause", "used by go-app"},
	{"gonum.org/v1/gonum", "Gonum", "v0.17.0", "BSD 3-Clause", "statistics"},
	{"golang.org/x/text", "Go text", "v0.43.0", "BSD 3-Clause", "files in other encodings"},
}

// LicensesFile is the file of the site that holds all license texts.
const LicensesFile = "licences.txt"

// NameInWords returns the path of the file, "index.html" for the page itself.
func (f KeptFile) NameInWords() string {
	if f.Name == "" {
		return "index.html"
	}
	return f.Name
}

// Hex returns the digest in the format of sha256sum, or "" if it is invalid.
func (f KeptFile) Hex() string {
	sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(f.Digest, "sha256-"))
	if err != nil {
		return ""
	}
	return hex.EncodeToString(sum)
}
