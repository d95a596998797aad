package storage

import (
	"errors"
	"strings"

	"drnet/app/core"
)

// inWords returns the time and the size of a saved work.
func (w SavedWork) inWords() string {
	text := w.At.Format("2 Jan 2006, 15:04") + ", " + core.Bytes(w.Size)
	if w.Table {
		text += ", with its table"
	}
	return text
}

// when returns the time of a save to the second, which distinguishes works of the same name.
func (w SavedWork) when() string { return w.At.Format("2 Jan 2006, 15:04:05") }

// tableRefusal returns why a project cannot include the table, "" if it can.
func tableRefusal(c core.Shared) string {
	switch {
	case c.Table == nil:
		return "There is no table."
	case c.Source.Sample != "":
		return "Its table is built in, and always there."
	case c.Source.File == nil:
		return "The table has no file any more."
	case c.Source.Size > MaxTable:
		return "The table has " + core.Bytes(c.Source.Size) + "; up to " + core.Bytes(MaxTable) + " can go with the work. Keep its file beside it."
	}
	return ""
}

// projectInWords says which data of the table a project file contains.
func projectInWords(m Model, c core.Shared) string {
	text := "One file with the rules as they stand and the settings. It holds column names, category names and thresholds of your table"
	if m.DownloadTable && tableRefusal(c) == "" {
		return text + ", and every row of it."
	}
	return text + ", and no rows."
}

// autosaveInWords describes the autosave status of the current work.
func autosaveInWords(m Model, c core.View) string {
	switch {
	case m.Autosave && m.stored.ID == "":
		return "Writing it down …"
	case m.Autosave && (m.saving || m.Due(c)):
		return "Kept " + m.stored.inWords() + ". Writing down what has changed …"
	case m.Autosave:
		return "Kept " + m.stored.inWords() +
			". What you change is written down too. Taking the tick away deletes it; so may the browser, when it is short of room."
	}
	return "Nothing is kept unless you tick this. Then the settings and the rules, with names and values of your table that " +
		"they use, are stored in this browser until you delete them."
}

// tableInWords returns the size of the table's file, "" for a sample.
func tableInWords(c core.Shared) string {
	if c.Table == nil || c.Source.Sample != "" || c.Source.Size == 0 {
		return ""
	}
	return " (" + core.Bytes(c.Source.Size) + ")"
}

// saveProblem explains why a save failed and suggests a remedy; nil for no error.
func saveProblem(err error) *core.Problem {
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
		return saveProblem(err)
	}
	return &core.Problem{
		Message: core.Sentence(strings.TrimPrefix(err.Error(), "protocol: ")),
		Hint: "What is open stays as it is. Choose a file that was downloaded here as a project, or download it again with the " +
			"newest version of this page.",
	}
}
