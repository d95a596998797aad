//go:build !js

package main

import (
	"os"

	"drnet/app/site"
)

func main() { os.Exit(site.Run(os.Args[1:], os.Stdout, os.Stderr)) }
