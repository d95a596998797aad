package privacy

import (
	"fmt"
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/protocol"
)

const (
	promise    = "Your data never leaves this device."
	storesNote = "Nor does this page store anything of your table, your settings or your rules on this computer, unless you " +
		"tick “Autosave in this browser”; saved works are listed on the first screen, and can be deleted there."
	nothingRefused = "Nothing tried to reach another server, or to leave this page."
	sameList       = "Your browser’s developer tools show the same list under Network."
	newVersion     = "A new version of DR-Net Lab is here. It starts when you reload this page, once no other tab shows it; " +
		"save your rules first."
	credit       = "Based on DR-Net, the Decision Rules Network of Qiao, Wang and Lin (AAAI 2021)."
	lab          = "DR-Net Lab " + protocol.Release + ". "
	reproducible = "The page is built from its sources alone: building the same version again gives the same files, " +
		"byte for byte. The file SHA256SUMS lists their digests."
	madeWith       = "DR-Net Lab is under the MIT license, and made with these works:"
	licensesNote   = "The texts of the licenses are in the file " + LicensesFile + " of this site."
	licensesInside = "The texts of the licenses are at the end of this file."
)

// enforced lists what the browser forbids the page.
func (l NetworkLog) enforced() []string {
	reach := []string{
		"Until it is loaded, this page reaches only the server that it came from. Once it is loaded it reaches nobody, " +
			"not even that server. Nothing in the page can take this back.",
		"The worker that reads your table and trains starts after that, under the same policy: no server at all.",
	}
	if l.OneFile {
		reach = []string{
			"This page is one file with everything in it. It reaches no server, from the first moment on, and neither does the " +
				"worker that reads your table and trains. Nothing in the page can take this back.",
		}
	}
	return append(reach, always...)
}

// always lists what the browser forbids every page of the site.
var always = []string{
	"No name, value or file of yours can become program code or part of the page’s markup.",
	"The address of the page, which you can pass on, holds settings and never a name or a value of your table.",
}

// open lists the ways of sending data that a page cannot close.
func (l NetworkLog) open() []string {
	direct := "A direct connection between two browsers (WebRTC), and looking up the name of a server: Chromium 156 blocks both, for pages " +
		"with the headers of this site; other browsers do not yet. This page contains no code for either."
	browser := "And the browser itself: when the page is opened it looks for a newer version of the site, which carries " +
		"nothing of yours; what extensions of the browser may read is up to them."
	if l.OneFile {
		direct = "A direct connection between two browsers (WebRTC), and looking up the name of a server. This page contains no code for either."
		browser = "And the browser itself: what its extensions may read is up to them."
	}
	return []string{direct, leaving, browser}
}

const leaving = "Going to another address, which could carry something along. This page holds no link that leads away, and " +
	"where your browser asks it, it refuses to leave by itself."

// lacking describes the consequence if a browser lacks a feature, by the names in web/network-log.js.
var lacking = map[string]string{
	"Trusted Types":  "Trusted Types, a second check of script addresses. The policy still allows only scripts of this site.",
	"Navigation API": "The Navigation API, by which this page refuses to leave by itself. It still holds no link that leads away.",
	"file handlers":  "File handlers, by which the system opens a file with the installed page. Choose the file or drop it.",
}

// lacks lists what the browser lacks. A page of one file is not installed, and no browser opens files with it.
func (l NetworkLog) lacks() []string {
	var lines []string
	for _, name := range l.Lacks {
		if !l.OneFile || name != "file handlers" {
			lines = append(lines, lacking[name])
		}
	}
	return lines
}

func (l NetworkLog) airplaneTest() []string {
	network := "Your browser says that the network is " + core.Either(l.Online, "on.", "off. All that you do now, it does alone.")
	return []string{
		"Open this page, and switch the network off: airplane mode, or pull the cable. " + network,
		"Drop your table, train, read the rules, save what you need. Everything works, also a reload.",
		"Close the page before you switch the network on again. A closed page sends nothing.",
	}
}

// inWords reports the requests of the page, and those since it was ready.
func (l NetworkLog) inWords() string {
	before, after, last := 0, 0, 0.0 // the requests before and since then, and the time of the last one before
	for _, r := range l.Requests {
		switch since := l.Ready > 0 && r.At > l.Ready; {
		case !since:
			before, last = before+1, max(last, r.At)
		case !r.Kept: // the others reached nobody
			after++
		}
	}
	words := fmt.Sprintf("%s loaded from this page’s server, the last one after %s.", core.Plural(before, "file", "files"), moment(last))
	if l.OneFile {
		words = "This page is one file, and nothing else was loaded."
	}
	switch {
	case l.Ready == 0:
		return words + " The page is still loading."
	case after > 0:
		return words + " " + core.Plural(after, "request", "requests") + " since the page was ready: see the end of the list."
	}
	return words + " 0 requests since the page was ready, " + moment(l.Ready) + " after you opened it."
}

// refusedInWords lists the blocked requests, newest first; empty if there were none.
func (l NetworkLog) refusedInWords() []string {
	const most = 20
	var lines []string
	for _, r := range slices.Backward(l.Refused) {
		if len(lines) == most {
			lines = append(lines, core.Plural(len(l.Refused)-most, "earlier one", "earlier ones"))
			break
		}
		by := core.Either(r.Why == "navigation", "to leave this page", "by the rule "+r.Why)
		lines = append(lines, fmt.Sprintf("%s, %s, after %s", core.Clipped(r.What), by, moment(r.At)))
	}
	return lines
}

func (l NetworkLog) answeredBy(r PageRequest) string {
	switch {
	case l.OneFile:
		return "this computer"
	case r.Kept:
		return "this computer, which keeps it"
	}
	return "the server"
}

func (l NetworkLog) requestsNote() string {
	if l.OneFile {
		return sameList
	}
	return "The service worker, which keeps the site for use without a network, asks for each of these files once more " +
		"when it is new. " + sameList
}

// fileInWords returns the file name of a request, relative to the address of the page.
func (r PageRequest) fileInWords(page string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(r.Name, page), "#")
	if name == "" || strings.HasPrefix(name, "?") {
		return "the page itself"
	}
	return core.Clipped(name)
}

// moment formats the time since the page was opened.
func moment(ms float64) string {
	return core.Decimal(ms/1000, 2) + " s"
}

// triedInWords reports the outcome of the attempt to reach the server, "" before the first attempt.
func (m Model) triedInWords() string {
	switch {
	case m.Reached:
		return "The page reached its server: the policy is not in force in this browser. Do not use private tables here."
	case m.Tried && m.Log.OneFile:
		return "Refused. Your browser did not let the page send a request."
	case m.Tried:
		return "Refused. Your browser did not let the page reach even the server that it came from."
	}
	return ""
}

// versionInWords names the version of the site and the result of its verification.
func (l NetworkLog) versionInWords() string {
	if l.OneFile {
		return lab + "This page is one file, which needs no network and no installation."
	}
	if l.Version == "" {
		return lab + "This browser keeps no files of the site: it needs the network whenever it is opened."
	}
	return lab + fmt.Sprintf("Build %s: its %s are kept by this browser, and each is checked against its SHA-256 whenever "+
		"it is used.", l.Version, core.Plural(len(l.Files), "file", "files"))
}
