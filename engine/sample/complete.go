package sample

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// balanceRecords are all loads of a balance, weights and distances of 1 to 5. The side with the larger product tips down.
//
// References: R. S. Siegler: Three Aspects of Cognitive Development. Cognitive Psychology 8 (1976), whose task it is; UCI
// Machine Learning Repository, Balance Scale (T. Hume, 1994), which has the same 625 cases.
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

// monkValues is the number of values of each of MONK's columns, counted from 1.
var monkValues = []int{3, 3, 2, 3, 4, 2}

const monkRows = 3 * 3 * 2 * 3 * 4 * 2

// monkRecords are the whole table of the first of the MONK's problems.
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

// ticTacToeRecords are all boards at which a game that x begins can end.
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

// play collects the boards at which a game can end that the player continues. Each square has x, o or b (blank).
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
