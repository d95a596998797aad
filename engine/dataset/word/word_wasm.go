package word

import "unsafe"

// Load returns the eight bytes of text at base, the first one lowest. Bytes beyond the end of the text are zero.
func Load(text []byte, base int) uint64 {
	if uint(base) < uint(len(text)) && base+Size <= len(text) {
		// WebAssembly loads words from any address, lowest byte first, but the compiler emits eight loads for
		// binary.LittleEndian.Uint64.
		return *(*uint64)(unsafe.Pointer(&text[base]))
	}
	return Tail(text, base)
}
