package core

import (
	"slices"
	"sort"
	"strings"
	"time"

	"drnet/engine/protocol"
)

// Live is the list of current rules during a run, with the changes since earlier snapshots.
type Live struct {
	Rules []LiveRule
	More  int                // number of rules that are not listed
	Seen  *protocol.Progress // its snapshot Now is listed; nil before the first one

	at      time.Time          // when the list last changed
	waiting *protocol.Progress // newer than Seen, but too soon after the last change to be listed
}

// LiveRule is a line of the list.
type LiveRule struct {
	Conditions []LiveCondition
	Mark       LiveMark
	since      time.Time // time at which the mark was set
}

// LiveCondition is a condition as text. Changed reports that the previous rule did not have it.
type LiveCondition struct {
	Text    string
	Changed bool
}

// LiveMark is the change of a rule between two snapshots.
type LiveMark string

// The marks.
const (
	Same    LiveMark = ""
	Added   LiveMark = "new"
	Changed LiveMark = "changed"
	Removed LiveMark = "removed"
)

const (
	mostLive    = 12              // rules in the list, few enough to follow
	mostRemoved = 6               // removed rules in the list
	markFor     = 2 * time.Second // how long a mark is shown
	changeEvery = time.Second     // the list changes at most this often, so that it can be read
)

// update returns the list after a newer snapshot. If the list has changed within changeEvery, the snapshot waits for Settle or a newer one.
func (l Live) update(p *protocol.Progress, at time.Time) Live {
	alone := l.Seen == nil || l.Seen.Set != p.Set || l.Seen.Restart != p.Restart
	if !alone && at.Sub(l.at) < changeEvery {
		l.waiting = p
		return l
	}
	now := p.Now.Rules
	next := Live{Seen: p, at: at, More: max(len(now)-mostLive, 0)}
	shown := now[:min(len(now), mostLive)]
	var before [][]string
	if alone { // no earlier snapshot to compare with
		l = Live{}
	} else {
		before = l.Seen.Now.Rules
	}
	pairs := MatchRules(before, shown)
	for i, r := range shown {
		line := LiveRule{Conditions: conditions(r, r)}
		switch k := pairs[i]; {
		case alone:
		case k < 0:
			line.Mark, line.since = Added, at
		case !slices.Equal(r, before[k]):
			line = LiveRule{conditions(r, before[k]), Changed, at}
		case k < len(l.Rules) && k < mostLive && l.Rules[k].Mark != Removed && at.Sub(l.Rules[k].since) < markFor:
			line = l.Rules[k]
		}
		next.Rules = append(next.Rules, line)
	}
	next.Rules = append(next.Rules, l.removed(pairs, len(now), at)...)
	return next
}

// removed returns the lines of the removed rules, including earlier ones that are still shown.
func (l Live) removed(pairs []int, now int, at time.Time) []LiveRule {
	var gone []LiveRule
	for k, line := range l.Rules {
		switch {
		case line.Mark == Removed && at.Sub(line.since) < markFor:
			gone = append(gone, line)
		case line.Mark != Removed && !slices.Contains(pairs, k) && now < mostLive: // otherwise it may have moved beyond the listed rules
			gone = append(gone, LiveRule{unmarked(line.Conditions), Removed, at})
		}
	}
	return gone[max(len(gone)-mostRemoved, 0):]
}

// CatchUp lists a waiting snapshot at once.
func (l Live) CatchUp(at time.Time) Live {
	if l.waiting == nil {
		return l
	}
	l.at = time.Time{}
	return l.update(l.waiting, at)
}

// Settle lists a waiting snapshot, or removes the marks that have expired.
func (l Live) Settle(at time.Time) Live {
	if at.Sub(l.at) < changeEvery {
		return l
	}
	if l.waiting != nil {
		return l.CatchUp(at)
	}
	var kept []LiveRule
	for _, line := range l.Rules {
		switch old := at.Sub(line.since) >= markFor; {
		case line.Mark == Same || !old:
			kept = append(kept, line)
		case line.Mark != Removed:
			kept = append(kept, LiveRule{Conditions: unmarked(line.Conditions), since: line.since})
		}
	}
	l.Rules, l.at = kept, at
	return l
}

// Marked reports whether any mark is shown or a snapshot waits, so that Settle is due.
func (l Live) Marked() bool {
	return l.waiting != nil || slices.ContainsFunc(l.Rules, func(line LiveRule) bool { return line.Mark != Same })
}

func unmarked(list []LiveCondition) []LiveCondition {
	list = slices.Clone(list)
	for i := range list {
		list[i].Changed = false
	}
	return list
}

func conditions(now, before []string) []LiveCondition {
	list := make([]LiveCondition, len(now))
	for i, text := range now {
		list[i] = LiveCondition{text, !slices.Contains(before, text)}
	}
	return list
}

// MatchRules matches the rules of two snapshots. It returns for each rule of now the index of its match in before, or
// -1 for a new rule. Rules do not match if their similarity is below leastShared.
func MatchRules(before, now [][]string) []int {
	return match(len(now), len(before), func(i, k int) float64 {
		if slices.Equal(now[i], before[k]) {
			return 2
		} else if share := shared(before[k], now[i]); share >= leastShared {
			return share
		}
		return 0
	})
}

// match pairs n items with m others greedily: the pair with the highest likeness first, the earlier pair in a tie. Pairs with likeness
// 0 do not match. It returns for each of the n items the index of its match among the m others, or -1.
func match(n, m int, likeness func(i, k int) float64) []int {
	type pair struct {
		i, k int
		like float64
	}
	var list []pair
	matches, taken := make([]int, n), make([]bool, m)
	for i := range n {
		matches[i] = -1
		for k := range m {
			if like := likeness(i, k); like > 0 {
				list = append(list, pair{i, k, like})
			}
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].like > list[j].like })
	for _, p := range list {
		if matches[p.i] < 0 && !taken[p.k] {
			matches[p.i], taken[p.k] = p.k, true
		}
	}
	return matches
}

const leastShared = 1. / 3

// shared returns the similarity of two rules, as a share of the longer one: an equal condition counts 1, another on the same column 0.5.
func shared(a, b []string) float64 {
	common := 0.
	var columns []string // of the conditions that only a has
	for _, text := range a {
		if slices.Contains(b, text) {
			common++
		} else {
			columns = append(columns, subject(text))
		}
	}
	for _, text := range b {
		if i := slices.Index(columns, subject(text)); i >= 0 && !slices.Contains(a, text) {
			common += 0.5
			columns = slices.Delete(columns, i, i+1)
		}
	}
	return common / float64(max(len(a), len(b), 1))
}

// subject returns the column of a condition: "age" for "age ≤ 50", "25 < age ≤ 50" and "age: 8 of 14 values".
func subject(text string) string {
	first := len(text)
	for _, sign := range []string{" ≤ ", " ≥ ", " > ", " = ", " ≠ ", " is ", ": ", " < "} {
		if i := strings.Index(text, sign); i >= 0 && i < first {
			first = i
		}
	}
	if rest, interval := strings.CutPrefix(text[first:], " < "); interval {
		return subject(rest)
	}
	return text[:first]
}
