package privacy

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"drnet/app/core"
)

// since returns the requests after the page was ready, and those before.
func (l NetworkLog) since() (before, after []PageRequest) {
	for _, r := range l.Requests {
		if l.Ready > 0 && r.At > l.Ready && !r.Kept {
			after = append(after, r)
		} else {
			before = append(before, r)
		}
	}
	return before, after
}

// InWords reports the requests of the page, and those since it was ready.
func (l NetworkLog) InWords() string {
	before, after := l.since()
	last := 0.0
	for _, r := range before {
		last = max(last, r.At)
	}
	words := fmt.Sprintf("Since you opened it, this page asked its server for %s, the last one after %s.",
		core.Plural(len(before), "file", "files"), moment(last))
	switch {
	case l.Ready == 0:
		return words + " It is not all here yet."
	case len(after) > 0:
		return words + " Since it is ready, it asked for " + core.Plural(len(after), "more", "more") + ": they are at the end of the list."
	}
	return words + " Since it is ready, " + moment(l.Ready) + " after you opened it, it asked for nothing."
}

// RefusedInWords lists the blocked requests, newest first; empty if there were none.
func (l NetworkLog) RefusedInWords() []string {
	const most = 20
	var lines []string
	for _, r := range slices.Backward(l.Refused) {
		if len(lines) == most {
			lines = append(lines, core.Plural(len(l.Refused)-most, "earlier one", "earlier ones"))
			break
		}
		by := "by the rule " + r.Why
		if r.Why == "navigation" {
			by = "to leave this page"
		}
		lines = append(lines, fmt.Sprintf("%s, %s, after %s", core.Clipped(r.What), by, moment(r.At)))
	}
	return lines
}

// FileInWords returns the file name of a request, relative to the address of the page.
func (r PageRequest) FileInWords(page string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(r.Name, page), "#")
	if name == "" || strings.HasPrefix(name, "?") {
		return "the page itself"
	}
	return core.Clipped(name)
}

// FromInWords names the source of the response.
func (r PageRequest) FromInWords() string {
	if r.Kept {
		return "this computer, which keeps it"
	}
	return "the server"
}

// AtInWords returns the time of the request.
func (r PageRequest) AtInWords() string { return moment(r.At) }

// moment formats milliseconds since the page was opened as seconds.
func moment(ms float64) string {
	return core.Decimal(time.Duration(ms*float64(time.Millisecond)).Seconds(), 2) + " s"
}

// NetworkInWords reports whether the browser has a network connection.
func (l NetworkLog) NetworkInWords() string {
	if l.Online {
		return "Your browser says that the network is on."
	}
	return "Your browser says that the network is off. All that you do now, it does alone."
}

// TriedInWords reports the outcome of the attempt to reach the server, "" before the first attempt.
func (m Model) TriedInWords() string {
	switch m.Attempt {
	case AttemptReached:
		return "The page reached its server: the policy is not in force in this browser. Do not use private tables here."
	case AttemptRefused:
		return "Refused. Your browser did not let the page reach even the server that it came from."
	}
	return ""
}

// VersionInWords names the version of the site and the result of its verification.
func (l NetworkLog) VersionInWords() string {
	if l.Version == "" {
		return "This browser keeps no files of the site: it needs the network whenever it is opened."
	}
	return fmt.Sprintf("Version %s. Its %s are kept by this browser, and each is checked against its SHA-256 whenever "+
		"it is used.", l.Version, core.Plural(len(l.Files), "file", "files"))
}
