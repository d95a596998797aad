package sample

import "strconv"

// balanceScale contains every way to load a balance with weights of 1 to 5 at distances of 1 to 5. The side with the
// larger product tips down.
//
// References: R. S. Siegler: Three Aspects of Cognitive Development. Cognitive Psychology 8 (1976), whose task it is; UCI
// Machine Learning Repository, Balance Scale (T. Hume, 1994), which has the same 625 cases.
func balanceScale() Sample {
	return Sample{
		Name:     "balance-scale",
		Title:    "Balance scale (three answers)",
		Question: "To which side does the balance tip?",
		Target:   "tips",
		Rows:     625,
		Columns:  5,
		Seconds:  4,
		records:  balanceRecords,
	}
}

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
