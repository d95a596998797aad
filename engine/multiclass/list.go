package multiclass

import (
	"cmp"
	"context"
	"math"

	"drnet/engine/bitmat"
	"drnet/engine/eval"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
	"drnet/engine/train"
)

// listed reports whether the rules of all classes are refined together as a single decision list. With a class order or required columns,
// each set is refined alone.
func listed(r protocol.Train) bool {
	return r.Classes == protocol.ClassesEach && r.Refine != rule.NoPrice && len(r.Order) == 0 && len(r.Require) == 0
}

// refineList replaces the rules of all classes by a decision list, found by a search that starts from them. If the search is stopped too
// early, it keeps the rules.
func refineList(j prepare.Job, p *train.PlannedRun, c *protocol.MultiClass, members []*train.Unit) {
	rows := refine.ClassRows{X: p.Train.X, Labels: p.Rows.Classes, Weights: rowWeights(p, c.Names), Groups: p.Train.Groups}
	if p.Request.Split.Time != "" {
		rows.Groups, rows.Times = nil, rows.Groups
	}
	if weights := p.Train.Weights; weights != nil { // the search of a list only supports weights of classes, so draw rows instead
		drawn := train.DrawnRows(weights)
		if rows.Groups == nil && rows.Times == nil {
			rows.Groups = bitmat.Indexes[int32](len(weights)) // keep copies of a row in one fold
		}
		rows = rows.Pick(drawn)
	}
	searched := rows
	most := refine.MaxRows(rows.X.Cols)
	if rows.X.Rows > most {
		searched = rows.Pick(refine.SampleRows(rows.X.Rows, most))
	}
	chooseDefault(p, c)
	start := refine.List{Default: c.Default}
	for _, at := range c.Places() {
		start.Rules = append(start.Rules, refine.ListRule{Rule: c.Members[at.Set].Rules[at.Rule], Class: at.Set})
	}
	r := refine.Refiner{Price: p.Request.Refine, Limits: p.Request.Limits(c.Encoder)}
	r.Observe = func(done, of int) { j.Emit(protocol.Preparing{Stage: protocol.Refining, Done: done, Of: of}) }
	found := r.RefineList(j.Ctx, start, searched)
	if found.Interrupted {
		return
	}
	if r.Price = found.Price; rows.X.Rows > most {
		found.List = r.PruneList(context.WithoutCancel(j.Ctx), found.List, rows)
	}
	c.Default = found.List.Default
	for _, m := range c.Members {
		m.Rules, m.Marks = rule.Set{}, nil
	}
	for k, r := range found.List.Rules {
		m := c.Members[r.Class]
		m.Rules, m.Marks = append(m.Rules, r.Rule), append(m.Marks, rule.Mark{Place: k + 1})
	}
	for i, m := range c.Members {
		m.Learned.Refined = &protocol.Refined{Outcome: memberOutcome(c, i, m, members[i], c.Sets()), Price: found.Price}
	}
}

// rowWeights returns the weight of a row by its class, scaled so that the weighted mean over the rows is 1.
func rowWeights(p *train.PlannedRun, names []string) []float64 {
	weights, rows := make([]float64, len(names)), p.Rows.WeightPerClass(len(names))
	sum, all := 0., 0.
	for class, name := range names {
		weights[class] = 1
		if w, ok := p.Request.ClassWeights[name]; ok {
			weights[class] = w
		}
		if p.Request.Network.Weight == rule.Balanced && rows[class] > 0 {
			weights[class] = 1 / rows[class]
		}
		sum, all = sum+float64(weights[class]*rows[class]), all+rows[class]
	}
	for class := range weights {
		weights[class] *= all / sum
	}
	return weights
}

// Cover returns the coverage of rules of one class of a decision list, at the places of their marks. Alone has the rows that reach the
// rule and whose predicted class would change without it. The rules and the sets of the model are over the columns of x.
func Cover(c *protocol.MultiClass, class int, rules rule.Set, marks []rule.Mark, sets []rule.Set, x *bitmat.Matrix) eval.Coverage {
	cover := eval.Cover(rules, 1, x)
	if !c.Listed() || len(marks) != len(rules) {
		return cover
	}
	list := c.Places()
	pass := c.Passage(class, sets, list, x)
	for k, mark := range marks {
		place, before := cmp.Or(mark.Place, math.MaxInt), len(list)
		for before > 0 && rule.Place(c.Marks(), list[before-1]) >= place {
			before--
		}
		behind := before
		if behind < len(list) && rule.Place(c.Marks(), list[behind]) == place {
			behind++
		}
		cover.Reach = append(cover.Reach, pass.Reach[before])
		bitmat.And(cover.Covered[k], cover.Covered[k], pass.Reach[before])
		bitmat.AndNot(cover.Alone[k], cover.Covered[k], pass.Same[behind])
	}
	return cover
}

// memberOutcome returns the size and the scores of one set of the model on the rows of a unit. Sets has the sets of all classes, over the
// columns of the rows.
func memberOutcome(c *protocol.MultiClass, class int, m *protocol.Model, u *train.Unit, sets []rule.Set) protocol.Outcome {
	return u.OutcomeBy(sets[class], func(set rule.Set, x *bitmat.Matrix) eval.Coverage {
		return Cover(c, class, set, m.Marks, sets, x)
	})
}
