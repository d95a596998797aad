package export

import (
	"cmp"
	_ "embed"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drnet/engine/rule"
)

var (
	//go:embed runtime/page.js
	pageScript string
	//go:embed runtime/page.css
	pageStyle string
	//go:embed template/page.html
	pageTemplate string
)

// writeHTML writes a page with a form that predicts as you type. The page fetches nothing, and its content security policy allows
// only its own script and style, by their digests.
func (p *plan) writeHTML() (string, error) {
	program, err := p.pageRules()
	script, style := "\n"+program+p.pageFacts()+pageScript, "\n"+pageStyle
	return strings.NewReplacer(
		"{{script}}", script, "{{script-digest}}", digest(script),
		"{{style}}", style, "{{style-digest}}", digest(style),
		"{{title}}", shown("Rules for "+p.target()),
		"{{about}}", join(p.about()[1:], "", func(_ int, line string) string { return "<p>" + shown(line) + "</p>\n" }),
		"{{votes}}", p.votesNeeded(), "{{fields}}", join(p.columns, "", field),
		"{{rules}}", join(p.rules[:p.decisive()], "", func(k int, _ []condition) string {
			text := p.written(k)
			if p.many() {
				text += ": " + shown(p.saysOf(p.answerOf(k)))
			}
			return fmt.Sprintf("<li id=\"rule%d\">%s <strong></strong></li>\n", k+1, text)
		}),
		"{{note}}", p.typeset.Noted(p.model.Rules, "<p>", "</p>\n"), "{{points}}", p.pointsListed(),
	).Replace(choose(choose(pageTemplate, "rules", p.decisive() > 0), "scored", p.card != nil)), err
}

// written returns the HTML of a rule or of a condition of the scorecard.
func (p *plan) written(k int) string {
	text := join(p.typeset.Phrases(p.model.Rules[k]), " AND ", func(_ int, phrase rule.Phrase) string {
		if phrase.OrMissing {
			return shown(phrase.Text) + `<sup role="img" aria-label="or missing">*</sup>`
		}
		return shown(phrase.Text)
	})
	return cmp.Or(text, rule.Always)
}

// pointsListed lists the points of the rules and of the conditions of the scorecard; "" without one.
func (p *plan) pointsListed() string {
	if p.card == nil {
		return ""
	}
	return join(p.points(), "", func(k, points int) string {
		name := fmt.Sprintf("rule %d holds", k+1)
		if k >= p.decisive() {
			name = p.written(k)
		}
		return "<tr><td>" + name + "</td><td>" + strings.Replace(fmt.Sprintf("%+d", points), "-", "−", 1) + "</td></tr>\n"
	})
}

// votesNeeded returns a paragraph that says how many rules must hold, "" if one is enough.
func (p *plan) votesNeeded() string {
	if p.model.Votes() == 1 {
		return ""
	}
	return "<p>" + shown(p.saysOf(p.model.Positive)) + " if " + rule.Enough(p.model.Votes()) + ".</p>\n"
}

func field(j int, c column) string {
	id, label := variable(j), shown(c.encoded.Title()+c.encoded.Suffix())
	if c.kind == measure || c.kind == dates {
		hint := `inputmode="decimal"`
		if c.kind == dates {
			hint = `placeholder="` + shown(c.layout.String()) + `"`
		}
		return fmt.Sprintf(`<p><label for="%[1]s">%[2]s</label> <input id="%[1]s" %[3]s autocomplete="off" `+
			`aria-describedby="%[1]s-note"> <span id="%[1]s-note" role="status"></span></p>`+"\n", id, label, hint)
	}
	option := func(value, text string) string { return "<option value=\"" + value + "\">" + text + "</option>\n" }
	other := "another value"
	if c.kind == presence {
		other = "known"
	}
	return fmt.Sprintf("<p><label for=%q>%s</label> <select id=%q autocomplete=\"off\">\n", id, label, id) +
		option("missing", "not known") +
		join(c.named, "", func(i int, v string) string { return option(strconv.Itoa(i), shown(v)) }) +
		option(strconv.Itoa(len(c.named)), other) + "</select></p>\n"
}

// pageFacts returns the data of the page's script: the values of the options of each field, and the texts of the predictions.
func (p *plan) pageFacts() string {
	options := join(p.columns, "", func(_ int, c column) string {
		if c.kind == measure {
			return "  null,\n"
		}
		if c.kind == dates {
			pattern, groups := c.datePattern()
			return fmt.Sprintf("  {pattern: %s, groups: [%s]},\n", quoteScript(pattern), numberList(groups[:]))
		}
		return "  [" + list(append(slices.Clone(c.named), p.strangeText(c.at)), quoteScript) + "],\n"
	})
	says := []string{p.saysOf(p.model.Negative), p.saysOf(p.model.Positive)}
	if p.many() {
		says = append(says[:1], each(p.options.Answers, func(_ int, answer string) string { return p.saysOf(answer) })...)
	}
	return "\nconst options = [\n" + options + "];\nconst says = [" + list(says, quoteScript) + "];\nconst votes = " +
		strconv.Itoa(p.model.Votes()) + ";\n\n"
}

func shown(s string) string { return entities.Replace(plain(s)) }

func digest(s string) string {
	sum := sha256(s)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
