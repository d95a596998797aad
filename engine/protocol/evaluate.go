package protocol

import (
	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/eval"
)

// Evaluate asks how well rules are learnt from the table, by cross validation, and what shorter rules cost. Each of its
// units is a training with everything fitted anew, on its own training rows. It is answered by Evaluating, FoldResult and
// Evaluated, or by Refused; one that is stopped is refused too.
type Evaluate struct {
	// Train is what all settings start from. Its Split names the outer folds, by Parts or by Folds; each is tested once. A
	// Share beside Parts is kept out of all folds, to test the models of Whole on, and so is a test table.
	Train
	// Settings are tried one by one. None means that the training's own are.
	Settings []Setting `json:"settings,omitempty"`
	// Inner, from 2 to 256, is the number of folds that the training rows of each outer fold are dealt out to again. The
	// setting that answers these best is chosen for the outer fold, whose rows have no say in it. Zero chooses nothing.
	Inner int `json:"inner,omitempty"`
	// Whole learns a model with each setting from the training rows of all folds.
	Whole bool `json:"whole,omitempty"`
	// Unit, from 1 to Of, is the share of the units that is done here: those whose number has Unit-1 as the rest of a division by Of.
	// Both are 0 for all units.
	Unit int `json:"unit,omitempty"`
	Of   int `json:"of,omitempty"`
	// Program says who asks, for the record. The parts of different programs are not put together.
	Program string `json:"program,omitempty"`
}

// Setting is what an evaluation varies. A zero field, or nil, keeps the value of the request.
type Setting struct {
	Lambda1 *float64        `json:"lambda1,omitempty"`          // see drnet.Config
	Refine  float64         `json:"refine,omitempty"`           // see Train
	Method  binarize.Method `json:"threshold_method,omitempty"` // see binarize.Options
	Learner string          `json:"learner,omitempty"`          // see Train
	Tune    float64         `json:"tune,omitempty"`             // see Train
}

// Apply returns the training with the setting.
func (s Setting) Apply(r Train) Train {
	if s.Lambda1 != nil {
		r.Network.Lambda1 = s.Lambda1
	}
	if s.Refine != 0 {
		r.Refine = s.Refine
	}
	if s.Method != "" {
		r.Encoding.Method = s.Method
	}
	if s.Learner != "" {
		r.Learner = s.Learner
	}
	if s.Tune != 0 {
		r.Tune = s.Tune
	}
	return r
}

// Unit is what became of one training of an evaluation, with all of its restarts. Units are numbered from 0: those of the
// first outer fold, then of the second and so on, and then those of Whole. Of an outer fold, those tested on the fold itself
// come first, then those of its first inner fold, and so on. Within each of these there is one for every setting, in order.
type Unit struct {
	Number   int          `json:"unit"`
	Fold     int          `json:"fold"`      // the outer fold that is kept out, from 0; -1 if none is
	Inner    int          `json:"inner"`     // the inner fold that is kept out too, and tested on; -1 if none is
	Setting  int          `json:"setting"`   // place among the settings, from 0
	Rows     int          `json:"rows"`      // trained on
	TestRows int          `json:"test_rows"` // tested on
	Features int          `json:"features"`
	Network  drnet.Config `json:"network"` // with all defaults filled in for these rows
	Steps    int          `json:"steps"`   // made, in all restarts
	// Scores says how the rules fare on the rows tested on, nil without any.
	Scores *eval.Fold `json:"scores,omitempty"`
	// Seconds are from the choice of its rows to its rules, 0 if nobody looked at a clock. Nothing else differs between
	// two runs of the same unit.
	Seconds float64 `json:"seconds,omitempty"`
	// Model or MultiClass is what was learnt for Whole; both are nil for other units.
	Model      *Model      `json:"model,omitempty"`
	MultiClass *MultiClass `json:"classes,omitempty"`
}

// PartSchema names the form of a Part. A newer form gets a new number.
const PartSchema = "drnet.eval.part/1"

// Part holds the results of some units of an evaluation. Parts that have each unit once are the whole of it.
type Part struct {
	Schema  string      `json:"schema"`
	Version int         `json:"version"` // of the protocol that the engine speaks
	Table   Fingerprint `json:"table"`
	// Request is what was asked, with the positive class and the encoding's defaults filled in, and without Folds, Unit
	// and Of.
	Request Evaluate `json:"request"`
	Folds   int      `json:"folds"` // outer ones
	Units   []Unit   `json:"units"` // by number, ascending
}

// Fingerprint tells tables apart, without a value of theirs.
type Fingerprint struct {
	Rows    int    `json:"rows"` // that can be used
	Columns int    `json:"columns"`
	Hash    string `json:"hash"` // of the columns' names and kinds, the labels and the folds of the rows
}

// Evaluating says how far an evaluation is.
type Evaluating struct {
	Done  int     `json:"done"`  // units
	Of    int     `json:"of"`    // units
	Share float64 `json:"share"` // of the whole work, by training steps, from 0 to 1
}

// FoldResult says what became of a unit, but for its model.
type FoldResult struct {
	Unit Unit `json:"unit"`
}

// Evaluated answers Evaluate. It is final. If only a share of the units was asked for, it holds no more than the Part.
type Evaluated struct {
	Part
	Results []SettingResult `json:"tried,omitempty"` // one for each setting
	// Nested says how rules fare if the setting is chosen by the inner folds, nil without any.
	Nested *Nested `json:"nested,omitempty"`
}

// SettingResult says how a setting fares.
type SettingResult struct {
	Setting      Setting     `json:"setting"`
	eval.Summary             // over the outer folds
	Chosen       int         `json:"chosen,omitempty"`  // the number of outer folds for which it was chosen
	Model        *Model      `json:"model,omitempty"`   // of Whole
	MultiClass   *MultiClass `json:"classes,omitempty"` // of Whole, if there are many
}

// Nested says how rules fare whose setting is chosen anew in each outer fold, by its training rows alone.
type Nested struct {
	eval.Summary          // over the outer folds
	Choices      []Choice `json:"choices"` // one for each outer fold
}

// Choice is a setting that was chosen by inner folds: the one with the highest mean accuracy, of equals the one with the lowest
// mean complexity, and of equals the first.
type Choice struct {
	Setting    int     `json:"setting"`    // place among the settings, from 0
	Accuracy   float64 `json:"accuracy"`   // mean over the inner folds
	Complexity float64 `json:"complexity"` // mean over the inner folds
}

func (Evaluate) request() string { return "evaluate" }
func (Evaluating) event() string { return "evaluating" }
func (FoldResult) event() string { return "measured" }
func (Evaluated) event() string  { return "evaluated" }
