package storage

import (
	"errors"
	"strings"

	"drnet/app/core"
)

// inWords returns the time and the size of a saved work, and the best score of a game.
func (w SavedWork) inWords() string {
	return w.At.Format("2 Jan 2006, 15:04") + ", " + core.Bytes(w.Size) + core.When(w.Table, ", with data") +
		core.When(w.Score > 0, ", best score "+core.Count(w.Score))
}

// tableRefusal returns why a project cannot include the table, "" if it can.
func tableRefusal(c core.Shared) string {
	switch {
	case c.Table == nil:
		return "No table is loaded."
	case c.Source.Sample != "":
		return "Sample datasets are always available."
	case c.Source.File == nil:
		return "The file of the table is not available."
	case c.Source.More != nil:
		return "The table has the rows of two files; keep these separately."
	case c.Source.Size > MaxTable:
		return "The table takes " + core.Bytes(c.Source.Size) + ". A project holds up to " + core.Bytes(MaxTable) + "; keep the file separately."
	}
	return ""
}

// projectInWords says which data of the table a project file contains.
func projectInWords(m Model, c core.Shared) string {
	text := "One file with the rules, settings and runs. It contains column names, category names and thresholds of your table"
	if m.DownloadTable && tableRefusal(c) == "" {
		return text + ", and all of its rows."
	}
	return text + ", but no rows."
}

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
	text := "Nothing is saved unless you turn this on. Then the settings and the rules, with the names and values of your table that " +
		"they use, are stored in this browser until you delete them."
	if c.FromDisk() {
		text += " Other pages that you open from a disk may read stored projects; they cannot read a project file."
	}
	return text
}

// tableInWords returns the size of the table's file, "" for a sample.
func tableInWords(c core.Shared) string {
	return core.When(c.Table != nil && c.Source.Sample == "" && c.Source.Size > 0, " ("+core.Bytes(c.Source.Size)+")")
}

const deleted = "The saved project was deleted, perhaps in another window."

// saveProblems explains the errors of a save, and suggests a remedy for each.
var saveProblems = []struct {
	err           error
	message, hint string
}{
	{ErrBlocked, "This browser blocks storage for this page, as in some private windows.", saveAsFile},
	{ErrFull, "The storage of this browser is full.", "Delete a saved project, exclude the data, or download the project as a file."},
	{ErrGone, deleted, "Your work is still open here. Turn on “Autosave in this browser” to save it again."},
	{
		ErrChanged, "The saved project was changed in another window, and holds the changes from there.",
		"Turn on “Autosave in this browser” to save this work as another project.",
	},
	{
		ErrFileGone, "The file of the table cannot be read: it was moved, changed or deleted.",
		"Exclude the data, or choose the file again.",
	},
	{ErrTableTooLarge, core.Sentence(ErrTableTooLarge.Error()), "Exclude the data, and keep its file separately."},
}

const saveAsFile = "Download the project as a file instead."

// saveProblem explains why a save failed and suggests a remedy; nil for no error.
func saveProblem(err error) *core.Problem {
	if err == nil {
		return nil
	}
	for _, p := range saveProblems {
		if errors.Is(err, p.err) {
			return &core.Problem{Message: p.message, Hint: p.hint}
		}
	}
	return &core.Problem{Message: core.Sentence("the project could not be saved: " + err.Error()), Hint: saveAsFile}
}

func openProblem(err error) *core.Problem {
	switch {
	case errors.Is(err, ErrGone):
		return &core.Problem{Message: deleted, Hint: "Choose another one."}
	case errors.Is(err, ErrBlocked):
		return saveProblem(err)
	}
	return &core.Problem{
		Message: core.Sentence(strings.TrimPrefix(err.Error(), "protocol: ")),
		Hint: "Your current work is unchanged. Choose a project that was downloaded here, or download it again with the newest " +
			"version of this page.",
	}
}
