package protocol

import (
	"io"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
)

// Hello opens the conversation. It is answered by Welcome, or Refused when the versions differ.
type Hello struct {
	Version int `json:"version"`
}

// Load reads a table, which replaces the one before it. It is answered by Loaded or Refused; after Refused the table
// before it is still there.
type Load struct {
	// Sample is the name of a built-in table; "" means the File.
	Sample string `json:"sample,omitempty"`
	// Name of the file, for people to read.
	Name string `json:"name,omitempty"`
	// Size of the file in bytes, 0 if it is not known.
	Size int64 `json:"size,omitempty"`
	// Options overrule what the reader finds by itself.
	Options dataset.Options `json:"options"`
	// Test makes the table the one that models are tested on, beside the one they are trained on.
	Test bool `json:"test,omitempty"`
	// Cells asks for single cells, as pairs of data row and column from 0.
	Cells [][2]int `json:"cells,omitempty"`
	// File is the bytes to read. They travel beside the message.
	File io.Reader `json:"-"`
}

// Plan asks what a training would start with: how many features, which thresholds. It is answered by Planned or Refused.
type Plan struct {
	Train
	// Trial asks for Planned.Seconds too, which takes about a fifth of a second of training. It needs a clock.
	Trial bool `json:"trial,omitempty"`
}

// Train learns rules for a column of the table. It is answered by Started, Progress and Trained, or by Refused.
type Train struct {
	Target   string `json:"target"`             // name of the column to predict
	Positive string `json:"positive,omitempty"` // its value that the rules describe; "" is the rarer of two
	// Classes says that each value of the target is an answer, and how: ClassesEach or ClassesCodes. Positive is then "".
	Classes string `json:"classes,omitempty"`
	// Order names the classes whose rules win where those of several fire, the first one first; those that are not named
	// come last. Without it the rule wins that is the most often right on the training rows. See rule.Classes.
	Order []string `json:"order,omitempty"`
	// Ignore names columns that no rule may ask about.
	Ignore   []string         `json:"ignore,omitempty"`
	Encoding binarize.Options `json:"encoding"`
	Network  drnet.Config     `json:"network"`
	Split    Split            `json:"split"`

	// Refine is what a rule or a condition must earn to stay once the network is trained, as a share of the training
	// rows, up to rule.MaxPrice. Zero means rule.AutoPrice; rule.NoPrice leaves the rules as they were learnt.
	Refine float64 `json:"refine,omitempty"`
	// Restarts is the number of trainings, from 1 to MaxRestarts, with the seed and those after it. Their rules
	// are pooled and refined together. Zero means 1.
	Restarts int `json:"restarts,omitempty"`

	// ClassWeights are what a row counts by its class, one number above 0 for each; classes that are not named count 1.
	// Only their ratio matters: a training puts it into Network.Weight, which must be left open.
	ClassWeights map[string]float64 `json:"class_weights,omitempty"`
	// Require names columns that the rules must ask about: at least one rule does. MaxConditions is the most conditions of a
	// rule, zero any number. Refinement sees to both; without it they may not hold, and then Trained says so.
	Require       []string `json:"require,omitempty"`
	MaxConditions int      `json:"max_conditions,omitempty"`

	// Learner is the key of another learner in Learners, which learns instead of DR-Net; "" is DR-Net. Only evaluations know it. It
	// is told nothing of weights and limits. Tune is the number that it is tuned by; zero is its usual form.
	Learner string  `json:"learner,omitempty"`
	Tune    float64 `json:"tune,omitempty"`

	// Watch asks for the network itself: Started then has a Head, Progress and Trained have sketches. It changes nothing of
	// what is learnt.
	Watch bool `json:"watch,omitempty"`
}

// How a training tells many classes apart. "" is one value against all others.
const (
	ClassesEach  = "each"  // each class has a network and rules of its own
	ClassesCodes = "codes" // each column of an error-correcting code has; see rule.Classes
)

// MaxRestarts bounds Train.Restarts.
const MaxRestarts = 1000

// Split says which rows are kept out of training, to test the rules on. With a test table loaded, its rows are
// these, and Split must be zero.
type Split struct {
	Share float64 `json:"share,omitempty"` // a stratified share of the rows, in [0, 1); 0 keeps none
	Seed  uint64  `json:"seed,omitempty"`  // that chooses them
	// Folds has for each row (for each complete row, if incomplete ones are dropped) the fold in which it is tested.
	// If there are any, the rows of Fold are tested and Share is not used.
	Folds []uint8 `json:"folds,omitempty"`
	Fold  int     `json:"fold,omitempty"`
	// Parts, if there are no Folds, is the number of stratified folds, 2 to 256, that the rows are dealt out to by Seed;
	// the rows of Fold are tested. Share is then not used.
	Parts int `json:"parts,omitempty"`
}

// Apply answers for the rows of the table with a model. It is answered by Applied or Refused.
type Apply struct {
	Model *Model `json:"model"`
	// MultiClass is a model of many classes, which then answers instead.
	MultiClass *MultiClass `json:"classes,omitempty"`
}

// Pause makes the request at work wait. It is answered by Paused.
type Pause struct{}

// Resume lets a paused request go on. It is answered by Resumed.
type Resume struct{}

// Step lets a training go on to the end of an epoch, and holds it there. It is answered by Resumed at once, and when it is
// there by Paused. Trainings that are done at the same time have no common epoch and are not held.
type Step struct{}

// Pace says how often a training that is at work is to be shown: after every so many epochs, of which none is left out, so
// that it waits as long as whoever looks needs; 0, as at first, is as often as can be followed, without waiting. It has no answer.
type Pace struct {
	Epochs int `json:"epochs"`
}

// Stop ends the request at work early; a training then returns the best rules so far.
type Stop struct{}

// Ping asks whether the engine is there at all, whatever it is at. It is answered by Pong as soon as the engine listens.
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
