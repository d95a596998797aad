package train

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"drnet/engine/dataset"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
)

// describeSplit describes the split of a plan by groups or by time. If rows are split at random, it proposes such a column.
func (tr *Trainer) describeSplit(p *PlannedRun) {
	p.Started.ProposedWeight = tr.proposeWeight(p)
	by := p.Request.Split
	if by.By() == "" {
		if tr.Test == nil && len(by.Folds) == 0 && by.Parts == 0 {
			p.Started.Proposed = tr.proposeSplit(p)
		}
		return
	}
	c := &tr.Table.Columns[tr.Table.Column(by.By())]
	side := func(rows prepare.Subset) (s protocol.Side) {
		groups := c.Groups(rows.Rows)
		s.Values = 1 + int(slices.Max(append(groups, -1)))
		if times, ok := c.Times(rows.Rows); ok && by.Time != "" && len(times) > 0 {
			s.From, _ = c.Text(int(rows.Rows[slices.Index(times, slices.Min(times))]))
			s.To, _ = c.Text(int(rows.Rows[slices.Index(times, slices.Max(times))]))
		}
		return s
	}
	p.Started.Sides = &protocol.Sides{
		Split: protocol.Split{Group: by.Group, Time: by.Time}, Train: side(p.Rows), Test: side(p.TestRows),
	}
}

const (
	fewestGroups  = 20  // fewest values of a proposed column of groups
	manyGroups    = 100 // the same if the column's name does not say that it identifies something
	rowsPerGroup  = 1.5 // least mean number of rows of a group
	surelySharing = 3   // standard errors by which rows of a group must share their class more often than by chance
)

// proposeWeight returns the first column whose name looks like row weights, "" if there is none. A column named just “weight” does not:
// it may hold the weight of a body or a parcel.
func (tr *Trainer) proposeWeight(p *PlannedRun) string {
	for j := range tr.Table.Columns {
		c := &tr.Table.Columns[j]
		if p.Request.Weight == "" && j != p.Target.Column && c.NamesWeight() && c.Missing == 0 &&
			!slices.Contains(p.Request.Ignore, c.Name) {
			return c.Name
		}
	}
	return ""
}

// proposeSplit returns the split that the rows seem to need, nil if there is none: by the column with the most values among those that
// look like groups, or else by time.
func (tr *Trainer) proposeSplit(p *PlannedRun) *protocol.ProposedSplit {
	usable := prepare.Labeled(tr.Table, p.Target)
	var best *protocol.ProposedSplit
	var time string
	for j := range tr.Table.Columns {
		c := &tr.Table.Columns[j]
		named := c.NamesGroup()
		switch {
		case j == p.Target.Column:
		case c.TellsWhen():
			time = cmp.Or(time, c.Name)
		case named || c.Kind == dataset.Categorical || c.Kind == dataset.Text:
			found := sharing(usable, c)
			if found.values < fewestGroups || !named && found.values < manyGroups || found.rows < rowsPerGroup*float64(found.values) ||
				!found.surely() {
				continue
			}
			if best == nil || found.values > best.Values {
				best = &protocol.ProposedSplit{Split: protocol.Split{Group: c.Name}, Values: found.values, Reason: found.reason(c.Name)}
			}
		}
	}
	if best == nil && time != "" {
		const reason = "column %q says when a row was recorded: only a split by time tests on rows that are later than the training rows"
		best = &protocol.ProposedSplit{Split: protocol.Split{Time: time}, Reason: fmt.Sprintf(reason, time)}
	}
	return best
}

// shared measures how often two rows with the same value of a column have the same class.
type shared struct {
	values       int
	rows         float64 // with a value
	same, chance float64 // share of pairs with the same class: among pairs of rows with the same value, and among all pairs
}

// sharing measures a column on rows with a value.
func sharing(rows prepare.Subset, c *dataset.Column) (s shared) {
	type cell struct {
		group int32
		class int
	}
	sizes, counts, all := map[int32]int{}, map[cell]int{}, map[int]int{}
	for i, group := range c.Groups(rows.Rows) {
		if group >= 0 {
			sizes[group]++
			counts[cell{group, rows.Class(i)}]++
			all[rows.Class(i)]++
			s.rows++
		}
	}
	s.values = len(sizes)
	pairs, same, any := 0, 0, 0 // integers, so that the order of the maps does not matter
	for _, n := range sizes {
		pairs += n * (n - 1)
	}
	for _, n := range counts {
		same += n * (n - 1)
	}
	for _, n := range all {
		any += n * (n - 1)
	}
	s.same, s.chance = float64(same)/float64(max(pairs, 1)), float64(any)/math.Max(s.rows*(s.rows-1), 1)
	return s
}

// surely reports whether rows of the same value share their class more often than chance explains.
func (s shared) surely() bool {
	return (s.same-s.chance)/surelySharing > math.Sqrt(float64(s.chance*(1-s.chance))/s.rows)
}

// reason says why a column looks like one of groups.
func (s shared) reason(name string) string {
	return fmt.Sprintf("column %q has %s values with %.1f rows each on average, and two rows of the same value have the same class in "+
		"%.0f%% of cases, "+
		"by chance %.0f%%: a random split tests on rows whose %s it has seen", name, protocol.Grouped(s.values), s.rows/float64(s.values),
		100*s.same, 100*s.chance, name)
}
