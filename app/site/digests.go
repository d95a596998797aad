package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"text/template"
)

// digests returns the SHA-256 of every file in the format of sha256sum.
func (s files) digests() []byte {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(s)) {
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(s[name]), name)
	}
	return b.Bytes()
}

// serviceWorker fills the template of the service worker with the digest of
// every file of s, in the form in which browsers check them, with the headers of
// the site, and with a version that changes when any of these does.
func serviceWorker(source string, s files) ([]byte, error) {
	worker, err := template.New(serviceWorkerFile).Parse(source)
	if err != nil {
		return nil, err
	}
	integrity := map[string]string{}
	for name, content := range s {
		sum := sha256.Sum256(content)
		if name == indexFile {
			name = "" // servers answer for the folder, and some redirect the name
		}
		integrity[name] = "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
	}
	list, err := json.MarshalIndent(integrity, "", "  ")
	if err != nil {
		return nil, err
	}
	headers, err := json.MarshalIndent(headerRules, "", "  ")
	if err != nil {
		return nil, err
	}
	version := sha256.Sum256(append(list, headers...))
	var out bytes.Buffer
	err = worker.Execute(&out, struct{ Version, Integrity, Headers string }{
		Version:   fmt.Sprintf("%x", version[:8]),
		Integrity: string(list),
		Headers:   string(headers),
	})
	return out.Bytes(), err
}
