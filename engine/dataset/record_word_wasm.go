package dataset

import "unsafe"

// word returns the eight bytes of text from base on, the first one lowest, with zeros behind the end of text.
func word(text []byte, base int) uint64 {
	if uint(base) < uint(len(text)) && base+wordSize <= len(text) {
		// WebAssembly loads words from anywhere, lowest byte first, but the compiler makes eight loads of
		// binary.LittleEndian.Uint64.
		return *(*uint64)(unsafe.Pointer(&text[base]))
	}
	return lastWord(text, base)
}
