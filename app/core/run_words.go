package core

import (
	"strings"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// EndInWords says why a run ended; inShort says it in two or three words.
func EndInWords(status drnet.Status) (sentence, inShort string) {
	switch status {
	case drnet.Perfect:
		return "All training rows are predicted correctly.", "no mistakes left"
	case drnet.Unchanged:
		return "Ended early: no better rules for a large part of the run.", "nothing better came"
	case drnet.Stopped:
		return "Stopped by you; these are the best rules up to then.", "stopped by you"
	case Broken:
		return "The engine was lost; these are the best rules up to then, not refined.", "engine lost"
	}
	return "The whole run was made; these are the best rules seen in it.", "whole run made"
}

// StartedInWords describes the input of a run.
func StartedInWords(b protocol.Started) string {
	tested := "no test rows"
	if b.TestRows > 0 {
		tested = Plural(b.TestRows, "test row", "test rows")
	}
	text := Plural(b.Features, "feature", "features") + ", " + Plural(b.Rows, "training row", "training rows") + ", " + tested + "."
	if len(b.Classes) > 0 {
		text += " Training rows per class: " + ClassesInWords(b.Classes) + "."
	}
	if b.Dropped > 0 {
		text += " " + Plural(b.Dropped, "row", "rows") + " left out for a missing cell."
	}
	if b.Unnamed > 0 {
		text += " " + Plural(b.Unnamed, "row", "rows") + " left out because the target is missing."
	}
	if b.Helpers > 0 {
		text += " " + Count(b.Helpers) + " networks trained in parallel, in about " +
			Count(int(max(b.HelperMemory>>20, 1))) + " MB of memory."
	}
	return text
}

// ClassesInWords lists the classes of a target with their rows.
func ClassesInWords(classes []protocol.ClassRows) string {
	const most = 6
	var names []string
	for _, c := range classes[:min(len(classes), most)] {
		names = append(names, c.Name+" "+Count(c.Rows))
	}
	if more := len(classes) - len(names); more > 0 {
		names = append(names, Count(more)+" more")
	}
	return strings.Join(names, ", ")
}
