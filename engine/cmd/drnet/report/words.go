package report

import "fmt"

// percent writes a share with a number of decimal places, and 1 as "100%".
func percent(share float64, places int) string {
	const whole = 100
	if share == 1 {
		return "100%"
	}
	return fmt.Sprintf("%.*f%%", places, whole*share)
}
