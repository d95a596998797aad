package protocol

import (
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/rule"
)

// Welcome answers Hello.
type Welcome struct {
	Version int `json:"version"`
}

// Refused says why a request could not be done, and what to do about it. It is final.
type Refused struct {
	Kind    string `json:"kind"`    // for programs: one of dataset's kinds of errors, or the ones below
	Message string `json:"message"` // the problem: lower case, no full stop
	Hint    string `json:"hint,omitempty"`
}

// Kinds of refusals that do not come from a table.
const (
	BadVersion = "version"   // page and engine are of different versions
	BadSetting = "setting"   // a setting is out of its range
	BadModel   = "model"     // a model file is damaged or of another version
	NoTable    = "no_table"  // a request needs a table and none is loaded
	Cancelled  = "cancelled" // stopped before there was anything to return
	Unread     = "unread"    // the bytes could not be had
	Crashed    = "crashed"   // the engine ended; made by the transport, not by the engine
)

// Reading says how far the reading of a file is.
type Reading struct {
	Bytes int64 `json:"bytes"` // read so far
	Size  int64 `json:"size"`  // of the file, 0 if it is not known
}

// Previewed describes the beginning of a table that is still being read.
type Previewed struct {
	Table Table `json:"table"`
}

// Loaded describes the table that was read. It is final.
type Loaded struct {
	Table Table `json:"table"`
}

// Preparing says that a request is at work which has nothing to show yet, and how far one of its stages is. It is also
// what a request emits while it writes down its answer after a Stop.
type Preparing struct {
	Stage Stage `json:"stage"`
	Done  int   `json:"done"` // columns, rows or tries
	Of    int   `json:"of"`
}

// Stage is a part of the work that a table needs before there is anything to show.
type Stage string

// The stages.
const (
	Describing Stage = "describe" // columns are counted after a table was read
	Fitting    Stage = "fit"      // thresholds and values are found, column by column
	Encoding   Stage = "encode"   // rows become bits
	Searching  Stage = "search"   // rows are compared with one
	Refining   Stage = "refine"   // rules are searched after the training
	Trying     Stage = "try"      // steps of a trial are made
)

// Planned answers Plan: what a training would start with. It is final.
type Planned struct {
	Started
	// Columns are those that would become features, in the order of the features.
	Columns []Planning `json:"columns"`
	// Seconds is about how long the network or networks would train on this computer, without refining, as a trial has shown;
	// 0 if none was made.
	Seconds float64 `json:"seconds,omitempty"`
}

// Planning says what becomes of a column.
type Planning struct {
	Name       string    `json:"name"`
	Features   int       `json:"features"`
	Thresholds []float64 `json:"thresholds,omitempty"`
	Values     int       `json:"values,omitempty"` // that have a feature of their own
	Others     int       `json:"others,omitempty"` // rare values that have none
	Missable   bool      `json:"missable,omitempty"`
	Notes      []string  `json:"notes,omitempty"` // what is doubtful, as sentences
}

// Started says what a training is about to do, with all defaults filled in.
type Started struct {
	Rows     int          `json:"rows"`      // to train on
	TestRows int          `json:"test_rows"` // kept out, to test on
	Dropped  int          `json:"dropped"`   // left out for a missing cell
	Unnamed  int          `json:"unnamed"`   // left out because the target is missing
	Features int          `json:"features"`
	Positive string       `json:"positive"`
	Negative string       `json:"negative"`
	Classes  []ClassRows  `json:"classes,omitempty"` // instead of both, if each has rules of its own
	Majority float64      `json:"majority"`          // accuracy on the test rows (without any: training rows) of always giving the more frequent answer
	Network  drnet.Config `json:"network"`
	// Asked is the batch size that was asked for, if it was more than there are rows; otherwise 0.
	Asked int `json:"asked,omitempty"`
	// Helpers is how many of several trainings are done at the same time by workers of their own, and HelperMemory about how
	// many bytes these take together. Both are 0 if the trainings are done one after the other.
	Helpers      int   `json:"helpers,omitempty"`
	HelperMemory int64 `json:"helper_memory,omitempty"`
	// Notes say how the test table was read where it is not written as the other one, and which classes have few rows.
	Notes []string `json:"notes,omitempty"`
	// Head is the model that is to be learnt, as yet without rules; nil if nobody watches the network.
	Head *Model `json:"head,omitempty"`
}

// ClassRows is a class and its rows.
type ClassRows struct {
	Name string `json:"name"`
	Rows int    `json:"rows"` // to train on
	Test int    `json:"test"` // kept out
}

// Progress says how a training stands. A transport may leave some out, so each holds all there is to know.
type Progress struct {
	Step     int         `json:"step"`
	Steps    int         `json:"steps"` // of the whole run
	Phase    drnet.Phase `json:"phase"`
	Loss     float64     `json:"loss"`     // of this step's batch
	Accuracy float64     `json:"accuracy"` // of this step's batch, with noise
	Now      *Snapshot   `json:"now"`      // the newest look at the rules
	Best     *Snapshot   `json:"best"`     // the best one

	// Restart is the number of the training among Restarts, from 1. Both are 0 if there is one only. Several may be
	// at work at the same time.
	Restart  int `json:"restart,omitempty"`
	Restarts int `json:"restarts,omitempty"`
	// Ended says of one of several trainings that this is how it ended.
	Ended bool `json:"ended,omitempty"`

	// Set is the number of the set of rules that is learnt among Sets, from 1, where there are many classes. Name is what
	// its rules say. Both numbers are 0 if there is one set.
	Set  int    `json:"set,omitempty"`
	Sets int    `json:"sets,omitempty"`
	Name string `json:"name,omitempty"`

	// Net is the network after this step, nil if nobody watches it. It is Whole while the training is held.
	Net *drnet.Sketch `json:"net,omitempty"`
	// Draw makes Net, which takes longer than a step: a transport calls it only for the events that it sends. It may be
	// called until the handler goes on; nil if nobody watches.
	Draw func(whole bool) *drnet.Sketch `json:"-"`
	// Look reads the rules as they are after this step, which changes nothing. It may be called by whoever is told, before
	// the training goes on; nil if the training is not at work in this program. It does not travel.
	Look func() *Snapshot `json:"-"`
}

// Snapshot is the simplified rules at one step.
type Snapshot struct {
	Step       int      `json:"step"`
	Train      float64  `json:"train"`          // accuracy
	Test       *float64 `json:"test,omitempty"` // accuracy, if there are test rows
	Conditions int      `json:"conditions"`
	// Rules are the conditions of each rule in words, the last of very many only counted; rule.Always for a rule without.
	Rules [][]string `json:"rules"`
	// Set are the rules themselves, over the features of the training, if they have no more than MaxListedConditions conditions.
	Set rule.Set `json:"set,omitempty"`
}

// MaxListedConditions is the most conditions of a Snapshot whose rules are told in full. Early in a training there are thousands.
const MaxListedConditions = 400

// Epoch returns the steps of one pass through the rows.
func (s Started) Epoch() int { return max(s.Rows/max(s.Network.Batch, 1), 1) }

// Trained holds what was learnt. It is final.
type Trained struct {
	Status drnet.Status `json:"status"`
	Steps  int          `json:"steps"` // made, in all restarts
	Model  *Model       `json:"model"`
	// MultiClass is what was learnt instead of one Model, if there are many classes.
	MultiClass *MultiClass `json:"classes,omitempty"`
	// Set are the rules as learnt, over the features of the model: what its own rules were made of.
	Set rule.Set `json:"set,omitempty"`
	// Notes say what was asked of the form of the rules and is not so, as sentences.
	Notes []string `json:"notes,omitempty"`
	// Nets are the networks that the rules were read from, one for each set of rules; none if nobody watched. One that was not
	// trained is nil.
	Nets []*drnet.Sketch `json:"nets,omitempty"`
}

// Applied answers Apply. It is final.
type Applied struct {
	Answers  Answers  `json:"answers"`
	Warnings []string `json:"warnings"`
	// Scores compare the answers with the target, if the table has that column; rows without a label are left out.
	Scores *eval.Scores `json:"scores,omitempty"`
	// Decided are the answers of a model of many classes instead of Answers and Scores.
	Decided *Decided `json:"decided,omitempty"`
}

// Decided are the answers of a model of many classes to the rows of a table.
type Decided struct {
	Classes []byte            `json:"classes"` // of each row, as places in the model's; base64 on the wire
	Scores  *eval.ClassScores `json:"scores,omitempty"`
}

// Paused answers Pause.
type Paused struct{}

// Resumed answers Resume.
type Resumed struct{}

// Pong answers Ping.
type Pong struct{}

// Silent says that nothing was heard of the engine for two seconds, though it was asked: it may have much to do, or have died. It is
// made by the transport. What comes next is a sign of life, Pong at least, or that the engine is given up, Refused as Crashed.
type Silent struct{}

func (Welcome) event() string   { return "welcome" }
func (Refused) event() string   { return "refused" }
func (Reading) event() string   { return "reading" }
func (Previewed) event() string { return "peeked" }
func (Loaded) event() string    { return "loaded" }
func (Preparing) event() string { return "preparing" }
func (Planned) event() string   { return "planned" }
func (Started) event() string   { return "started" }
func (Progress) event() string  { return "progress" }
func (Trained) event() string   { return "trained" }
func (Applied) event() string   { return "applied" }
func (Paused) event() string    { return "paused" }
func (Resumed) event() string   { return "resumed" }
func (Pong) event() string      { return "pong" }
func (Silent) event() string    { return "silent" }
