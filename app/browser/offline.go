// Package browser runs the page in a browser: it starts the engine's worker, registers the service worker, and stores files
// and projects. It knows nothing of what the page shows.
package browser

// Offline says how the page works without a network. The builder of the site writes it to the environment of the page.
type Offline string

const (
	Cached            Offline = "kept"    // the service worker caches the files
	CachedWithHeaders Offline = "headers" // and adds the headers that the host does not send
	Retired           Offline = "retired" // it does not work: the service worker deletes the cache of an earlier version and unregisters
	OneFile           Offline = "file"    // the page is one file that contains everything, without a service worker
)

// OfflineSetting is the name of the environment variable that holds an Offline.
const OfflineSetting = "DRNET_OFFLINE"
