//go:build !wasm

package dataset

import "encoding/binary"

// word returns the eight bytes of text from base on, the first one lowest, with zeros behind the end of text.
func word(text []byte, base int) uint64 {
	if base+wordSize <= len(text) {
		return binary.LittleEndian.Uint64(text[base:])
	}
	return lastWord(text, base)
}
