package site

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// serve serves a built site under the base path until an error occurs. It writes its address to stdout first.
func serve(addr, dir, base string, stdout io.Writer) error {
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
		return fmt.Errorf("serve: no site: %w", err)
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "DR-Net Lab: http://%s%s\n", shownAddress(listener.Addr()), base)
	return http.Serve(listener, siteHandler(dir, base))
}

// shownAddress returns the address to open. An unspecified host becomes localhost, where browsers allow service workers.
func shownAddress(addr net.Addr) string {
	tcp := addr.(*net.TCPAddr)
	if tcp.IP.IsUnspecified() || tcp.IP.IsLoopback() {
		return fmt.Sprintf("localhost:%d", tcp.Port)
	}
	return tcp.String()
}

// siteHandler serves the files of dir below the base path with the headers of the site, compressed for clients that accept it.
func siteHandler(dir, base string) http.Handler {
	// The system's table may lack the type, which nosniff requires.
	mime.AddExtensionType(".webmanifest", "application/manifest+json")
	files := http.StripPrefix(strings.TrimSuffix(base, "/"), http.FileServer(http.Dir(dir)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, below := strings.CutPrefix(r.URL.Path, base)
		if !below {
			http.NotFound(w, r)
			return
		}
		setHeaders(w.Header(), path)
		if file, err := http.Dir(dir).Open("/" + cmp.Or(path, indexFile) + gzipSuffix); err == nil {
			defer file.Close()
			w.Header().Set("Vary", "Accept-Encoding")
			if acceptsGzip(r) {
				sendCompressed(w, r, file)
				return
			}
		}
		files.ServeHTTP(w, r)
	})
}

// sendCompressed sends a compressed file with the type of its content.
func sendCompressed(w http.ResponseWriter, r *http.Request, file http.File) {
	info, err := file.Stat()
	if err != nil {
		http.Error(w, "the file cannot be read", http.StatusInternalServerError)
		return
	}
	name := strings.TrimSuffix(info.Name(), gzipSuffix)
	w.Header().Set("Content-Encoding", "gzip")
	w.Header().Set("Content-Length", strconv.FormatInt(info.Size(), 10)) // ServeContent omits it for encoded responses
	http.ServeContent(w, r, name, info.ModTime(), file)
}

func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(strings.ReplaceAll(part, " ", ""), ";")
		if name == "gzip" {
			return strings.Trim(strings.TrimPrefix(quality, "q="), "0.") != "" || quality == ""
		}
	}
	return false
}

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

// headerPolicy adds the directives that a meta element must not contain: no frames of other sites, and no windows.
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
