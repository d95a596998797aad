//go:build !js

package main

import (
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// serve serves a built site under the base path until it fails, and writes its
// address to stdout first.
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

// shownAddress is the address for a person to open: an unspecified host is
// localhost, which a browser trusts enough for service workers.
func shownAddress(addr net.Addr) string {
	tcp := addr.(*net.TCPAddr)
	if tcp.IP.IsUnspecified() || tcp.IP.IsLoopback() {
		return fmt.Sprintf("localhost:%d", tcp.Port)
	}
	return tcp.String()
}

// siteHandler answers requests below the base path with the files of dir and
// the headers of the site.
func siteHandler(dir, base string) http.Handler {
	// The system's table of types may not know it, and nosniff wants it right.
	mime.AddExtensionType(".webmanifest", "application/manifest+json")
	files := http.StripPrefix(strings.TrimSuffix(base, "/"), http.FileServer(http.Dir(dir)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, below := strings.CutPrefix(r.URL.Path, base)
		if !below {
			http.NotFound(w, r)
			return
		}
		setHeaders(w.Header(), path)
		files.ServeHTTP(w, r)
	})
}
