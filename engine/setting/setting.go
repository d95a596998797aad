// Package setting lists the settings of a run in one table. The page, links, reports, the glossary, validation and the flags of
// the command read it. It does not know how they present a setting.
package setting

import "slices"

// Key names a setting.
type Key string

// Setting is a row of the table.
type Setting struct {
	Key   Key
	Label string     // its name on the page and in reports
	Hint  string     // below its field, "" for none
	Group FieldGroup // of its field on the page

	Name, Text string // its entry in the glossary: a name and one sentence

	Default string // "" if the engine chooses it from the table
	Empty   string // the meaning of an empty text in a report

	Choices [][2]string // the possible texts, each with its words for people; nil for a number
	If      *Choice     // this setting is used only if another one has this choice; nil if it is always used

	Link     string // its key in a link
	Readable bool   // a link contains it even if it is the default

	Flag  string // its flag of the command, which another row may share
	Usage string // help of the flag, "" if another row has it

	value
}

// Choice is a text chosen for a setting.
type Choice struct {
	Key  Key
	Text string
}

// FieldGroup is the title of a group of fields on the page.
type FieldGroup string

// The groups, in the order of the page.
const (
	Penalties  FieldGroup = "Penalties"
	Refinement FieldGroup = "Post-processing and restarts"
	Form       FieldGroup = "Class weights and rule form"
	Encoding   FieldGroup = "Features and missing values"
	Optimizer  FieldGroup = "Optimizer"
)

// Groups lists all groups.
var Groups = []FieldGroup{Penalties, Refinement, Form, Encoding, Optimizer}

// Setting returns the row of a setting.
func (k Key) Setting() *Setting {
	for i := range Table {
		if Table[i].Key == k {
			return &Table[i]
		}
	}
	panic("setting: a key without a row in the table")
}

// Label returns the name of the setting on the page.
func (k Key) Label() string { return k.Setting().Label }

// Has reports whether a text is one of the Choices.
func (s *Setting) Has(text string) bool { return s.index(text) >= 0 }

// Words returns the words of a report for a text.
func (s *Setting) Words(text string) string {
	if text == "" {
		return s.Empty
	}
	if i := s.index(text); i >= 0 {
		return s.Choices[i][1]
	}
	return text
}

func (s *Setting) index(text string) int {
	return slices.IndexFunc(s.Choices, func(c [2]string) bool { return c[0] == text })
}
