package state_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"drnet/app/core/coretest"
)

var (
	declaration = regexp.MustCompile(`(?m)^(?:type |\t)([A-Z]\w*) +struct\b`)
	command     = regexp.MustCompile(`func \((?:\w+ )?(\w+)\) Command\(`)
	handler     = regexp.MustCompile(`(?m)^\t*case ([^:]*):|\.\(([A-Z]\w*)\)`)
)

// Every message of the page is handled: an exported type in update.go of a feature, or msg.go of this package, that is no command
// occurs in a case or a type assertion of its package.
func TestMessagesAreHandled(t *testing.T) {
	folders, _ := filepath.Glob("../../*")
	messages := 0
	for _, folder := range append(folders, ".") {
		var declared, others []string // messages, and names of commands or in cases
		paths, _ := filepath.Glob(filepath.Join(folder, "*.go"))
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			text := coretest.File(t, path)
			if base := filepath.Base(path); base == "msg.go" || base == "update.go" {
				for _, m := range declaration.FindAllStringSubmatch(text, -1) {
					declared = append(declared, m[1])
				}
			}
			for _, m := range append(command.FindAllStringSubmatch(text, -1), handler.FindAllStringSubmatch(text, -1)...) {
				others = append(others, strings.FieldsFunc(strings.Join(m[1:], ","), func(r rune) bool { return strings.ContainsRune(", \n\t", r) })...)
			}
		}
		messages += len(declared)
		for _, name := range declared {
			if !slices.Contains(others, name) {
				t.Errorf("%s: no case handles the message %s", folder, name)
			}
		}
	}
	if messages < 100 {
		t.Errorf("%d messages were found, want at least 100: are they declared in other files?", messages)
	}
}
