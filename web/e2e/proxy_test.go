package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"sync"
)

// A proxy is the only way from a browser profile to any server. It sees the requests of page, workers and service
// worker. It forwards requests to the site, and refuses and records the rest.
type proxy struct {
	server  *httptest.Server
	forward *httputil.ReverseProxy
	host    string // of the site

	mu      sync.Mutex
	offline bool
	own     []string // requests to the site, oldest first
	foreign []string // requests to other servers
}

// newProxy starts a proxy that forwards requests to one host.
func newProxy(host string) *proxy {
	p := &proxy{host: host, forward: &httputil.ReverseProxy{Rewrite: func(*httputil.ProxyRequest) {}}}
	p.server = httptest.NewServer(p)
	return p
}

// forget connects the site again, and clears the list of requests.
func (p *proxy) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.offline, p.own, p.foreign = false, nil, nil
}

// ServeHTTP answers a request for an absolute URL, or a CONNECT.
func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !p.admit(r) {
		// Without a response the network appears to be down.
		panic(http.ErrAbortHandler)
	}
	p.forward.ServeHTTP(w, r)
}

// admit records a request and reports whether to forward it.
func (p *proxy) admit(r *http.Request) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.Host != p.host {
		p.foreign = append(p.foreign, fmt.Sprint(r.Method, " ", r.URL))
		return false
	}
	if p.offline {
		return false
	}
	p.own = append(p.own, fmt.Sprint(r.Method, " ", r.URL.RequestURI()))
	return true
}

// setOffline disconnects the site, or connects it again.
func (p *proxy) setOffline(offline bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.offline = offline
}

// ownSince returns the requests to the site after the first n.
func (p *proxy) ownSince(n int) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.own[n:]...)
}

// toOthers returns the requests to other servers.
func (p *proxy) toOthers() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.foreign...)
}

// forgetOthers clears the list of requests to other servers.
func (p *proxy) forgetOthers() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.foreign = nil
}
