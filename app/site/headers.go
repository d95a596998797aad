package site

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// A header is one line of an HTTP response.
type header struct{ name, value string }

// A headerRule adds headers to the responses of some paths.
type headerRule struct {
	// path is relative to the base path of the site; a final * matches any rest, including an empty one.
	path    string
	headers []header
}

// pagePolicy allows the page to run the site's own files and to connect to its own server only.
const pagePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; " +
	"require-trusted-types-for 'script'; trusted-types default"

// headerPolicy adds the directives that a meta element must not contain: no other site shows the page in a frame, and the
// page opens no windows.
const headerPolicy = pagePolicy + "; frame-ancestors 'none'; sandbox allow-scripts allow-same-origin allow-downloads allow-modals"

// enginePolicy allows the engine's worker to run WebAssembly and nothing else. It cannot connect to any server.
const enginePolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'"

// deniedFeatures lists the browser features that Permissions-Policy disables.
var deniedFeatures = []string{
	"accelerometer", "autoplay", "browsing-topics", "camera", "clipboard-read", "clipboard-write",
	"display-capture", "encrypted-media", "fullscreen", "gamepad", "geolocation", "gyroscope", "hid",
	"identity-credentials-get", "idle-detection", "local-fonts", "magnetometer", "microphone", "midi",
	"otp-credentials", "payment", "picture-in-picture", "publickey-credentials-get", "screen-wake-lock",
	"serial", "storage-access", "sync-xhr", "usb", "window-management", "xr-spatial-tracking",
}

// headerRules lists the headers of the site, wherever it is served. A later rule replaces a header of an earlier one. A
// host may send both instead, because browsers enforce all policies.
var headerRules = []headerRule{
	{"*", []header{
		{"Content-Security-Policy", headerPolicy},
		{"Cross-Origin-Embedder-Policy", "require-corp"},
		{"Cross-Origin-Opener-Policy", "same-origin"},
		{"Cross-Origin-Resource-Policy", "same-origin"},
		{"Permissions-Policy", strings.Join(deniedFeatures, "=(), ") + "=()"},
		{"Referrer-Policy", "no-referrer"},
		{"X-Content-Type-Options", "nosniff"},
		{"Cache-Control", "no-cache"},
	}},
	{engineWorkerFile, []header{{"Content-Security-Policy", enginePolicy}}},
}

// MarshalJSON implements json.Marshaler. It encodes the headers as an object with their names as keys.
func (r headerRule) MarshalJSON() ([]byte, error) {
	named := map[string]string{}
	for _, h := range r.headers {
		named[h.name] = h.value
	}
	return json.Marshal(map[string]any{"path": r.path, "headers": named})
}

// setHeaders sets the headers of the response for a path below the base path.
func setHeaders(h http.Header, path string) {
	for _, rule := range headerRules {
		prefix, any := strings.CutSuffix(rule.path, "*")
		if path != rule.path && !(any && strings.HasPrefix(path, prefix)) {
			continue
		}
		for _, line := range rule.headers {
			h.Set(line.name, line.value)
		}
	}
}

// headersFile returns the rules as a _headers file, which several static hosts read.
func headersFile(base string) string {
	var b strings.Builder
	for _, rule := range headerRules {
		fmt.Fprintf(&b, "%s%s\n", base, rule.path)
		for _, line := range rule.headers {
			fmt.Fprintf(&b, "  %s: %s\n", line.name, line.value)
		}
	}
	return b.String()
}
