package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// digests returns the SHA-256 of every file in the format of sha256sum.
func (s files) digests() []byte {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(s)) {
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(s[name]), name)
	}
	return b.Bytes()
}

// serviceWorker returns the service worker: its script, after the release that it serves. The release has the digest of
// every file of s, in the form in which browsers check it. It also has the headers of the site, and a version that
// changes when any of these does.
func serviceWorker(script []byte, s files) ([]byte, error) {
	integrity := map[string]string{}
	for name, content := range s {
		sum := sha256.Sum256(content)
		if name == indexFile {
			name = "" // requested as the folder; some servers redirect the name
		}
		integrity[name] = "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
	}
	release := map[string]any{"integrity": integrity, "headers": headerRules}
	content, err := json.Marshal(release)
	if err != nil {
		return nil, err
	}
	release["version"] = fmt.Sprintf("%x", sha256.Sum256(content))[:16]
	if content, err = json.MarshalIndent(release, "", "  "); err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "\"use strict\";\nconst release = %s;\n%s", content, script), nil
}
