package link

import "slices"

// Model holds the link that the page was opened with, and the dialog that creates links.
type Model struct {
	Hidden []string // areas of the page that the link hides, by name, in the order of Areas
	Notes  []string // sentences about the parts that could not be applied

	Open   bool     // the dialog is open
	hide   []string // areas that the new link hides
	lesson int      // lesson that the new link begins, from 1; 0 for none
	teach  bool     // the new link opens teaching mode
	code   bool     // the new link is shown as a QR code

	waits *Link  // applied once its table is loaded
	where string // the source of waits, as the subject of a sentence
}

// Area is a part of the page that a link can hide. The style sheet refers to it by its name.
type Area struct{ Name, Words string }

// Areas lists all areas, in the order of the page.
var Areas = []Area{
	{"samples", "sample datasets"},
	{"file", "opening files"},
	{"dialect", "import options"},
	{"preview", "preview"},
	{"columns", "columns"},
	{"target", "target"},
	{"settings", "settings"},
	{"curves", "charts"},
	{"live", "current rules during training"},
	{"stages", "stages of the rules"},
	{"metrics", "precision, recall and other metrics"},
	{"edit", "rule editing"},
	{"tabs", "tabs of the rules"},
	{"share", "sharing and lessons"},
}

// inOrder returns the valid area names, each once, in the order of Areas.
func inOrder(names []string) []string {
	var list []string
	for _, a := range Areas {
		if slices.Contains(names, a.Name) {
			list = append(list, a.Name)
		}
	}
	return list
}
