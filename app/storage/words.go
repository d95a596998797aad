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
		text += ", with data"
	}
	return text
}

// when returns the time of a save to the second, which distinguishes works of the same name.
func (w SavedWork) when() string { return w.At.Format("2 Jan 2006, 15:04:05") }

// tableRefusal returns why a project cannot include the table, "" if it can.
func tableRefusal(c core.Shared) string {
	switch {
	case c.Table == nil:
		return "No table is loaded."
	case c.Source.Sample != "":
		return "Sample datasets are always available."
	case c.Source.File == nil:
		return "The file of the table is not available."
	case c.Source.Size > MaxTable:
		return "The table takes " + core.Bytes(c.Source.Size) + ". A project holds up to " + core.Bytes(MaxTable) + "; keep the file separately."
	}
	return ""
}

// projectInWords says which data of the table a project file contains.
func projectInWords(m Model, c core.Shared) string {
	text := "One file with the current rules and settings. It contains column names, category names and thresholds of your table"
	if m.DownloadTable && tableRefusal(c) == "" {
		return text + ", and all of its rows."
	}
	return text + ", and no rows."
}

// autosaveInWords describes the autosave status of the current work.
func autosaveInWords(m Model, c core.View) string {
	switch {
	case m.Autosave && m.stored.ID == "":
		return "Saving …"
	case m.Autosave && (m.saving || m.Due(c)):
		return "Saved " + m.stored.inWords() + ". Saving changes …"
	case m.Autosave:
		return "Saved " + m.stored.inWords() +
			". Changes are saved automatically. Turning this off deletes the saved project; so may the browser when its storage is full."
	}
	return "Nothing is saved unless you turn this on. Then the settings and the rules, with the names and values of your table that " +
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
		return &core.Problem{Message: "This browser blocks storage for this page, as in some private windows.", Hint: file}
	case errors.Is(err, ErrFull):
		return &core.Problem{
			Message: "The storage of this browser is full.",
			Hint:    "Delete a saved project, exclude the data, or download the project as a file.",
		}
	case errors.Is(err, ErrGone):
		return &core.Problem{
			Message: "The saved project was deleted, perhaps in another window.",
			Hint:    "Your work is still open here. Turn on “Autosave in this browser” to save it again.",
		}
	case errors.Is(err, ErrChanged):
		return &core.Problem{
			Message: "The saved project was changed in another window, and holds the changes from there.",
			Hint:    "Turn on “Autosave in this browser” to save this work as another project.",
		}
	case errors.Is(err, ErrFileGone):
		return &core.Problem{
			Message: "The file of the table cannot be read: it was moved, changed or deleted.",
			Hint:    "Exclude the data, or choose the file again.",
		}
	case errors.Is(err, ErrTableTooLarge):
		return &core.Problem{Message: core.Sentence(ErrTableTooLarge.Error()), Hint: "Exclude the data, and keep its file separately."}
	}
	return &core.Problem{Message: core.Sentence("the project could not be saved: " + err.Error()), Hint: file}
}

// openProblem explains why a project cannot be opened.
func openProblem(err error) *core.Problem {
	switch {
	case errors.Is(err, ErrGone):
		return &core.Problem{
			Message: "The saved project was deleted, perhaps in another window.",
			Hint:    "Choose another one.",
		}
	case errors.Is(err, ErrBlocked):
		return saveProblem(err)
	}
	return &core.Problem{
		Message: core.Sentence(strings.TrimPrefix(err.Error(), "protocol: ")),
		Hint: "Your current work is unchanged. Choose a project that was downloaded here, or download it again with the newest " +
			"version of this page.",
	}
}
