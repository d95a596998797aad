package protocol

import (
	"cmp"
	"fmt"
	"io"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/rule"
)

// Hello opens the connection. The answer is Welcome, or Refused if the versions differ.
type Hello struct {
	Version int `json:"version"`
}

// Load reads a table, which replaces the current one. The answer is Loaded, or Refused, which keeps the current table.
type Load struct {
	Sample  string          `json:"sample,omitempty"` // name of a built-in table; "" means File
	Name    string          `json:"name,omitempty"`   // of the file, for display
	Size    int64           `json:"size,omitempty"`   // of the file in bytes, 0 if unknown
	Options dataset.Options `json:"options"`          // override the detected options
	Test    bool            `json:"test,omitempty"`   // load a test table, in addition to the training table
	// Trained describes the training table of a model, so that this table is read the same way; nil without a model.
	Trained *dataset.Trained `json:"trained,omitempty"`
	Cells   [][2]int         `json:"cells,omitempty"` // single cells to return: pairs of data row and column from 0
	Append  io.Reader        `json:"-"`               // a file with the same columns whose rows are appended; nil for none; sent separately
	File    io.Reader        `json:"-"`               // the bytes to read, sent separately; it may have a method Digest for these
}

// Plan requests the setup of a run: the features and their thresholds. The answer is Planned or Refused.
type Plan struct {
	Train
	Trial bool `json:"trial,omitempty"` // request Planned.Seconds, in about a fifth of a second; it needs a clock
}

// Train learns rules for a column of the table. The answer is Started, Progress and Trained, or Refused.
type Train struct {
	Target   string `json:"target"`             // name of the target column
	Positive string `json:"positive,omitempty"` // the positive class; "" means the rarer value
	Classes  string `json:"classes,omitempty"`  // strategy for several classes, ClassesEach or ClassesCodes, with Positive ""
	// Order ranks the classes whose rules win when rules of several classes fire, first class first. Unnamed classes come
	// last. Without Order, the rule with the highest training precision wins. See rule.Classes.
	Order    []string            `json:"order,omitempty"`
	Ignore   []string            `json:"ignore,omitempty"` // columns to exclude from the features
	Encoding binarize.FitOptions `json:"encoding"`
	Network  drnet.Config        `json:"network"`
	Split    Split               `json:"split"`
	// Weight names a column with the weights of the rows, numbers from 0, for training and all measures; "" weighs all rows the same.
	// Only the ratios of weights matter. Rules cannot use the column. Models predict without weights.
	Weight string `json:"weight,omitempty"`

	// Refine is the minimum gain per rule or condition in refinement: up to rule.MaxPrice a share of the training rows, from
	// rule.LeastRows on a number of rows. Zero is rule.AutoPrice, and rule.NoPrice disables refinement. The request in a model has the
	// number of rows that rule.LowPrice stood for.
	Refine float64 `json:"refine,omitempty"`
	// Form is how rules of two classes combine: rule.AnyRule, rule.SomeRules or rule.AutoForm.
	Form     rule.Combination `json:"form,omitempty"`
	Restarts int              `json:"restarts,omitempty"` // pooled runs with consecutive seeds, at most MaxRestarts; 0 means 1

	// ClassWeights are positive row weights by class; other classes have weight 1. Only their ratio matters: a run stores
	// it in Network.Weight, which must be unset.
	ClassWeights map[string]float64 `json:"class_weights,omitempty"`
	// Require names columns that at least one rule must use. MaxConditions limits the conditions per rule; zero means no
	// limit. Refinement enforces both. Without refinement, Trained reports violations.
	Require       []string `json:"require,omitempty"`
	MaxConditions int      `json:"max_conditions,omitempty"`

	// Decision is the decision of the model by the probability; nil for none. If its threshold is 0, the run chooses the one with the
	// least cost on the training rows. Only rules of two classes by DR-Net have probabilities.
	Decision *rule.Decision `json:"decision,omitempty"`

	// Bound limits a difference between groups; refinement keeps it on the training rows; nil for none. It needs two classes and
	// rule.AnyRule.
	Bound *Bound `json:"bound,omitempty"`

	// Learner is the key of a learner in Learners; "" is DR-Net. A run needs a learner of rules; an evaluation can have any. Learners
	// other than DR-Net ignore class weights and limits, and use row weights by drawing rows. Tune is the tuning parameter of the
	// learner; zero is its default.
	Learner string  `json:"learner,omitempty"`
	Tune    float64 `json:"tune,omitempty"`

	Watch bool `json:"watch,omitempty"` // request Head, and the sketches of Progress and Trained; the result is the same
}

// WeightInWords says that rows count by weight, without a full stop; "" if all rows count the same.
func (t Train) WeightInWords() string {
	if t.Weight == "" {
		return ""
	}
	return fmt.Sprintf("rows count by their weight in column %q", t.Weight)
}

// Multiclass strategies. The empty strategy is one class against the rest.
const (
	ClassesEach  = "each"  // one network and rule set per class
	ClassesCodes = "codes" // one network and rule set per digit of an error-correcting code; see rule.Classes
)

// MaxRestarts limits Train.Restarts.
const MaxRestarts = 1000

// Split selects the test rows. With a test table loaded, its rows are the test rows, and Split must be zero.
type Split struct {
	Share float64 `json:"share,omitempty"` // stratified share of the rows, in [0, 1); 0 means no test rows
	Seed  uint64  `json:"seed,omitempty"`  // seed of the selection
	// Folds has the fold of each row, or of each complete row if incomplete ones are dropped. If set, the rows of Fold are
	// the test rows and Share is ignored.
	Folds []uint8 `json:"folds,omitempty"`
	Fold  int     `json:"fold,omitempty"`
	// Parts, without Folds, is the number of stratified folds, 2 to 256, that Seed assigns the rows to. The rows of Fold
	// are the test rows and Share is ignored.
	Parts int `json:"parts,omitempty"`
	// Group names a column of groups of rows, such as patients with several visits. The rows of a group are all test rows or all
	// training rows, and all in one fold, also in the cross-validations within the training rows.
	//
	// Time names a column of numbers or dates. All test rows are later than the training rows. Folds are periods: the rows are divided
	// into Parts+1 periods, and each but the earliest is tested with rules trained on earlier periods.
	//
	// At most one of the two is set, without Folds and a test table. Rows without a value are left out. Group, and a numeric Time, are
	// not features.
	Group string `json:"group,omitempty"`
	Time  string `json:"time,omitempty"`
	// Identical is what happens to rows that are equal in all columns used and have the same class: "" or Together. With a test
	// table it is ignored; with Folds, Group or Time it must be "".
	Identical Identical `json:"identical,omitempty"`
}

// By returns the column that divides the rows, "" if they are independent.
func (s Split) By() string { return cmp.Or(s.Group, s.Time) }

// Identical is where identical rows go.
type Identical string

// Together makes identical rows a group, as Split.Group does.
const Together Identical = "together"

// Apply predicts the rows of the table with a model. The answer is Applied or Refused.
type Apply struct {
	Model      *Model      `json:"model"`
	MultiClass *MultiClass `json:"classes,omitempty"` // a multiclass model to use instead
	// Probabilities asks for the probability of each row, if the model has a scorecard.
	Probabilities bool `json:"probabilities,omitempty"`
}

// Pause pauses the active request. The answer is Paused.
type Pause struct{}

// Resume continues a paused request. The answer is Resumed.
type Resume struct{}

// Step runs a paused request to the end of an epoch and pauses it again. The answer is Resumed at once and Paused at
// the end. Parallel runs lack a common epoch and are not paused.
type Step struct{}

// Pace sets the number of epochs between progress events of a run. The run sends every such event, so it waits for the
// receiver. 0, the default, sends events as fast as the receiver accepts them. It is not answered.
type Pace struct {
	Epochs int `json:"epochs"`
}

// Stop ends the active request early. A run then returns its best checkpoint.
type Stop struct{}

// Ping checks whether the engine is alive, in any state. The answer is Pong as soon as the engine reads it.
type Ping struct{}

func (Hello) request() string  { return "hello" }
func (Load) request() string   { return "load" }
func (Plan) request() string   { return "plan" }
func (Train) request() string  { return "train" }
func (Apply) request() string  { return "apply" }
func (Pause) request() string  { return "pause" }
func (Resume) request() string { return "resume" }
func (Step) request() string   { return "step" }
func (Pace) request() string   { return "pace" }
func (Stop) request() string   { return "stop" }
func (Ping) request() string   { return "ping" }

// Welcome answers Hello.
type Welcome struct {
	Version int `json:"version"`
}

// Refused explains why a request failed and how to correct it. It is final.
type Refused struct {
	Kind    string `json:"kind"`    // for programs: a dataset error kind or a constant below
	Message string `json:"message"` // the problem, in lower case without a period
	Hint    string `json:"hint,omitempty"`
}

// Kinds of refusals that do not come from a table.
const (
	BadVersion = "version"   // page and engine have different versions
	BadSetting = "setting"   // a setting is out of range
	BadModel   = "model"     // a model file is damaged or has another version
	NoTable    = "no_table"  // a request needs a table and none is loaded
	Cancelled  = "cancelled" // stopped before there was a result
	Unread     = "unread"    // the bytes could not be read
	Crashed    = "crashed"   // the engine exited; sent by the transport, not by the engine
)

// Reading reports the progress of reading a file.
type Reading struct {
	Bytes int64 `json:"bytes"` // read so far
	Size  int64 `json:"size"`  // of the file, 0 if unknown
}

// Previewed describes the first rows of a table during reading.
type Previewed struct {
	Table TableSummary `json:"table"`
}

// Loaded describes the table that was read. It is final.
type Loaded struct {
	Table TableSummary `json:"table"`
	// Differences are the warnings about a test table, and sentences about how it differs from the training table.
	Differences []string `json:"differences,omitempty"`
}

// Preparing reports the progress of a stage, before the first results or while the answer is prepared after a Stop.
type Preparing struct {
	Stage PreparationStage `json:"stage"`
	Done  int              `json:"done"` // columns, rows or trials
	Of    int              `json:"of"`
}

// PreparationStage is a stage of the work before the first results.
type PreparationStage string

// The stages.
const (
	Describing PreparationStage = "describe" // compute column statistics after reading a table
	Fitting    PreparationStage = "fit"      // find thresholds and values, column by column
	Encoding   PreparationStage = "encode"   // convert rows to bits
	Searching  PreparationStage = "search"   // compare rows with a given one
	Refining   PreparationStage = "refine"   // refine the rules after the run
	Trying     PreparationStage = "try"      // run the steps of a trial
)

// Planned answers Plan with the setup of a run. It is final.
type Planned struct {
	Started
	Columns []Planning `json:"columns"` // the columns that become features, in feature order
	// Seconds is the training time on this computer up to the first review or the end, without refinement; 0 without a Trial.
	Seconds float64 `json:"seconds,omitempty"`

	// Repeats is the number of test rows that equal some training row in all columns used and in the class; see dataset.Repeats.
	Repeats int `json:"repeats,omitempty"`

	// Associations has the association with the target of each column that can become features, also of ignored ones, in the order
	// of the table.
	Associations []binarize.Association `json:"associations"`
}

// Planning describes the features of a column.
type Planning struct {
	Name       string    `json:"name"`
	Features   int       `json:"features"`
	Thresholds []float64 `json:"thresholds,omitempty"`
	Values     int       `json:"values,omitempty"` // with their own feature
	Others     int       `json:"others,omitempty"` // rare values without a feature
	Missable   bool      `json:"missable,omitempty"`
	Parts      []string  `json:"parts,omitempty"` // the columns derived from a date column; one from two dates is at the first date
	Notes      []string  `json:"notes,omitempty"` // warnings, as sentences
}

// Started describes a run that is about to begin, with all defaults filled in.
type Started struct {
	Rows     int          `json:"rows"`      // training rows
	TestRows int          `json:"test_rows"` // test rows
	Dropped  int          `json:"dropped"`   // rows dropped because of a missing cell
	Unnamed  int          `json:"unnamed"`   // rows dropped because the target is missing
	Features int          `json:"features"`
	Positive string       `json:"positive"`
	Negative string       `json:"negative"`
	Classes  []ClassCount `json:"classes,omitempty"` // instead of Positive and Negative, for a multiclass target
	Majority float64      `json:"majority"`          // accuracy of the majority class on the test rows, else the training rows
	Network  drnet.Config `json:"network"`
	Asked    int          `json:"asked,omitempty"` // the requested batch size, if it exceeds the number of rows; else 0
	// Helpers is the number of workers that run restarts in parallel. HelperMemory is their approximate memory in
	// bytes. Both are 0 if the restarts run sequentially.
	Helpers      int      `json:"helpers,omitempty"`
	HelperMemory int64    `json:"helper_memory,omitempty"`
	Notes        []string `json:"notes,omitempty"` // on a test table with another dialect, and classes with few rows
	Head         *Model   `json:"head,omitempty"`  // the model, without rules yet; nil if the network is not watched
	Sides        *Sides   `json:"split,omitempty"` // of a split by groups or by time
	// Proposed is the split by groups or by time that the table seems to need, nil if there is none or the request has one.
	Proposed *ProposedSplit `json:"proposed_split,omitempty"`
	// ProposedWeight is a column that looks like weights of rows, "" if there is none or the request has one.
	ProposedWeight string `json:"proposed_weight,omitempty"`
}

// Sides describes the training and the test rows of a split by groups or by time.
type Sides struct {
	Split      // the column
	Train Side `json:"train"`
	Test  Side `json:"test"`
}

// Side describes the rows on one side of a split by its column.
type Side struct {
	Values int    `json:"values"`         // different values
	From   string `json:"from,omitempty"` // the earliest time
	To     string `json:"to,omitempty"`   // the latest time
}

// ProposedSplit is a split that the table seems to need.
type ProposedSplit struct {
	Split         // the column
	Values int    `json:"values"` // different values
	Reason string `json:"reason"` // a sentence
}

// ClassCount counts the rows of a class.
type ClassCount struct {
	Name string `json:"name"`
	Rows int    `json:"rows"` // training rows
	Test int    `json:"test"` // test rows
}

// Progress reports the state of a run. A transport may skip some events, so each one is complete.
type Progress struct {
	Step  int         `json:"step"`
	Steps int         `json:"steps"` // of the whole run
	Phase drnet.Phase `json:"phase"`
	Loss  float64     `json:"loss"` // of this step's batch
	Now   *Snapshot   `json:"now"`  // the newest snapshot
	Best  *Snapshot   `json:"best"` // the best snapshot

	// Restart is the number of the run among Restarts, from 1. Both are 0 for a single run. Runs may be parallel.
	Restart  int  `json:"restart,omitempty"`
	Restarts int  `json:"restarts,omitempty"`
	Ended    bool `json:"ended,omitempty"` // the last event of one of several runs

	// Set is the number of the rule set among Sets, from 1, for a multiclass target. Name is the class that it predicts.
	// Both numbers are 0 for a single rule set.
	Set  int    `json:"set,omitempty"`
	Sets int    `json:"sets,omitempty"`
	Name string `json:"name,omitempty"`

	Net *drnet.Sketch `json:"net,omitempty"` // the network after this step, complete while the run is held; nil if not watched
	// Draw creates Net, which takes longer than a step, so a transport calls it only for events that it sends. It may be
	// called until the handler returns. It is nil if the network is not watched.
	Draw func(whole bool) *drnet.Sketch `json:"-"`
	// Look reads the current rules without changing anything. The receiver may call it until the run continues. It is nil
	// for a run in another worker. It is not sent.
	Look func() *Snapshot `json:"-"`
}

// Snapshot holds the simplified rules at one step.
type Snapshot struct {
	Step       int        `json:"step"`
	Train      float64    `json:"train"`          // accuracy
	Test       *float64   `json:"test,omitempty"` // accuracy, if there are test rows
	Conditions int        `json:"conditions"`
	Rules      [][]string `json:"rules"`         // conditions as text, very long lists truncated; rule.Always for none
	Set        rule.Set   `json:"set,omitempty"` // over the features of the run; nil beyond MaxListedConditions
}

// Found has refined rules that a run has found so far. Later ones are better. The training accuracy is measured on the rows that the
// search used. Step is 0.
type Found struct {
	Snapshot
	Votes int `json:"votes"` // the number of rules that must fire, at least 1
}

// MaxListedConditions limits the conditions of a Snapshot with a Set. Early in a run there are thousands.
const MaxListedConditions = 400

// Epoch returns the number of steps in one pass through the rows.
func (s Started) Epoch() int { return max(s.Rows/max(s.Network.Batch, 1), 1) }

// Trained holds the result of a run. It is final.
type Trained struct {
	Status     drnet.Status    `json:"status"`
	Steps      int             `json:"steps"` // in all restarts
	Model      *Model          `json:"model"`
	MultiClass *MultiClass     `json:"classes,omitempty"` // instead of Model, for a multiclass target
	Set        PackedSet       `json:"set,omitempty"`     // the raw rules over the features, before simplification
	Notes      []string        `json:"notes,omitempty"`   // sentences on requested constraints that the rules violate
	Nets       []*drnet.Sketch `json:"nets,omitempty"`    // final networks, one per rule set, nil if untrained; empty if not watched
}

// File returns the model.
func (t Trained) File() ModelFile { return ModelFile{t.Model, t.MultiClass} }

// Applied answers Apply. It is final.
type Applied struct {
	Answers  Answers      `json:"answers"`
	Warnings []string     `json:"warnings"`
	Scores   *eval.Scores `json:"scores,omitempty"` // on the rows with a label; nil if the table lacks the target
	// Drift compares the rows with the training rows; nil for several classes.
	Drift *eval.Drift `json:"drift,omitempty"`
	// Probabilities has the probability of each row that it is positive; nil unless the request asks for them.
	Probabilities []float64 `json:"probabilities,omitempty"`

	Decided *Decided `json:"decided,omitempty"` // for a multiclass model, instead of Answers and Scores
}

// Decided holds the predictions of a multiclass model for the rows of a table.
type Decided struct {
	Classes []byte            `json:"classes"` // the class index of each row; base64 on the wire
	Scores  *eval.ClassScores `json:"scores,omitempty"`
}

// Paused answers Pause.
type Paused struct{}

// Resumed answers Resume.
type Resumed struct{}

// Pong answers Ping.
type Pong struct{}

// Silent reports that the engine has not responded for two seconds. The engine may be busy or dead. The transport sends
// it. The next event is a sign of life, at least Pong, or Refused with Crashed.
type Silent struct{}

func (Welcome) event() string   { return "welcome" }
func (Refused) event() string   { return "refused" }
func (Reading) event() string   { return "reading" }
func (Previewed) event() string { return "peeked" }
func (Loaded) event() string    { return "loaded" }
func (Preparing) event() string { return "preparing" }
func (Planned) event() string   { return "planned" }
func (Started) event() string   { return "started" }
func (Found) event() string     { return "found" }
func (Progress) event() string  { return "progress" }
func (Trained) event() string   { return "trained" }
func (Applied) event() string   { return "applied" }
func (Paused) event() string    { return "paused" }
func (Resumed) event() string   { return "resumed" }
func (Pong) event() string      { return "pong" }
func (Silent) event() string    { return "silent" }
