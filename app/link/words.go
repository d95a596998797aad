package link

import (
	"slices"
	"strings"

	"drnet/app/core"
)

// Notes on a link that is about another table, or about a position that the table lacks. They are predicates: its source is the subject.
const (
	otherShape = " describes a table of another shape: its settings were applied, but not its choices about columns."
	noPlace    = " refers to position %s, which is not in the table; this part was ignored."
)

func contentInWords(c core.View) string {
	text := ""
	if c.FromDisk() {
		text = "This page is a file on your disk, and the link has its place. Others append the part from “#” on " +
			"to the address of their page. "
	}
	switch {
	case c.Table == nil:
		return text + "The link contains the settings."
	case c.Source.Sample != "":
		return text + "The link contains the name of the sample dataset and the settings."
	}
	return text + "The link contains the settings and column positions, but no names, values or files. Recipients open their own table" +
		core.When(c.Test != nil, " and add the test table") +
		"; the eight characters after “shape” show whether it has the same shape." + lackInWords(c)
}

// lackInWords lists the settings that affect the rules but are left out of a link to a table of the user, "" for none.
func lackInWords(c core.View) string {
	var lack []string
	if proposed := new(core.Setup); c.Splits() {
		if proposed.ProposePositive(c.TargetColumn()); c.Setup.Positive != proposed.Positive {
			lack = append(lack, "the number that splits the target")
		}
	}
	if c.Setup.Grouped() > 0 || len(c.Setup.Cuts) > 0 || c.Setup.OwnDates() {
		lack = append(lack, "the cut points, groups of values and parts of dates of single columns")
	}
	return core.When(lack != nil, " It lacks "+strings.Join(lack, ", and ")+": its rules may differ. A project has them.")
}

// Awaited asks for the file that the address has settings for; "" if there is none.
func (m Model) Awaited() string {
	if m.waits == nil || m.waits.Shape == "" {
		return ""
	}
	return "The address has the settings for a table, which this page does not store. Drop its file again, then train again."
}

func (m Model) notesInWords() []string {
	const most = 5
	lines := slices.Clone(m.Notes[:min(len(m.Notes), most)])
	if n := len(m.Notes) - most; n > 0 {
		lines = append(lines, core.Plural(n, "more part", "more parts")+" ignored.")
	}
	return lines
}
