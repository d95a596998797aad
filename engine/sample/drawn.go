package sample

import (
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// generator draws plausible values. It computes with integers only, so that every machine draws the same values.
type generator struct{ *rand.Rand }

// below returns a random integer in [0, n).
func (g generator) below(n uint64) int {
	hi, _ := bits.Mul64(g.Uint64(), n)
	return int(hi)
}

// choose returns a with a probability in percent, else b.
func (g generator) choose(percent int, a, b string) string {
	if g.below(100) < percent {
		return a
	}
	return b
}

// bell returns an integer that is nearly normally distributed, given the mean and the standard deviation in tenths. It sums twelve uniform
// numbers from 0 to 1, whose standard deviation is 1, and subtracts their mean 6.
func (g generator) bell(mean, deviation int) int {
	const uniforms, one = 12, 1 << 16
	sum := -uniforms / 2 * one
	for range uniforms {
		sum += g.below(one)
	}
	return (mean*one + deviation*sum + 5*one) / (10 * one) // rounds correctly only if the value is not negative
}

// fives rounds to a multiple of 5.
func fives(n int) int { return (n + 2) / 5 * 5 }

// tenths writes a number of tenths, such as 26.5 for 265.
func tenths(n int) string { return strconv.Itoa(n/10) + "." + strconv.Itoa(n%10) }

const (
	heartRows = 2000

	// With heartSeed, 50 is the second decile of age, and 130 and 120 are the fifth deciles of cholesterol and blood pressure. In sorted
	// order, each decile is well inside the run of rows with that value, so that any training set has the same deciles and a learner can
	// find the rules exactly.
	heartSeed = 1
)

// heartRecords draws the example of the paper's introduction, with plausible columns that do not matter.
func heartRecords() [][]string {
	g := generator{rand.New(rand.NewPCG(heartSeed, 0))}
	records := [][]string{{"age", "sex", "smoker", "cholesterol", "blood_pressure", "bmi", "exercise", "resting_pulse", "risk"}}
	for range heartRows {
		age, smoker := g.bell(620, 140), g.choose(25, "no", "yes")
		// Measured in steps of 5, so that the deciles of any part of the rows are those of the whole.
		cholesterol, pressure := fives(g.bell(1300, 240)), fives(g.bell(1200, 150))
		risk := "high"
		if age <= 50 || smoker == "no" || cholesterol <= 130 && pressure <= 120 {
			risk = "low"
		}
		records = append(records, []string{
			strconv.Itoa(age), g.choose(50, "female", "male"), smoker, strconv.Itoa(cholesterol), strconv.Itoa(pressure),
			tenths(g.bell(2650, 420)) /* 26.5 ± 4.2 */, g.choose(40, "none", g.choose(60, "weekly", "daily")), strconv.Itoa(g.bell(700, 90)), risk,
		})
	}
	return records
}

const irisesEach, irisesSeed = 60, 3

// irisesRecords draws three kinds of flowers with made-up measures: the dwarfs are small in most measures, and the other two overlap.
func irisesRecords() [][]string {
	g := generator{rand.New(rand.NewPCG(irisesSeed, 0))}
	records := [][]string{{"sepal_length", "sepal_width", "petal_length", "petal_width", "kind"}}
	// Means and deviations are in tenths of a millimeter; a ruler shows centimeters.
	for _, kind := range []struct {
		name  string
		parts [4][2]int
	}{
		{"dwarf", [4][2]int{{490, 36}, {340, 38}, {150, 18}, {30, 10}}},
		{"blue flag", [4][2]int{{600, 50}, {280, 32}, {430, 46}, {135, 20}}},
		{"yellow flag", [4][2]int{{660, 62}, {300, 32}, {555, 54}, {205, 27}}},
	} {
		for range irisesEach {
			var record []string
			for _, part := range kind.parts {
				record = append(record, tenths(max(g.bell(part[0], part[1]), 1)))
			}
			records = append(records, append(record, kind.name))
		}
	}
	return records
}

const digitsEach, digitsSeed = 100, 1

var (
	digitNames = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}

	// lit has a 1 for each segment of a digit that is on: top, upper left, upper right, middle, lower left, lower right, bottom.
	lit = []string{
		"1110111", "0010010", "1011101", "1011011", "0111010", "1101011", "1101111", "1010010", "1111111", "1111011",
	}
)

// digitsRecords draws displays of seven segments that show a digit. Each segment is wrong with a probability of 3%.
//
// References: L. Breiman and others: Classification and Regression Trees (1984), section 2.6.1, which has a probability of 10%.
func digitsRecords() [][]string {
	const faulty = 3 // percent of the segments that show the opposite
	g := generator{rand.New(rand.NewPCG(digitsSeed, 0))}
	records := [][]string{{"top", "upper_left", "upper_right", "middle", "lower_left", "lower_right", "bottom", "digit"}}
	for range digitsEach {
		for digit, segments := range lit {
			var record []string
			for _, on := range segments {
				state, other := "off", "on"
				if on == '1' {
					state, other = other, state
				}
				record = append(record, g.choose(faulty, other, state))
			}
			records = append(records, append(record, digitNames[digit]))
		}
	}
	return records
}

// balanceRecords lists all loads of a balance with weights and distances of 1 to 5. The side with the larger product of weight
// and distance tips down.
//
// References: R. S. Siegler: Three Aspects of Cognitive Development. Cognitive Psychology 8 (1976); UCI Machine Learning
// Repository, Balance Scale (T. Hume, 1994), which has the same 625 cases.
func balanceRecords() [][]string {
	const most = 5
	records := [][]string{{"left_weight", "left_distance", "right_weight", "right_distance", "tips"}}
	for i := range most * most * most * most {
		n := [4]int{i/125%most + 1, i/25%most + 1, i/5%most + 1, i%most + 1}
		tips := "balanced"
		switch left, right := n[0]*n[1], n[2]*n[3]; {
		case left > right:
			tips = "left"
		case right > left:
			tips = "right"
		}
		records = append(records, []string{strconv.Itoa(n[0]), strconv.Itoa(n[1]), strconv.Itoa(n[2]), strconv.Itoa(n[3]), tips})
	}
	return records
}

// monkValues has the number of values of each column of MONK's problems; the values are integers from 1.
var monkValues = []int{3, 3, 2, 3, 4, 2}

const monkRows = 3 * 3 * 2 * 3 * 4 * 2

// monkRecords lists all cases of the first of the MONK's problems.
//
// References: S. Thrun et al.: The MONK's Problems, Carnegie Mellon University, CMU-CS-91-197, 1991.
func monkRecords() [][]string {
	records := [][]string{{"a1", "a2", "a3", "a4", "a5", "a6", "class"}}
	for i := range monkRows {
		record := make([]string, len(monkValues)+1)
		for j, n := range slices.Backward(monkValues) {
			record[j] = strconv.Itoa(i%n + 1)
			i /= n
		}
		record[len(monkValues)] = "0"
		if record[0] == record[1] || record[4] == "1" {
			record[len(monkValues)] = "1"
		}
		records = append(records, record)
	}
	return records
}

// squares are the columns of the board, row by row.
var squares = []string{
	"top-left", "top-middle", "top-right", "middle-left", "middle-middle", "middle-right",
	"bottom-left", "bottom-middle", "bottom-right",
}

// winningLines are the three squares of each line that wins.
var winningLines = [][3]int{
	{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
}

// ticTacToeTruth are the rules that x has won: x on all squares of a line.
func ticTacToeTruth() []string {
	var truth []string
	for _, line := range winningLines {
		truth = append(truth, squares[line[0]]+" = x AND "+squares[line[1]]+" = x AND "+squares[line[2]]+" = x")
	}
	return truth
}

// ticTacToeRecords lists all final boards of games that x begins.
//
// References: D. Aha: Tic-Tac-Toe Endgame, UCI Machine Learning Repository, 1991, which has the same 958 boards.
func ticTacToeRecords() [][]string {
	final := map[string]bool{}
	play("bbbbbbbbb", 'x', 'o', final)
	records := [][]string{append(slices.Clone(squares), "x_wins")}
	for _, board := range slices.Backward(slices.Sorted(maps.Keys(final))) {
		outcome := "negative"
		if won(board, 'x') {
			outcome = "positive"
		}
		records = append(records, append(strings.Split(board, ""), outcome))
	}
	return records
}

// play adds all final boards of a game to final, given the board and the player whose turn it is. Each square has x, o or b (blank).
func play(board string, player, other byte, final map[string]bool) {
	if won(board, other) || !strings.Contains(board, "b") {
		final[board] = true
		return
	}
	for square, mark := range board {
		if mark == 'b' {
			play(board[:square]+string(player)+board[square+1:], other, player, final)
		}
	}
}

func won(board string, player byte) bool {
	return slices.ContainsFunc(winningLines, func(line [3]int) bool {
		return board[line[0]] == player && board[line[1]] == player && board[line[2]] == player
	})
}
