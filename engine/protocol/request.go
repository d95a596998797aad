package protocol

import (
	"io"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
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
	Cells   [][2]int        `json:"cells,omitempty"`  // single cells to return: pairs of data row and column from 0
	File    io.Reader       `json:"-"`                // the bytes to read, sent separately from the message
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

	// Refine is the minimum gain per rule or condition in refinement, as a share of the training rows, at most
	// rule.MaxPrice. Zero means rule.AutoPrice. rule.NoPrice disables refinement.
	Refine   float64 `json:"refine,omitempty"`
	Restarts int     `json:"restarts,omitempty"` // pooled runs with consecutive seeds, at most MaxRestarts; 0 means 1

	// ClassWeights are positive row weights by class; other classes have weight 1. Only their ratio matters: a run stores
	// it in Network.Weight, which must be unset.
	ClassWeights map[string]float64 `json:"class_weights,omitempty"`
	// Require names columns that at least one rule must use. MaxConditions limits the conditions per rule; zero means no
	// limit. Refinement enforces both. Without refinement, Trained reports violations.
	Require       []string `json:"require,omitempty"`
	MaxConditions int      `json:"max_conditions,omitempty"`

	// Learner is the key of a learner in Learners; "" is DR-Net. Only evaluations support others, which ignore weights and
	// limits. Tune is the tuning parameter of the learner; zero is its default.
	Learner string  `json:"learner,omitempty"`
	Tune    float64 `json:"tune,omitempty"`

	Watch bool `json:"watch,omitempty"` // request Head, and the sketches of Progress and Trained; the result is the same
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
}

// Apply predicts the rows of the table with a model. The answer is Applied or Refused.
type Apply struct {
	Model      *Model      `json:"model"`
	MultiClass *MultiClass `json:"classes,omitempty"` // a multiclass model to use instead
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
