package state

import (
	"errors"
	"strconv"
	"strings"

	"drnet/app/core"
)

// Bytes writes the size of a file: "820 bytes", "12.3 kB", "4.0 MB".
func Bytes(n int64) string {
	const kilo, mega = 1e3, 1e6
	switch {
	case n < kilo:
		return core.Plural(int(n), "byte", "bytes")
	case n < mega:
		return core.OneDecimal(float64(n)/kilo) + " kB"
	case n%mega == 0:
		return strconv.FormatInt(n/mega, 10) + " MB"
	}
	return core.OneDecimal(float64(n)/mega) + " MB"
}

// InWords returns the time and the size of a saved work.
func (w KeptWork) InWords() string {
	text := w.At.Format("2 Jan 2006, 15:04") + ", " + Bytes(w.Size)
	if w.Table {
		text += ", with its table"
	}
	return text
}

// When returns the time of a save to the second, which distinguishes works of the same name.
func (w KeptWork) When() string { return w.At.Format("2 Jan 2006, 15:04:05") }

// ProjectInWords says which data of the table a project file contains.
func (s State) ProjectInWords() string {
	text := "One file with the rules as they stand and the settings. It holds column names, category names and thresholds of your table"
	if s.Keeping.TableToo && s.Tabled() == "" {
		return text + ", and every row of it."
	}
	return text + ", and no rows."
}

// KeepInWords describes the autosave status of the current work.
func (s State) KeepInWords() string {
	k := s.Keeping
	switch {
	case k.On && k.work.ID == "":
		return "Writing it down …"
	case k.On && (k.busy || s.KeepDue()):
		return "Kept " + k.work.InWords() + ". Writing down what has changed …"
	case k.On:
		return "Kept " + k.work.InWords() +
			". What you change is written down too. Taking the tick away deletes it; so may the browser, when it is short of room."
	}
	return "Nothing is kept unless you tick this. Then the settings and the rules, with names and values of your table that " +
		"they use, are stored in this browser until you delete them."
}

// TableInWords returns the size of the table's file, "" for a sample.
func (s State) TableInWords() string {
	if s.Table == nil || s.Source.Sample != "" || s.Source.Size == 0 {
		return ""
	}
	return " (" + Bytes(s.Source.Size) + ")"
}

// keepProblem explains why a save failed and suggests a remedy; nil for no error.
func keepProblem(err error) *core.Problem {
	const file = "Download the project as a file instead."
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrBlocked):
		return &core.Problem{Message: "This browser does not let the page keep anything, as in some private windows.", Hint: file}
	case errors.Is(err, ErrFull):
		return &core.Problem{
			Message: "There is no room left to keep this in the browser.",
			Hint:    "Delete something that is kept here, leave the table out, or download the project as a file.",
		}
	case errors.Is(err, ErrGone):
		return &core.Problem{
			Message: "This work is no longer kept on this computer: it was deleted there, perhaps in another window.",
			Hint:    "It is still in this page. Tick “Keep this work on this computer” to keep it again.",
		}
	case errors.Is(err, ErrChanged):
		return &core.Problem{
			Message: "This work was changed in another window, and what is kept is as it is there.",
			Hint:    "Tick “Keep this work on this computer” to keep this one beside it.",
		}
	case errors.Is(err, ErrFileGone):
		return &core.Problem{
			Message: "The file of the table cannot be read any more: it was moved, changed or deleted.",
			Hint:    "Leave the table out, or choose its file again.",
		}
	case errors.Is(err, ErrTableTooLarge):
		return &core.Problem{Message: core.Sentence(ErrTableTooLarge.Error()), Hint: "Leave the table out, and keep its file beside the project."}
	}
	return &core.Problem{Message: core.Sentence("it could not be written: " + err.Error()), Hint: file}
}

// openProblem explains why a project cannot be opened.
func openProblem(err error) *core.Problem {
	switch {
	case errors.Is(err, ErrGone):
		return &core.Problem{
			Message: "This work is no longer kept on this computer: it was deleted, perhaps in another window.",
			Hint:    "Choose another one.",
		}
	case errors.Is(err, ErrBlocked):
		return keepProblem(err)
	}
	return &core.Problem{
		Message: core.Sentence(strings.TrimPrefix(err.Error(), "protocol: ")),
		Hint: "What is open stays as it is. Choose a file that was downloaded here as a project, or download it again with the " +
			"newest version of this page.",
	}
}
