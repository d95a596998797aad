//go:build !js

// Command app is the DR-Net Lab site: compiled natively it builds and serves
// the static site, compiled for the browser it is the page.
package main

import (
	"os"

	"drnet/app/site"
)

func main() { os.Exit(site.Run(os.Args[1:], os.Stdout, os.Stderr)) }
