package site

import (
	"cmp"
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

// siteHandler serves the files of dir below the base path with the headers of the site. It sends compressed files to
// clients that accept gzip.
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

// acceptsGzip reports whether the client accepts gzip.
func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(strings.ReplaceAll(part, " ", ""), ";")
		if name == "gzip" {
			return strings.Trim(strings.TrimPrefix(quality, "q="), "0.") != "" || quality == ""
		}
	}
	return false
}
