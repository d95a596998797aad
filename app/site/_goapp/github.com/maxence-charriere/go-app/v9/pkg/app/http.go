package app

import "strings"

// Handler replaces the server, which a browser does not need.
type Handler struct{}

func isRemoteLocation(path string) bool {
	return strings.HasPrefix(path, "https://") || strings.HasPrefix(path, "http://")
}

func isStaticResourcePath(path string) bool {
	return strings.HasPrefix(strings.TrimPrefix(path, "/"), "web/")
}
