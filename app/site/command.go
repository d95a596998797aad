package site

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"drnet/app/browser"
)

const usage = `usage: app build DIR [-base /name/] [-plain | -retire]  write the static site to DIR
       app serve ADDR [-dir dist] [-base /name/]        serve a built site at ADDR`

// errUsage makes Run print the usage and return 2.
var errUsage = errors.New("wrong usage")

// Run executes one command of package main and returns its exit status: 0 for success,
// 1 for a failed command, 2 for wrong usage.
func Run(args []string, stdout, stderr io.Writer) int {
	err := dispatch(args, stdout, stderr)
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errUsage):
		fmt.Fprintln(stderr, usage)
		return 2
	default:
		fmt.Fprintln(stderr, "app:", err)
		return 1
	}
}

func dispatch(args []string, stdout, stderr io.Writer) error {
	if len(args) < 2 {
		return errUsage
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.SetOutput(stderr)
	base := flags.String("base", "/", "path under which the site is published")
	var run func(prefix string) error
	switch args[0] {
	case "build":
		plain := flags.Bool("plain", false, "for hosts without custom headers, such as GitHub Pages: the service worker adds them")
		retire := flags.Bool("retire", false, "build a site that removes the service worker of earlier versions")
		run = func(prefix string) error {
			use := browser.Cached
			switch {
			case *plain && *retire:
				return errUsage
			case *plain:
				use = browser.CachedWithHeaders
			case *retire:
				use = browser.Retired
			}
			return build(args[1], prefix, use, stdout)
		}
	case "serve":
		dir := flags.String("dir", "dist", "folder of the built site")
		run = func(prefix string) error { return serve(args[1], *dir, prefix, stdout) }
	default:
		return errUsage
	}
	if err := flags.Parse(args[2:]); err != nil || flags.NArg() != 0 {
		return errUsage
	}
	prefix, err := parseBase(*base)
	if err != nil {
		return err
	}
	return run(prefix)
}
