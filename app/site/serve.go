package site

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"mime"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// serve serves a built site under the base path until an error occurs. It writes its address to stdout first.
func serve(addr, dir, base string, stdout io.Writer) error {
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
		return fmt.Errorf("no site: %w", err)
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
	site := http.Dir(dir)
	files := http.StripPrefix(strings.TrimSuffix(base, "/"), http.FileServer(site))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, below := strings.CutPrefix(r.URL.Path, base)
		if !below {
			http.NotFound(w, r)
			return
		}
		header, name := w.Header(), cmp.Or(path, indexFile)
		for key, value := range siteHeaders {
			header.Set(key, value)
		}
		for _, e := range encodings {
			file, err := site.Open("/" + name + e.suffix)
			if err != nil {
				continue
			}
			defer file.Close()
			header.Set("Vary", "Accept-Encoding")
			if accepts(r, e.name) {
				serveEncoded(w, r, name, e.name, file)
				return
			}
		}
		files.ServeHTTP(w, r)
	})
}

// serveEncoded serves a compressed file under the name of the original.
func serveEncoded(w http.ResponseWriter, r *http.Request, name, encoding string, file http.File) {
	info, err := file.Stat()
	if err != nil {
		http.Error(w, "the file cannot be read", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Encoding", encoding)
	w.Header().Set("Content-Length", strconv.FormatInt(info.Size(), 10)) // ServeContent omits it for encoded responses
	http.ServeContent(w, r, name, info.ModTime(), file)
}

// accepts reports whether the client accepts an encoding.
func accepts(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(strings.ReplaceAll(part, " ", ""), ";")
		if name == encoding {
			return strings.Trim(strings.TrimPrefix(quality, "q="), "0.") != "" || quality == ""
		}
	}
	return false
}

// pagePolicy allows the page to run the site's own files and to connect to its own server only, until the page adds a stricter one,
// see browser.airlock. The service worker comes from the server, the engine's worker from a blob.
const pagePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; manifest-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; " +
	"require-trusted-types-for 'script'; trusted-types default"

// headerPolicy adds the directives that a meta element must not contain: no frames of other sites, and no windows.
const headerPolicy = pagePolicy + "; frame-ancestors 'none'; sandbox allow-scripts allow-same-origin allow-downloads allow-modals"

// ownServerOnly closes what policies leave open, in browsers that know this header: links and WebRTC.
const ownServerOnly = "(response-origin)"

// deniedFeatures lists the browser features that Permissions-Policy disables.
var deniedFeatures = []string{
	"accelerometer", "autoplay", "browsing-topics", "camera", "clipboard-read", "clipboard-write",
	"display-capture", "encrypted-media", "fullscreen", "gamepad", "geolocation", "gyroscope", "hid",
	"identity-credentials-get", "idle-detection", "local-fonts", "magnetometer", "microphone", "midi",
	"otp-credentials", "payment", "picture-in-picture", "publickey-credentials-get", "screen-wake-lock",
	"serial", "storage-access", "sync-xhr", "usb", "window-management", "xr-spatial-tracking",
}

// siteHeaders are the headers of every file of the site. A host may send some of its own, because browsers enforce all policies.
var siteHeaders = map[string]string{
	"Connection-Allowlist":         ownServerOnly,
	"Content-Security-Policy":      headerPolicy,
	"Cross-Origin-Embedder-Policy": "require-corp",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Permissions-Policy":           strings.Join(deniedFeatures, "=(), ") + "=()",
	"Referrer-Policy":              "no-referrer",
	"X-Content-Type-Options":       "nosniff",
	"Cache-Control":                "no-cache",
}

// writeHeaders writes each header in a format.
func writeHeaders(format string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(siteHeaders)) {
		fmt.Fprintf(&b, format, name, siteHeaders[name])
	}
	return b.String()
}

// headersFile returns the headers as a _headers file, which several static hosts read.
func headersFile(base string) string { return base + "*\n" + writeHeaders("  %s: %s\n") }
