//go:build !wasm

package word

import "encoding/binary"

// Load returns the eight bytes of text at base, the first one lowest. Bytes beyond the end of the text are zero.
func Load(text []byte, base int) uint64 {
	if base+Size <= len(text) {
		return binary.LittleEndian.Uint64(text[base:])
	}
	return Tail(text, base)
}
