// Package coretest simulates the engine in tests of the page, and checks values and texts.
package coretest

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// Of returns the elements of a list that have the type T.
func Of[T, E any](list []E) (found []T) {
	for _, e := range list {
		if x, ok := any(e).(T); ok {
			found = append(found, x)
		}
	}
	return found
}

// One returns the only element of a list, which has the type T.
func One[T, E any](t testing.TB, list []E) (only T) {
	t.Helper()
	if found := Of[T](list); len(list) == 1 && len(found) == 1 {
		return found[0]
	}
	t.Fatalf("%+v, want one %T", list, only)
	return only
}

// Requests returns the engine requests among some commands.
func Requests(commands []core.Command) (list []protocol.Request) {
	for _, r := range Of[core.Request](commands) {
		list = append(list, r.Body)
	}
	return list
}

// Names returns the names of requests: "evaluate, stop".
func Names(requests []protocol.Request) string {
	var list []string
	for _, r := range requests {
		list = append(list, protocol.RequestName(r))
	}
	return strings.Join(list, ", ")
}

// answers lists for each request the events that can answer it, by name.
var answers = map[string]string{
	"load": "reading peeked loaded", "plan": "planned", "train": "preparing started found progress paused resumed trained",
	"evaluate": "evaluating measured evaluated", "score": "scored", "explain": "explained", "apply": "applied", "export": "exported",
	"predict": "predicted", "rows": "picked", "cover": "covered", "weigh": "weighed",
	"by_group": "groups_compared", "stability": "evaluating stability_measured",
	"trace_bound": "preparing bound_traced",
}

// Answering returns the ID of the oldest pending request that an event can answer, core.NoID for none. A refusal answers any request.
func Answering(pending []core.Request, e protocol.Event) core.ID {
	for _, r := range pending {
		names := strings.Fields("refused " + answers[protocol.RequestName(r.Body)])
		if slices.Contains(names, protocol.EventName(e)) {
			return r.ID
		}
	}
	return core.NoID
}

// Equal checks a value, which the format and its arguments name. It compares deeply, also the values behind pointers.
func Equal[T any](t testing.TB, got, want T, name string, args ...any) {
	t.Helper()
	if reflect.DeepEqual(got, want) {
		return
	}
	verb := "%+v"
	switch any(got).(type) {
	case string, []string, [2]string:
		verb = "%q"
	}
	t.Errorf("%s: "+verb+", want "+verb, fmt.Sprintf(name, args...), got, want)
}

// Contains checks that a text, which the name names, has some parts.
func Contains(t testing.TB, name, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s: no %q in\n%s", name, part, text)
		}
	}
}

// Lacks checks that a text, which the name names, has none of some parts.
func Lacks(t testing.TB, name, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if strings.Contains(text, part) {
			t.Errorf("%s: %q in\n%s", name, part, text)
		}
	}
}

// File returns the text of a file.
func File(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Terms returns the terms that the source file of the glossary declares.
func Terms(t testing.TB, path string) (terms []core.Term) {
	t.Helper()
	source := File(t, path)
	declared := regexp.MustCompile(`= Term\{"([^"]+)", "([^"]+)", ((?:"[^"]+"[+\s]*)+)\}`).FindAllStringSubmatch(source, -1)
	Equal(t, len(declared), strings.Count(source, "= Term{"), "terms found in %s", path)
	for _, d := range declared {
		text := strings.Trim(regexp.MustCompile(`"[+\s]+"`).ReplaceAllString(d[3], ""), `"`)
		terms = append(terms, core.Term{ID: d[1], Name: d[2], Text: text})
	}
	return terms
}
