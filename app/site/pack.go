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
		r.failed, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[n:]
	return value
}

// bytes reads a length and that many bytes.
func (r *wasmReader) bytes() []byte { return r.take(r.uint()) }

func (r *wasmReader) byte() byte {
	if b := r.take(1); len(b) > 0 {
		return b[0]
	}
	return 0
}

// take reads n bytes, nil if there are fewer.
func (r *wasmReader) take(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.failed, r.rest = true, nil
		return nil
	}
	value := r.rest[:n]
	r.rest = r.rest[n:]
	return value
}

// Layout of the function table in the memory of a program: runtime.pcHeader and runtime._func.
const (
	functionsMagic = "\xf1\xff\xff\xff\x00\x00\x01\x08" // this layout, with 1 byte per instruction and 8 per pointer

	functionCount    = 8  // offsets in the header, of fields of 8 bytes
	filesOffset      = 40 // file names, relative to the header
	tablesOffset     = 56 // tables of code positions, relative to the header
	functionsOffset  = 64 // list of functions, relative to the header
	functionsHeader  = 72 // length of the header
	placesOfStack    = 16 // offsets in the record of a function, of fields of 4 bytes
	placesOfFile     = 20
	placesOfLine     = 24
	placesOthers     = 28 // number of tables after the record
	unitOfFiles      = 32
	firstLine        = 36
	functionRecord   = 44 // length of the record
	countOfData      = 43 // number of data addresses after the tables
	functionListItem = 8  // length of a list entry: address of the code, offset of the record
)

// Tables after a record that are not needed: they serve asynchronous preemption, which WebAssembly does not have, or print
// arguments in crash reports.
const (
	placesOfInterrupts = 0
	placesOfArguments  = 3
	dataOfArguments    = 5
	dataOfLiveness     = 6

	noData = 1<<32 - 1
)

// dropLines zeroes the tables that map code positions to files, lines and arguments. The runtime treats a zero offset as a
// missing table. It returns an error if the layout is not the expected one.
func dropLines(memory []byte) error {
	start := bytes.Index(memory, []byte(functionsMagic))
	if start < 0 || bytes.Contains(memory[start+1:], []byte(functionsMagic)) {
		return errors.New("pack: the function table has an unknown layout: has the toolchain changed?")
	}
	t := functionTable{memory[start:]}
	files, tables, list := t.word(filesOffset), t.word(tablesOffset), t.word(functionsOffset)
	if files < functionsHeader || tables < files || list < tables || list > len(t.memory) {
		return errors.New("pack: the offsets in the function table are not in order")
	}
	clear(t.memory[files:tables])
	places := t.memory[tables:list]
	needed := make([]bool, len(places))
	for i := range t.word(functionCount) {
		for _, table := range t.slim(list + t.half(list+functionListItem*i+4)) {
			if err := markTable(needed, places, table); err != nil {
				return err
			}
		}
	}
	for i, need := range needed {
		if !need {
			places[i] = 0
		}
	}
	return nil
}

// markTable marks the bytes of the table at an offset; offset zero is a missing table. A table is a list of pairs of
// numbers. The first number of a pair is zero only at the end, or at the beginning.
func markTable(needed []bool, places []byte, start int) error {
	if start == 0 || start < len(needed) && needed[start] {
		return nil
	}
	for at := start; ; {
		_, n := binary.Uvarint(places[min(at, len(places)):])
		_, m := binary.Uvarint(places[min(at+max(n, 0), len(places)):])
		end := at > start && n == 1 && places[at] == 0
		if end {
			m = 0
		} else if n <= 0 || m <= 0 {
			return fmt.Errorf("pack: the table at %d is not terminated", start)
		}
		for i := range n + m {
			needed[at+i] = true
		}
		if at += n + m; end {
			return nil
		}
	}
}

// slim removes the references to dropped tables from the record of a function, and returns the offsets of the others.
func (t functionTable) slim(record int) (tables []int) {
	t.set(0, record+placesOfFile, record+placesOfLine, record+unitOfFiles, record+firstLine)
	tables = append(tables, t.half(record+placesOfStack))
	first, count := record+functionRecord, t.half(record+placesOthers)
	for i := range count {
		if at := first + 4*i; i == placesOfInterrupts || i == placesOfArguments {
			t.set(0, at)
		} else {
			tables = append(tables, t.half(at))
		}
	}
	for i := range t.half(record+countOfData) & 0xff {
		if i == dataOfArguments || i == dataOfLiveness {
			t.set(noData, first+4*(count+i))
		}
	}
	return tables
}

// A functionTable reads and writes numbers of the function table. Numbers outside of it are zero.
type functionTable struct{ memory []byte }

func (t functionTable) word(at int) int {
	if at+8 > len(t.memory) {
		return 0
	}
	return int(binary.LittleEndian.Uint64(t.memory[at:]))
}

func (t functionTable) half(at int) int {
	if at+4 > len(t.memory) {
		return 0
	}
	return int(binary.LittleEndian.Uint32(t.memory[at:]))
}

func (t functionTable) set(value uint32, at ...int) {
	for _, start := range at {
		if start+4 <= len(t.memory) {
			binary.LittleEndian.PutUint32(t.memory[start:], value)
		}
	}
}
