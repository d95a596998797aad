package protocol

import "slices"

// Algorithm is a learning algorithm: DR-Net or a benchmark model.
type Algorithm struct {
	Key     string // in requests and on the command line
	Name    string // for display
	Rules   bool   // it learns a rule set
	Numbers bool   // it finds thresholds for numeric columns itself
	Usual   bool   // it takes part in a benchmark by default; the others take long or add little information
	Tunes   string // the parameter that SweepSetting.Tune sets, "" if there is none
	About   string // the algorithm in one sentence
}

// DRNet is the key of DR-Net.
const DRNet = "drnet"

// Learners lists all learners, DR-Net first. Package train builds every other entry by its key.
var Learners = []Algorithm{
	{
		Key: DRNet, Name: "DR-Net", Rules: true, Usual: true,
		About: "A small neural network whose neurons are rules, which are then refined.",
	},
	{
		Key: "ripper", Name: "RIPPER", Rules: true, Usual: true, Tunes: "most conditions of a rule",
		About: "Grows one rule after the other on the uncovered rows, and prunes each.",
	},
	{
		Key: "brs", Name: "BRS", Rules: true, Tunes: "the multiplier κ of the counts against rules",
		About: "Searches for the most probable set of short rules with high coverage.",
	},
	{
		Key: "cg", Name: "CG", Rules: true, Usual: true, Tunes: "the price of a rule and of a condition",
		About: "Column generation: a linear program prices the rules to add.",
	},
	{
		Key: "cart", Name: "CART", Rules: true, Usual: true, Tunes: "most leaves",
		About: "A pruned decision tree; its positive leaves are the rules.",
	},
	{
		Key: "ripper-numbers", Name: "RIPPER on numbers", Rules: true, Numbers: true, Tunes: "most conditions of a rule",
		About: "RIPPER with any threshold, not only those of the features.",
	},
	{
		Key: "cart-numbers", Name: "CART on numbers", Rules: true, Numbers: true, Tunes: "most leaves",
		About: "CART with any threshold, not only those of the features.",
	},
	{Key: "condition", Name: "one condition", Rules: true, Usual: true, About: "The best single condition."},
	{Key: "majority", Name: "majority", Rules: true, About: "Always predicts the majority class."},
	{Key: "logistic", Name: "logistic regression", Usual: true, About: "A weighted sum of the features."},
	{Key: "forest", Name: "random forest", Usual: true, Tunes: "trees", About: "100 decision trees, majority vote. Not interpretable."},
	{
		Key: "forest-numbers", Name: "forest on numbers", Numbers: true, Tunes: "trees",
		About: "A random forest with any threshold, not only those of the features.",
	},
	{Key: "dnn", Name: "deep network", About: "A neural network of six layers. Not interpretable."},
}

// LearnerKeys returns the keys of the learners that satisfy meant, in order; all keys for nil.
func LearnerKeys(meant func(Algorithm) bool) []string {
	var keys []string
	for _, l := range Learners {
		if meant == nil || meant(l) {
			keys = append(keys, l.Key)
		}
	}
	return keys
}

// LearnerOf returns the learner with a key. The empty key means DR-Net.
func LearnerOf(key string) (Algorithm, bool) {
	if key == "" {
		key = DRNet
	}
	i := slices.IndexFunc(Learners, func(l Algorithm) bool { return l.Key == key })
	if i < 0 {
		return Algorithm{}, false
	}
	return Learners[i], true
}
