// Package browser runs the page in a browser: it starts the engine's worker, registers the service worker, and stores files
// and projects. It knows nothing of what the page shows.
package browser

// Offline says what the service worker of a site does. The builder of the site writes it to the environment of the page.
type Offline string

const (
	Cached            Offline = "kept"    // cache the files for use without a network
	CachedWithHeaders Offline = "headers" // and add the headers that the host does not send
	Retired           Offline = "retired" // delete the cache of an earlier version, then unregister
)

// OfflineSetting is the name of the environment variable that holds an Offline.
const OfflineSetting = "DRNET_OFFLINE"
