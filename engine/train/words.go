package train

import "fmt"

// Plural returns a number with the singular or plural word.
func Plural(n int, one, many string) string { return fmt.Sprintf("%d %s", n, verb(n, one, many)) }

// verb returns the singular or plural word.
func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
