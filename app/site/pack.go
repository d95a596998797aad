package site

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
)

// pack makes a program of the toolchain smaller after compression, without changing its results. The linker writes the
// memory in tens of thousands of pieces between runs of zeros, and their addresses compress badly: pack joins them.
// It also removes the tables of files and lines. Crash reports still name functions and their positions in the program;
// the same sources without pack give the lines. RATIONALE.md has the sizes under “What makes the two programs small?”.
func pack(program []byte) ([]byte, error) {
	const header = "\x00asm\x01\x00\x00\x00"
	rest, found := bytes.CutPrefix(program, []byte(header))
	if !found {
		return nil, errors.New("pack: not a WebAssembly program")
	}
	packed := []byte(header)
	for r := (wasmReader{rest: rest}); len(r.rest) > 0; {
		id, content := r.byte(), r.bytes()
		if r.failed {
			return nil, errors.New("pack: the program ends within a section")
		}
		if id == dataSection {
			start, memory, err := readMemory(content)
			if err != nil {
				return nil, err
			}
			if err := dropLines(memory); err != nil {
				return nil, err
			}
			content = memorySection(start, memory)
		}
		packed = append(packed, id)
		packed = binary.AppendUvarint(packed, uint64(len(content)))
		packed = append(packed, content...)
	}
	return packed, nil
}

// dataSection is the id of the data section, the initial content of memory.
const dataSection = 11

// Instructions of the constant expression for the address of a piece.
const (
	constI32      = 0x41
	endExpression = 0x0b
)

// A piece is a segment of the data section.
type piece struct {
	address uint64
	content []byte
}

// readMemory returns the memory that a data section initializes, from the lowest address on, with zeros between pieces.
func readMemory(section []byte) (start uint64, memory []byte, err error) {
	var pieces []piece
	r := wasmReader{rest: section}
	for range r.uint() {
		kind, op := r.byte(), r.byte()
		address := r.uint() // a signed number, but addresses are not negative
		end := r.byte()
		if kind != 0 || op != constI32 || end != endExpression || address > math.MaxInt32 {
			return 0, nil, fmt.Errorf("pack: piece %d of the memory: its address is not a constant", len(pieces))
		}
		pieces = append(pieces, piece{address, r.bytes()})
	}
	if r.failed || len(r.rest) > 0 || len(pieces) == 0 {
		return 0, nil, errors.New("pack: the pieces of the memory do not have their stated lengths")
	}
	slices.SortFunc(pieces, func(a, b piece) int { return cmp.Compare(a.address, b.address) })
	start = pieces[0].address
	for _, p := range pieces {
		gap := int64(p.address-start) - int64(len(memory))
		if gap < 0 {
			return 0, nil, fmt.Errorf("pack: two pieces of the memory at %d", p.address)
		}
		memory = append(append(memory, make([]byte, gap)...), p.content...)
	}
	return start, memory, nil
}

// memorySection returns a data section that initializes memory with one piece.
func memorySection(start uint64, memory []byte) []byte {
	section := []byte{1, 0, constI32}
	for ; start >= 1<<6; start >>= 7 { // signed numbers need a bit for the sign
		section = append(section, byte(start)|1<<7)
	}
	section = append(section, byte(start), endExpression)
	section = binary.AppendUvarint(section, uint64(len(memory)))
	return append(section, memory...)
}

// A wasmReader decodes a WebAssembly file. After the end of the file all values are zero and failed is set.
type wasmReader struct {
	rest   []byte
	failed bool
}

func (r *wasmReader) uint() uint64 {
	value, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.failed = true
		r.rest = nil
		return 0
	}
	r.rest = r.rest[n:]
	return value
}

func (r *wasmReader) byte() byte {
	if len(r.rest) == 0 {
		r.failed = true
		return 0
	}
	value := r.rest[0]
	r.rest = r.rest[1:]
	return value
}

// bytes reads a length and that many bytes.
func (r *wasmReader) bytes() []byte {
	n := r.uint()
	if n > uint64(len(r.rest)) {
		r.failed = true
		r.rest = nil
		return nil
	}
	value := r.rest[:n]
	r.rest = r.rest[n:]
	return value
}
