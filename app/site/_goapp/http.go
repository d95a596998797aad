package app

import "strings"

// Handler would be the server, of which a browser has no need.
type Handler struct{}

func isRemoteLocation(path string) bool {
	return strings.HasPrefix(path, "https://") || strings.HasPrefix(path, "http://")
}

func isStaticResourcePath(path string) bool {
	return strings.HasPrefix(strings.TrimPrefix(path, "/"), "web/")
}
