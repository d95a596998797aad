package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// decider explains the predictions of a multiclass model.
type decider struct {
	*protocol.MultiClass
	places []rule.RuleRef
}

// decision returns the predicted class of a row and the reasons.
func (d decider) decision(row rule.Row) protocol.Decision {
	sets := d.Sets()
	out := protocol.Decision{Class: d.Default, Why: []string{}}
	word := uint64(0)
	for i, m := range d.Members {
		v := protocol.Vote{Says: m.Positive, Fires: []int{}}
		for k, r := range sets[i] {
			if holds(r, row) {
				v.Fires = append(v.Fires, k+1)
				word |= 1 << min(i, rule.MaxCodeLength-1)
			}
		}
		out.Votes = append(out.Votes, v)
	}
	first := slices.IndexFunc(d.places, func(p rule.RuleRef) bool { return slices.Contains(out.Votes[p.Set].Fires, p.Rule+1) })
	if first >= 0 {
		out.Class = d.places[first].Set
		out.Votes[out.Class].First = true
	}
	if d.Codes != nil {
		out.Class = d.Decode(word)
		out.Why = d.codeWords(word, out.Class)
	} else {
		out.Why = d.because(first, out.Votes)
	}
	for i := range out.Votes {
		out.Votes[i].Text = d.voteText(i, out.Votes[i], first)
	}
	out.Answer = d.Prediction(out.Class)
	return out
}

func holds(r rule.Rule, row rule.Row) bool {
	return !slices.ContainsFunc(r, func(l rule.Literal) bool { return row.Holds(l.Feature) == l.Not })
}

// because names the rule that decided.
func (d decider) because(first int, votes []protocol.Vote) []string {
	if first < 0 {
		return []string{fmt.Sprintf("No rule fires, so the prediction is the default, %q.", d.Names[d.Default])}
	}
	p := d.places[first]
	why := fmt.Sprintf("Rule %d of %q fires: %s.", p.Rule+1, d.Names[p.Set], d.Members[p.Set].Rules[p.Rule].Text(d.Encoder.Features()))
	others := 0
	for i, v := range votes {
		if i != p.Set && len(v.Fires) > 0 {
			others++
		}
	}
	if others == 0 {
		return []string{why, "No rule of another class fires."}
	}
	too := fmt.Sprintf("Rules of %s fire too; ", protocol.Plural(others, "other class", "other classes"))
	if d.Order != nil {
		return []string{why, too + fmt.Sprintf("%q comes first in the class order.", d.Names[p.Set])}
	}
	return []string{why, too + fmt.Sprintf("this rule has the highest precision%s.", d.precision(p))}
}

// precision formats the training precision of a rule; "" if it is unknown.
func (d decider) precision(p rule.RuleRef) string {
	o, known := d.Members[p.Set].Current()
	if !known || p.Rule >= len(o.Train.Rules) {
		return ""
	}
	s := o.Train.Rules[p.Rule]
	return fmt.Sprintf(" (%d of %d training rows)", s.Right, s.Covered)
}

// codeWords names the nearest code word.
func (d decider) codeWords(word uint64, class int) []string {
	text := ""
	for k := range d.Members {
		text += strconv.Itoa(int(word >> k & 1))
	}
	differ := func(code string) (n int) {
		for k := range code {
			if code[k] != text[k] {
				n++
			}
		}
		return n
	}
	least := differ(d.Codes[class])
	var equal []string
	for i, code := range d.Codes {
		if i != class && differ(code) == least {
			equal = append(equal, fmt.Sprintf("%q", d.Names[i]))
		}
	}
	why := []string{fmt.Sprintf("The rule sets give %s; the nearest code word, %s of %q, differs in %s.",
		text, d.Codes[class], d.Names[class], protocol.Plural(least, "digit", "digits"))}
	if len(equal) > 0 {
		why = append(why, fmt.Sprintf("That of %s is as near; %q has more training rows.", strings.Join(equal, " and of "), d.Names[class]))
	}
	return why
}

// voteText lists the rules of a set that fire, and why they did not decide.
func (d decider) voteText(set int, v protocol.Vote, first int) string {
	name := fmt.Sprintf("%q", v.Says)
	if d.Codes != nil {
		name = fmt.Sprintf("digit %d (%s)", set+1, v.Says)
	}
	switch {
	case len(d.Members[set].Rules) == 0:
		return name + ": the set is empty"
	case len(v.Fires) == 0 && len(d.Members[set].Rules) == 1:
		return name + ": its rule does not fire"
	case len(v.Fires) == 0:
		return fmt.Sprintf("%s: none of its %d rules fires", name, len(d.Members[set].Rules))
	}
	fires := "rule " + strconv.Itoa(v.Fires[0]) + " fires"
	if n := len(v.Fires); n > 1 {
		list := make([]string, n)
		for i, k := range v.Fires {
			list[i] = strconv.Itoa(k)
		}
		fires = "rules " + strings.Join(list[:n-1], ", ") + " and " + list[n-1] + " fire"
	}
	if d.Codes != nil || v.First || first < 0 {
		return name + ": " + fires
	}
	if d.Order != nil {
		return name + ": " + fires + ", and the class comes later"
	}
	best := slices.IndexFunc(d.places, func(p rule.RuleRef) bool { return p.Set == set && slices.Contains(v.Fires, p.Rule+1) })
	return name + ": " + fires + ", with lower precision" + d.precision(d.places[best])
}
