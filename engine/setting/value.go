package setting

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// value converts the text of a setting into a part of a request.
type value struct {
	// Check returns an error message for a number on the page, "" if it is valid. It is nil for a choice.
	Check func(text string) string
	// Apply puts a valid text of the page or a link into a request.
	Apply func(r *protocol.Train, text string)
	// Parse puts the value of the flag into a request. It is nil for a flag that a command reads itself.
	Parse func(r *protocol.Train, text string) error
}

// count is an integer from 1. The page also has an upper bound for it.
func count(most int, at func(*protocol.Train) *int) value {
	return value{
		Check: whole(1, most),
		Apply: func(r *protocol.Train, text string) { *at(r), _ = ParseInt(text) },
		Parse: func(r *protocol.Train, text string) error { return Positive(at(r))(text) },
	}
}

// decimal is a number in a range. Complaint tells the user of the page what to type instead. The request has the page's number divided
// by unit, e.g. 100 for a percentage.
func decimal(inRange func(float64) bool, complaint string, unit float64, at func(*protocol.Train) *float64) value {
	return value{
		Check: func(text string) string {
			if x, ok := dataset.ParseNumber(text); !ok || !inRange(x) {
				return complaint
			}
			return ""
		},
		Apply: func(r *protocol.Train, text string) {
			x, _ := dataset.ParseNumber(text)
			*at(r) = x / unit
		},
		Parse: func(r *protocol.Train, text string) error { return Number(at(r))(text) },
	}
}

// penalty is a number from 0; 0 disables the penalty.
func penalty(example string, at func(*protocol.Train) **float64) value {
	set := func(r *protocol.Train) *float64 {
		*at(r) = new(float64)
		return *at(r)
	}
	complaint := "Type a number from 0 to 1000, such as " + example + "."
	return decimal(between(0, mostPenalty), complaint, 1, set).flag(func(r *protocol.Train, text string) error {
		x, ok := dataset.ParseNumber(text)
		if !ok || x < 0 {
			return errors.New("it must be a number from 0 on")
		}
		*at(r) = &x
		return nil
	})
}

// word is a choice whose texts are those of the request, except for one that is empty there.
func word[T ~string](empty string, at func(*protocol.Train) *T) value {
	apply := func(r *protocol.Train, text string) {
		if *at(r) = T(text); text == empty {
			*at(r) = ""
		}
	}
	return value{Apply: apply, Parse: func(r *protocol.Train, text string) error {
		apply(r, text)
		return nil
	}}
}

// checked returns the value with a Parse that rejects what check rejects.
func (v value) checked(check func(text string) error) value {
	return v.flag(func(r *protocol.Train, text string) error {
		v.Apply(r, text)
		return check(text)
	})
}

// optional returns the value with a Check that accepts an empty text, which stands for the engine's default.
func (v value) optional() value {
	check := v.Check
	v.Check = func(text string) string {
		if strings.TrimSpace(text) == "" {
			return ""
		}
		return check(text)
	}
	return v
}

func whole(least, most int) func(string) string {
	return func(text string) string {
		if n, ok := ParseInt(text); !ok || n < least || n > most {
			return "Type a whole number from " + protocol.Grouped(least) + " to " + protocol.Grouped(most) + "."
		}
		return ""
	}
}

func between(least, most float64) func(float64) bool {
	return func(x float64) bool { return x >= least && x <= most }
}

// ParseInt parses an integer.
func ParseInt(text string) (int, bool) {
	x, ok := dataset.ParseNumber(text)
	n := int(x)
	return n, ok && float64(n) == x
}

// Positive parses the value of a flag that is an integer from 1.
func Positive(to *int) func(string) error {
	return func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return errors.New("it must be a whole number from 1 on")
		}
		*to = n
		return nil
	}
}

// Number reads the value of a flag that is a number above 0.
func Number(to *float64) func(string) error {
	return func(text string) error {
		x, ok := dataset.ParseNumber(text)
		if !ok || x <= 0 {
			return errors.New("it must be a number above 0")
		}
		*to = x
		return nil
	}
}

func parseNoNot(r *protocol.Train, text string) error {
	noNot, err := strconv.ParseBool(text)
	r.Network.NoNot = noNot
	return err
}

func isIdentical(text string) error {
	if text != "split" && text != string(protocol.Together) {
		return errors.New("it must be split or together")
	}
	return nil
}

func isDateChoice(text string) error {
	_, err := binarize.ParseDateChoice(text)
	return err
}

// checkDates returns an error message for a choice of parts of dates, "" if it is valid.
func checkDates(text string) string {
	if err := isDateChoice(text); err != nil {
		return "Change this: " + err.Error() + "."
	}
	return ""
}

// choice returns the value without a Check, for numbers that are chosen from a list.
func (v value) choice() value {
	v.Check = nil
	return v
}

// flag returns the value with another Parse.
func (v value) flag(parse func(*protocol.Train, string) error) value {
	v.Parse = parse
	return v
}

// seed is the seed of a run. On the page it also selects the test rows.
func seed() value {
	const most = 1_000_000_000
	return value{
		Check: whole(0, most),
		Apply: func(r *protocol.Train, text string) {
			n, _ := ParseInt(text)
			r.Network.Seed, r.Split.Seed = uint64(n), uint64(n)
		},
		Parse: func(r *protocol.Train, text string) error {
			n, err := strconv.ParseUint(text, 0, 64)
			if err != nil {
				return errors.New("it must be a whole number from 0 on")
			}
			r.Network.Seed = n
			return nil
		},
	}
}

var errTwoWeights = errors.New("-class-weight and -missed are mutually exclusive")

func parseClassWeight(r *protocol.Train, text string) error {
	if r.Network.Weight > 0 {
		return errTwoWeights
	}
	if text == "balanced" {
		r.Network.Weight, r.ClassWeights = rule.Balanced, nil
		return nil
	}
	r.Network.Weight, r.ClassWeights = 0, map[string]float64{}
	for pair := range strings.SplitSeq(text, ",") {
		if pair == "" {
			continue
		}
		k := strings.LastIndex(pair, "=")
		if k < 0 {
			return errors.New("it must be balanced, or value=weight with commas between pairs")
		}
		w, ok := dataset.ParseNumber(pair[k+1:])
		if !ok || !(w > 0) {
			return fmt.Errorf("the weight %q must be a number above 0", pair[k+1:])
		}
		r.ClassWeights[pair[:k]] = w
	}
	return nil
}

func parseMissed(r *protocol.Train, text string) error {
	if r.Network.Weight == rule.Balanced || r.ClassWeights != nil {
		return errTwoWeights
	}
	n, ok := dataset.ParseNumber(text)
	if !ok || !(n >= drnet.LeastWeight && n <= drnet.MostWeight) {
		return fmt.Errorf("it must be a number from %v to %v", drnet.LeastWeight, float64(drnet.MostWeight))
	}
	r.Network.Weight = n
	return nil
}

// parsePrice reads a minimum gain per condition: auto, low, off, a share of the rows or a number of rows.
func parsePrice(r *protocol.Train, text string) error {
	x, ok := dataset.ParseNumber(text)
	switch {
	case text == "auto":
		r.Refine = rule.AutoPrice
	case text == "low":
		r.Refine = rule.LowPrice
	case text == "off":
		r.Refine = rule.NoPrice
	case !ok || x == 0 || !rule.ValidPrice(x):
		return fmt.Errorf("it must be auto, low, off, a share above 0 and at most %d, or a number of rows from %d on",
			rule.MaxPrice, rule.LeastRows)
	default:
		r.Refine = x
	}
	return nil
}
