package train

import "fmt"

// Plural writes a number before the words for one or for many.
func Plural(n int, one, many string) string { return fmt.Sprintf("%d %s", n, verb(n, one, many)) }

// verb returns the word for one or for many.
func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
