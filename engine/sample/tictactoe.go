package sample

import (
	"slices"
	"strings"
)

// squares are the columns of the board, row by row.
var squares = []string{
	"top-left", "top-middle", "top-right",
	"middle-left", "middle-middle", "middle-right",
	"bottom-left", "bottom-middle", "bottom-right",
}

// winningLines are the three squares of each line that wins.
var winningLines = [...][3]int{
	{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
}

// board has x, o or b (blank) on each square.
type board [9]byte

// ticTacToe is the table of all boards at which a game that x begins can end.
//
// References: D. Aha: Tic-Tac-Toe Endgame, UCI Machine Learning Repository, 1991, which has the same 958 boards.
func ticTacToe() Sample {
	var truth []string
	for _, line := range winningLines {
		var rule []string
		for _, square := range line {
			rule = append(rule, squares[square]+" = x")
		}
		truth = append(truth, strings.Join(rule, " AND "))
	}
	return Sample{
		Name:     "tic-tac-toe",
		Title:    "Tic-tac-toe endgames",
		Question: "On which final boards has x won?",
		Target:   "x_wins",
		Positive: "positive",
		Rows:     958,
		Columns:  10,
		Seconds:  3,
		Truth:    truth,
		records:  ticTacToeRecords,
	}
}

func ticTacToeRecords() [][]string {
	final := map[board]bool{}
	play(board([]byte("bbbbbbbbb")), 'x', final)
	var boards []string
	for b := range final {
		boards = append(boards, string(b[:]))
	}
	slices.Sort(boards)
	records := [][]string{append(slices.Clone(squares), "x_wins")}
	for _, b := range slices.Backward(boards) {
		record := strings.Split(b, "")
		if board([]byte(b)).won('x') {
			records = append(records, append(record, "positive"))
		} else {
			records = append(records, append(record, "negative"))
		}
	}
	return records
}

// play collects the boards at which the game can end from here, where it is the player's turn.
func play(b board, player byte, final map[board]bool) {
	other := byte('x' + 'o' - player)
	blanks := 0
	for square, mark := range b {
		if mark == 'b' && !b.won(other) {
			blanks++
			next := b
			next[square] = player
			play(next, other, final)
		}
	}
	if blanks == 0 {
		final[b] = true
	}
}

func (b board) won(player byte) bool {
	for _, line := range winningLines {
		if b[line[0]] == player && b[line[1]] == player && b[line[2]] == player {
			return true
		}
	}
	return false
}
