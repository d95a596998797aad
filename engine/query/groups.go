package query

import (
	"drnet/engine/bitmat"
	"drnet/engine/eval"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
)

// ByGroup compares the predictions of a model for groups of rows.
func (q *Querier) ByGroup(j prepare.Job, r protocol.ByGroup) (protocol.Event, error) {
	m, split, _, err := q.memberSplit(j, r.Model, r.MultiClass)
	if err != nil {
		return nil, err
	}
	of := protocol.Selection{Model: m, MultiClass: r.MultiClass}
	sel := selection{of: of}
	if err := split.encode(j, sel.sets()...); err != nil {
		return nil, err
	}
	out := protocol.GroupsCompared{Part: protocol.TestRows}
	d := partition{encodedRows: split.test}
	if split.test == nil || r.Part == protocol.TrainingRows {
		d.encodedRows, out.Part = split.train, protocol.TrainingRows
		if !split.same {
			out.Part = protocol.AllRows
		}
	}
	if err := d.predict(j, of); err != nil {
		return nil, err
	}
	groupings, err := prepare.GroupBy(split.train.Table, nil, r.Columns)
	if err != nil {
		return nil, err
	}
	for _, grouping := range groupings {
		groups, err := d.groups(of, grouping)
		if err != nil {
			return nil, err
		}
		groups.Compare()
		out.Groups = append(out.Groups, groups)
	}
	return out, nil
}

// groups counts the predictions for the rows of each group, and the rows that each rule covers.
func (d *partition) groups(of protocol.Selection, by prepare.Grouping) (eval.Groups, error) {
	out, group, err := by.Groups(d.Table, d.Rows)
	if err != nil {
		return out, err
	}
	positive := d.yes
	if of.MultiClass != nil {
		positive = make([]uint64, len(d.yes))
		for i := range d.Rows {
			if answer, _ := d.says(of, i); answer == of.Model.Positive {
				bitmat.Set(positive, i)
			}
		}
	}
	out.Count(group, positive, d.Bits.Truth())
	if of.MultiClass != nil && !of.MultiClass.Listed() {
		return out, nil
	}
	out.Numbers = of.Numbers()
	for i := range out.List {
		g := &out.List[i]
		g.Covered, g.Alone = make([]int, len(d.rules)), make([]int, len(d.rules))
	}
	for k := range d.rules {
		bitmat.EachBit(d.rules[k], func(i int) { out.List[group[i]].Covered[k]++ })
		bitmat.EachBit(d.alone[k], func(i int) { out.List[group[i]].Alone[k]++ })
	}
	return out, nil
}
