// Command app is the DR-Net Lab site: compiled natively it builds and serves
// the static site, compiled for the browser it is the page.
package main

import "drnet/app/browser"

func main() { browser.Run() }
