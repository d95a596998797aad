package protocol

import "slices"

// Algorithm is a learning algorithm: DR-Net or a benchmark model.
type Algorithm struct {
	Key   string // in requests and on the command line
	Name  string // for display
	Rules bool   // it learns a rule set
	// Numbers reports whether the learner finds thresholds for numeric columns itself.
	Numbers bool
	// Tunes names the parameter that SweepSetting.Tune sets, "" if there is none.
	Tunes string
	About string // the algorithm in one sentence
}

// DRNet is the key of DR-Net.
const DRNet = "drnet"

// Learners lists all learners, DR-Net first.
var Learners = []Algorithm{
	{DRNet, "DR-Net", true, false, "", "A small neural network whose neurons are rules, which are then refined."},
	{"ripper", "RIPPER", true, false, "most conditions of a rule", "Grows rules one by one on what the others leave, and prunes each."},
	{"brs", "BRS", true, false, "the multiplier κ of the counts against rules", "Searches the most probable set among short rules that many rows meet."},
	{"cg", "CG", true, false, "the price of a rule and of a condition", "Column generation: a linear program says what another rule would be worth."},
	{"cart", "CART", true, false, "most leaves", "A decision tree, pruned; its positive leaves are the rules."},
	{"ripper-numbers", "RIPPER on numbers", true, true, "most conditions of a rule", "As RIPPER, with any threshold instead of the fixed cut points."},
	{"cart-numbers", "CART on numbers", true, true, "most leaves", "As CART, with any threshold instead of the fixed cut points."},
	{"condition", "one condition", true, false, "", "The best single condition."},
	{"majority", "majority", true, false, "", "Always the more frequent answer."},
	{"logistic", "logistic regression", false, false, "", "Fits one weight per feature."},
	{"forest", "random forest", false, false, "trees", "A hundred decision trees vote. Nobody reads them."},
	{"forest-numbers", "forest on numbers", false, true, "trees", "As the forest, with any threshold instead of the fixed cut points."},
	{"dnn", "deep network", false, false, "", "A neural network of six layers. Nobody reads it."},
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
