// Package word loads eight bytes of a text at once, so that splitting and hashing look at words rather than bytes.
package word

// Size is the number of bytes of a word.
const Size = 8

// Tail is Load for a text that may end within the word.
func Tail(text []byte, base int) uint64 {
	w := uint64(0)
	for i := len(text) - 1; i >= base; i-- {
		w = w<<8 | uint64(text[i])
	}
	return w
}
