package train

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
)

// PlannedRun is a run that is ready to start.
type PlannedRun struct {
	Unit     // Train and Test are set when the rows are encoded
	Target   *dataset.Target
	notes    []string       // assumptions, as sentences
	Tried    []string       // choices made by trials before the run, as sentences
	Rows     prepare.Subset // training rows
	TestRows prepare.Subset // test rows
	groups   []int32        // group of each of Rows, its rank in a split by time; nil if the rows are independent
	Started  protocol.Started
	balanced *protocol.BalancedEstimate
}

// PlanOn prepares a run, except for encoding the rows. Choice selects the training and the test rows.
func (tr *Trainer) PlanOn(
	j prepare.Job, r protocol.Train, choice func(_ *dataset.Target, columns []int, _ protocol.Split) (prepare.Parts, error),
) (*PlannedRun, error) {
	if err := tr.Check(r); err != nil {
		return nil, err
	}
	target, kept, columns, err := tr.Labelled(&r)
	if err != nil {
		return nil, err
	}
	if err := j.Prepare(protocol.Fitting, 0, len(columns)); err != nil {
		return nil, err
	}
	split, err := choice(kept, columns, r.Split)
	if err != nil {
		return nil, err
	}
	usable, err := prepare.Labeled(tr.Table, kept).Weighed(r.Weight)
	if err != nil {
		return nil, err
	}
	p := &PlannedRun{
		Unit: Unit{
			Request: r, Watch: r.Watch,
			Head: rule.Model{Target: target.Name, Positive: target.Positive, Negative: target.Negative},
		}, Target: target, Rows: usable.At(split.Train), TestRows: usable.At(split.Test), groups: split.Groups,
	}
	p.Request.Watch = false
	if p.Request.Restarts == 1 {
		p.Request.Restarts = 0 // page and command write the default differently; the model files must be equal
	}
	if p.Request.Refine == rule.LowPrice {
		p.Request.Refine = refine.LowPrice(len(p.Rows.Rows))
	}
	if err := p.Rows.Trainable(target.Name); err != nil {
		return nil, err
	}
	if err := tr.encode(j, p, columns); err != nil {
		return nil, err
	}
	if tr.Test != nil {
		if p.TestRows, p.notes, err = tr.TestSample(p.Request, target, p.Head.Encoder); err != nil {
			return nil, err
		}
	}
	if err := p.TestRows.Measurable(); err != nil {
		return nil, err
	}
	p.notes = slices.Concat(target.Notes, p.notes, prepare.GroupNotes(tr.Table, r.Encoding.Codebook),
		prepare.WeightNotes(r, p.Rows, p.TestRows))
	p.start(len(target.Rows) - len(kept.Rows))
	tr.describeSplit(p)
	tr.helpers(p)
	return p, nil
}

// encode fits the encoder of a run, with derived columns if the request has them, or if it tries them and they are better.
func (tr *Trainer) encode(j prepare.Job, p *PlannedRun, columns []int) (err error) {
	encoding := &p.Request.Encoding
	if encoding.Derived == binarize.TryDerived {
		if encoding.Derived, err = p.tryDerived(j, columns); err != nil {
			return err
		}
	}
	p.Head.Encoder, err = tr.fit(j, p, columns, *encoding)
	return err
}

// Check rejects settings that are out of range. It returns an error if no table is loaded.
func (tr *Trainer) Check(r protocol.Train) error {
	if tr.Table == nil {
		return prepare.ErrNoTable
	}
	return cmp.Or(r.Network.Validate(), r.Encoding.Validate(), checkLearner(r), afterwards(r), tr.boundable(r))
}

// Labelled returns the target, its usable rows, and the columns available as features. It returns an error if the
// request names a column or a class that the table lacks.
func (tr *Trainer) Labelled(r *protocol.Train) (target, kept *dataset.Target, columns []int, err error) {
	if target, err = tr.Target(*r); err != nil {
		return nil, nil, nil, err
	}
	if err := weigh(r, target); err != nil {
		return nil, nil, nil, err
	}
	if err := tr.required(*r); err != nil {
		return nil, nil, nil, err
	}
	if columns, err = tr.Columns(target.Column, *r); err != nil {
		return nil, nil, nil, err
	}
	kept = tr.Kept(target, columns, *r)
	return target, kept, columns, tr.CheckWeight(*r, kept)
}

// afterwards rejects invalid settings of the stages after training.
func afterwards(r protocol.Train) error {
	const mostConditions = 1000 // longer rules are unreadable
	switch {
	case !rule.ValidPrice(r.Refine) && r.Refine != rule.NoPrice && r.Refine != rule.LowPrice:
		return protocol.BadSettingf("choose a share of the rows from 0 to 1, such as 0.0003, or a number of rows from 2 on",
			"the minimum gain per condition is %v", r.Refine)
	case r.MaxConditions < 0 || r.MaxConditions > mostConditions:
		return protocol.BadSettingf(fmt.Sprintf("choose a number from 1 to %d", mostConditions),
			"the maximum conditions per rule are %d", r.MaxConditions)
	case r.Restarts < 0 || r.Restarts > protocol.MaxRestarts:
		return protocol.BadSettingf(fmt.Sprintf("choose a number from 1 to %d", protocol.MaxRestarts),
			"%d restarts requested", r.Restarts)
	case r.Classes != "" && r.Classes != protocol.ClassesEach && r.Classes != protocol.ClassesCodes:
		return protocol.BadSettingf("choose each or codes", "unknown multiclass strategy %q", r.Classes)
	case !slices.Contains([]rule.Combination{rule.AnyRule, rule.SomeRules, rule.AutoForm}, r.Form):
		return protocol.BadSettingf("choose any, votes or auto", "unknown rule form %q", r.Form)
	case r.Form == rule.SomeRules && (r.Classes != "" || r.Refine != 0 || r.Network.Weight != 0 || len(r.ClassWeights)+len(r.Require) > 0):
		return protocol.BadSettingf("choose one class (-positive) and pruning by cross-validation (-refine auto), and leave class weights and "+
			"required columns out", "several rules must hold, which is learned under these settings only")
	case r.Weight != "" && r.Form == rule.SomeRules:
		return protocol.BadSettingf("choose rules of which one must hold",
			"rules of which several must hold are not learned with weights of rows")
	case r.Classes == "" && len(r.Order) > 0:
		return protocol.BadSettingf("train one rule set per class", "a class order needs one rule set per class")
	case r.Classes != "" && r.Positive != "":
		return protocol.BadSettingf("choose one of the two", "the positive class %q excludes one rule set per class", r.Positive)
	case r.Decision != nil && (r.Classes != "" || isBaseline(r)):
		return protocol.BadSettingf("choose a positive class and DR-Net",
			"a threshold needs probabilities, which only rules of two classes by DR-Net have")
	case r.Decision != nil:
		return decidable(*r.Decision)
	}
	return nil
}

// decidable rejects an invalid decision. Its threshold may be 0: then the run chooses it.
func decidable(d rule.Decision) error {
	if d.Threshold == 0 {
		d.Threshold = max(d.AskFrom, math.SmallestNonzeroFloat64)
	}
	if err := d.Validate(); err != nil {
		return protocol.BadSettingf("choose probabilities from 0 to 1 and costs from 0 on", "%s", protocol.Plain(err))
	}
	return nil
}

// start completes the settings and the Started event.
func (p *PlannedRun) start(dropped int) {
	asked, rows := p.Request, len(p.Rows.Rows)
	r := &p.Request
	if Reviews(asked) {
		features := p.Head.Encoder.Bits()
		r.Network.Steps = refinedSteps(asked.Network.Complete(rows).Steps, features)
		r.Network.Review = cmp.Or(asked.Network.Review, review(features))
	}
	r.Network = r.Network.Complete(rows)
	r.Positive, r.Encoding, r.Split.Folds = p.Target.Positive, asked.Encoding.Complete(), nil
	p.Configure(p.Rows.Truth())
	p.Started = protocol.Started{
		Rows: rows, TestRows: len(p.TestRows.Rows), Features: p.Head.Encoder.Bits(), Network: r.Network, Notes: p.notes,
		Unnamed: p.Target.Unlabelled, Dropped: dropped, Positive: p.Target.Positive, Negative: p.Target.Negative,
	}
	if asked.Network.Batch > r.Network.Batch {
		p.Started.Asked = asked.Network.Batch
	}
	judged := p.Rows
	if len(p.TestRows.Rows) > 0 {
		judged = p.TestRows
	}
	p.Started.Majority = judged.Majority()
	if names := p.Target.Classes; names != nil {
		rows, held := p.Rows.PerClass(len(names)), p.TestRows.PerClass(len(names))
		for i, name := range names {
			p.Started.Classes = append(p.Started.Classes, protocol.ClassCount{Name: name, Rows: rows[i], Test: held[i]})
		}
		p.Started.Notes = append(slices.Clone(p.notes), FewRows(p.Started.Classes)...)
	}
}

// FewRows names the classes with very few training rows.
func FewRows(classes []protocol.ClassCount) (notes []string) {
	const few = 10 // even perfect precision may be chance
	for _, c := range classes {
		switch {
		case c.Rows == 0 && c.Test > 0:
			notes = append(notes, fmt.Sprintf("%q lacks training rows: it is never predicted, and its %s misclassified",
				c.Name, protocol.Plural(c.Test, "test row is", "test rows are")))
		case c.Rows == 0:
			notes = append(notes, fmt.Sprintf("%q lacks training rows: it is never predicted", c.Name))
		case c.Rows < few:
			notes = append(notes, fmt.Sprintf("%q has only %s: its rules may be due to chance",
				c.Name, protocol.Plural(c.Rows, "training row", "training rows")))
		}
	}
	return notes
}

// Units returns the number of units of the run: rule sets for a multiclass target, otherwise restarts.
func (p *PlannedRun) Units() int {
	switch {
	case p.Target.Classes == nil:
		return p.Request.Restarts
	case p.Request.Classes == protocol.ClassesCodes:
		return len(rule.Codes(len(p.Target.Classes))[0])
	}
	return len(p.Target.Classes)
}

// AddNumbers adds the numeric columns to a unit whose learner finds thresholds itself.
func (p *PlannedRun) AddNumbers() {
	if l, _ := protocol.LearnerOf(p.Request.Learner); !l.Numbers {
		return
	}
	p.Train.Numbers = p.numbers(p.Rows)
	if p.Test.X != nil {
		p.Test.Numbers = p.numbers(p.TestRows)
	}
}

// numbers returns the columns with thresholds, as protocol.Bits.Numbers has them. Missing cells have the fill, if there is one.
func (p *PlannedRun) numbers(from prepare.Subset) [][]float64 {
	var out [][]float64
	for _, c := range p.Head.Encoder.Columns {
		if len(c.Thresholds) == 0 {
			continue
		}
		fill, filled := dataset.ParseNumber(c.Fill)
		column, numbers := p.Head.Encoder.In(&c, from.Table), make([]float64, len(from.Rows))
		for i, row := range from.Rows {
			numbers[i] = column.Number(int(row))
			if filled && math.IsNaN(numbers[i]) {
				numbers[i] = fill
			}
		}
		out = append(out, numbers)
	}
	return out
}

// helpers sets the number of workers that run units in parallel, and their memory, if tr.Workers can tell it.
func (tr *Trainer) helpers(p *PlannedRun) {
	crew, ok := tr.Workers.(interface {
		Helpers(n int, each int64) int // for n units that need `each` bytes
	})
	n := p.Units()
	if !ok || n < 2 {
		return
	}
	started := &p.Started
	each := protocol.UnitMemory(started.Rows+started.TestRows, started.Features, started.Network.Rules)
	if started.Helpers = crew.Helpers(n, each); started.Helpers > 0 {
		started.HelperMemory = int64(started.Helpers) * each
	}
}

// weigh converts named class weights into the ratio in Network.Weight.
func weigh(r *protocol.Train, target *dataset.Target) error {
	switch {
	case len(r.ClassWeights) == 0:
		return nil
	case r.Network.Weight != 0:
		return protocol.BadSettingf("leave one of them out", "class weights are given by name and as a ratio")
	}
	of, hint := map[string]float64{}, fmt.Sprintf("the classes are %q", target.Classes)
	if target.Classes == nil {
		of[target.Positive], of[target.Negative] = 1, 1
		hint = fmt.Sprintf("the classes are %q and %q", target.Positive, target.Negative)
	}
	for _, class := range slices.Sorted(maps.Keys(r.ClassWeights)) {
		_, known := of[class]
		switch w := r.ClassWeights[class]; {
		case !known && !slices.Contains(target.Classes, class):
			return protocol.BadSettingf(hint, "a weight is given for the unknown class %q", class)
		// The squares bound the ratio of any two weights.
		case target.Classes != nil && !(w*w >= drnet.LeastWeight && w*w <= drnet.MostWeight):
			return protocol.BadSettingf("choose numbers above 0 that are not too far apart",
				"the weight of the class %q is %v", class, w)
		default:
			of[class] = w
		}
	}
	if target.Classes != nil { // each rule set applies the weights itself
		return nil
	}
	ratio := of[target.Positive] / of[target.Negative]
	if !(ratio >= drnet.LeastWeight && ratio <= drnet.MostWeight) { // the negated form also rejects NaN
		return protocol.BadSettingf("choose numbers above 0 that are not too far apart",
			"the weights of the classes are %v and %v", of[target.Positive], of[target.Negative])
	}
	r.Network.Weight, r.ClassWeights = ratio, nil
	return nil
}

// required rejects required columns that are missing, ignored or the target, and groups of values of the target.
func (tr *Trainer) required(r protocol.Train) error {
	if len(r.Encoding.Codebook[r.Target].Groups) > 0 {
		return protocol.BadSettingf("leave its groups out, or group the values in the table",
			"values of the target %q cannot be grouped: the rules predict them", r.Target)
	}
	for _, name := range r.Require {
		switch {
		case tr.Table.Column(name) < 0:
			return tr.Table.NoColumn(name)
		case name == r.Target:
			return protocol.BadSettingf("require another column", "the target %q cannot be required", name)
		case name == r.Split.Group:
			return protocol.BadSettingf("require another column", "the column %q divides the rows, so that no rule can use it", name)
		case name == r.Weight:
			return protocol.BadSettingf("require another column", "the column %q weighs the rows, so that no rule can use it", name)
		case slices.Contains(r.Ignore, name):
			return protocol.BadSettingf("leave out one of the two", "the column %q is both required and ignored", name)
		}
	}
	return nil
}

// Unheeded names the requested rule constraints that the rules violate, with the reason.
func (u *Unit) Unheeded(status drnet.Status, set rule.Set) []string {
	var notes []string
	unenforced := "only refining enforces it, and the rules were not refined"
	if status == drnet.Stopped {
		unenforced = "only refining enforces it, and the run was stopped before"
	}
	for _, g := range u.limits.Missing(set) {
		why := unenforced
		if len(u.limits.Required[g]) == 0 || u.Request.Refine != rule.NoPrice && status != drnet.Stopped {
			why = "it does not separate the training rows"
		}
		notes = append(notes, fmt.Sprintf("no rule uses the required column %q: %s", u.Request.Require[g], why))
	}
	if n := u.limits.TooLong(set); n > 0 {
		notes = append(notes, fmt.Sprintf("%s more than %s: %s", protocol.Plural(n, "rule has", "rules have"),
			protocol.Plural(u.limits.MaxConditions, "condition", "conditions"), unenforced))
	}
	return notes
}

// Planned answers Plan.
func (tr *Trainer) Planned(j prepare.Job, r protocol.Plan) (protocol.Event, error) {
	if r.Encoding.Derived == binarize.TryDerived {
		r.Encoding.Derived = binarize.NotDerived // trying takes long
	}
	p, err := tr.PlanOn(j, r.Train, tr.Split)
	if err != nil {
		return nil, err
	}
	out := protocol.Planned{Started: p.Started}
	if out.Associations, err = tr.associations(j, p); err != nil {
		return nil, err
	}
	if out.Repeats, err = tr.repeats(p, r.Train); err != nil {
		return nil, err
	}
	encoded, parts := map[string]*binarize.EncodedColumn{}, map[string][]*binarize.EncodedColumn{}
	for i := range p.Head.Encoder.Columns {
		c := &p.Head.Encoder.Columns[i]
		encoded[c.Name] = c
		if c.Derived.IsDate() {
			parts[c.Derived.Of[0]] = append(parts[c.Derived.Of[0]], c)
		}
	}
	for _, a := range out.Associations {
		c := encoded[a.Name]
		if c == nil {
			continue
		}
		column := planning(c, a, len(p.Rows.Rows))
		for _, part := range parts[a.Name] {
			column.Features += part.Bits()
			column.Parts = append(column.Parts, part.Name)
		}
		out.Columns = append(out.Columns, column)
	}
	if r.Trial {
		if out.Seconds, err = tr.trial(j, p); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// planning describes the features of a column; rows is the number of rows to train on.
func planning(c *binarize.EncodedColumn, a binarize.Association, rows int) protocol.Planning {
	p := protocol.Planning{
		Name: c.Name, Features: c.Bits(), Thresholds: slices.Clone(c.Thresholds), Values: len(c.Values), Missable: c.Missable,
	}
	if len(c.Values) > 0 && c.Other == "" {
		p.Others = max(a.Values-len(c.Values), 0)
	}
	if 2*a.Missing > rows {
		p.Notes = []string{fmt.Sprintf("missing on %d of %d training rows", a.Missing, rows)}
	}
	return p
}

const (
	trialSeconds = 0.2
	warmSeconds  = 0.05          // warm-up, while the browser still compiles the program
	trialRows    = 40_000        // fill the largest default batch; more rows do not make a step slower
	endless      = 1_000_000_000 // exceeds the steps of any trial, so that no step takes a snapshot
)

// trial trains briefly on some of the rows, and estimates the time in seconds that all networks need up to the first review, which ends
// most runs. It returns 0 without a clock. The network is discarded.
func (tr *Trainer) trial(j prepare.Job, p *PlannedRun) (float64, error) {
	if tr.Clock == nil {
		return 0, nil
	}
	some := p.Rows.First(trialRows)
	if some.Classes != nil { // the rows are the same for each class
		some.Positives = some.Where(func(class int) bool { return class == 0 })
	}
	u := p.Unit
	var err error
	if u.Train, err = some.Encode(j, p.Head.Encoder, nil); err != nil {
		return 0, err
	}
	// Disable snapshots: early ones take much longer than later ones, when few rules remain.
	c := u.config
	c.Batch, c.Epochs, c.Steps, c.Simplify = min(c.Batch, len(some.Rows)), 0, endless, nil
	ctx, cancel := context.WithCancel(j.Ctx)
	defer cancel()
	var warm, now float64 // seconds
	var warmed, made int  // steps
	began := tr.Clock()
	drnet.Train(ctx, c, u.Train.X, u.Train.Labels, func(step drnet.StepReport) {
		now, made = tr.Clock()-began, step.Step
		if warmed == 0 && now >= warmSeconds {
			warm, warmed = now, made
		}
		if now >= trialSeconds {
			cancel()
		}
		j.Emit(protocol.Preparing{Stage: protocol.Trying, Done: made, Of: u.config.Steps})
	})
	if made == warmed { // a single step exceeded the trial
		warm, warmed = 0, 0
	}
	atOnce := max(p.Started.Helpers, 1)
	rounds := (max(p.Units(), 1) + atOnce - 1) / atOnce // of networks that train at the same time
	if p.Target.Classes != nil {
		rounds *= max(p.Request.Restarts, 1)
	}
	return (now - warm) / float64(made-warmed) * float64(u.config.NextReview(0)) * float64(rounds), j.Ctx.Err()
}
