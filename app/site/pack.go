package site

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// wasmHeader begins every WebAssembly program.
const wasmHeader = "\x00asm\x01\x00\x00\x00"

// pack makes a program of the toolchain smaller after compression, without changing its results. The linker writes the
// memory in tens of thousands of pieces between runs of zeros, and their addresses compress badly: pack joins them.
// It also removes the tables of files and lines. Crash reports still name functions and their positions in the program;
// the same sources without pack give the lines. RATIONALE.md has the sizes under “What makes the two programs small?”.
// A program of another layout leads to an access out of range, or to a panic of its own; both become an error.
func pack(program []byte) (packed []byte, err error) {
	defer func() {
		if why := recover(); why != nil {
			err = fmt.Errorf("pack: not a program of the known layout: has the toolchain changed? %v", why)
		}
	}()
	r := wasmReader{program}
	packed = append(packed, r.take(uint64(len(wasmHeader)))...)
	expect(string(packed) == wasmHeader, "the header")
	for len(r.rest) > 0 {
		id, content := r.byte(), r.bytes()
		if id == dataSection {
			start, memory := readMemory(content)
			dropLines(memory)
			content = memorySection(start, memory)
		}
		packed = append(packed, id)
		packed = append(binary.AppendUvarint(packed, uint64(len(content))), content...)
	}
	return packed, nil
}

// expect panics with the name of a part that does not have the known layout.
func expect(known bool, part string) {
	if !known {
		panic(part)
	}
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
func readMemory(section []byte) (start uint64, memory []byte) {
	var pieces []piece
	r := wasmReader{section}
	for range r.uint() {
		kind, op := r.byte(), r.byte()
		address := r.uint() // a signed number, but addresses are not negative
		expect(kind == 0 && op == constI32 && r.byte() == endExpression && address <= math.MaxInt32, "a constant address")
		pieces = append(pieces, piece{address, r.bytes()})
	}
	expect(len(r.rest) == 0, "the end of the memory")
	slices.SortFunc(pieces, func(a, b piece) int { return cmp.Compare(a.address, b.address) })
	start = pieces[0].address
	for _, p := range pieces {
		gap := int64(p.address-start) - int64(len(memory)) // negative if two pieces overlap
		memory = append(append(memory, make([]byte, gap)...), p.content...)
	}
	return start, memory
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

// A wasmReader decodes a WebAssembly file. It panics after the end of the file.
type wasmReader struct{ rest []byte }

func (r *wasmReader) uint() uint64 {
	value, n := binary.Uvarint(r.rest)
	expect(n > 0, "a number")
	r.take(uint64(n))
	return value
}

func (r *wasmReader) take(n uint64) []byte {
	value := r.rest[:n:n]
	r.rest = r.rest[n:]
	return value
}

// bytes reads a length and that many bytes.
func (r *wasmReader) bytes() []byte { return r.take(r.uint()) }

func (r *wasmReader) byte() byte { return r.take(1)[0] }

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
// missing table.
func dropLines(memory []byte) {
	start := bytes.Index(memory, []byte(functionsMagic))
	expect(start >= 0 && !bytes.Contains(memory[start+1:], []byte(functionsMagic)), "the function table")
	t := functionTable(memory[start:])
	files, tables, list := t.word(filesOffset), t.word(tablesOffset), t.word(functionsOffset)
	expect(files >= functionsHeader, "the file names")
	clear(t[files:tables])
	places := t[tables:list]
	needed := make([]bool, len(places))
	for i := range t.word(functionCount) {
		for _, table := range t.slim(list + t.half(list+functionListItem*i+4)) {
			markTable(needed, places, table)
		}
	}
	for i, need := range needed {
		if !need {
			places[i] = 0
		}
	}
}

// markTable marks the bytes of the table at an offset; offset zero is a missing table. A table is a list of pairs of
// numbers. The first number of a pair is zero only at the end, or at the beginning.
func markTable(needed []bool, places []byte, start int) {
	if start == 0 || needed[start] {
		return
	}
	r := wasmReader{places[start:]}
	for first := true; r.uint() != 0 || first; first = false {
		r.uint()
	}
	for i := start; i < len(places)-len(r.rest); i++ {
		needed[i] = true
	}
}

// slim removes the references to dropped tables from the record of a function, and returns the offsets of the others.
func (t functionTable) slim(record int) (tables []int) {
	for _, field := range []int{placesOfFile, placesOfLine, unitOfFiles, firstLine} {
		t.set(0, record+field)
	}
	tables = append(tables, t.half(record+placesOfStack))
	first, count := record+functionRecord, t.half(record+placesOthers)
	for i := range count {
		if at := first + 4*i; i == placesOfInterrupts || i == placesOfArguments {
			t.set(0, at)
		} else {
			tables = append(tables, t.half(at))
		}
	}
	for i := range int(t[record+countOfData]) {
		if i == dataOfArguments || i == dataOfLiveness {
			t.set(noData, first+4*(count+i))
		}
	}
	return tables
}

// A functionTable is the memory from the header of the function table on.
type functionTable []byte

func (t functionTable) word(at int) int { return int(binary.LittleEndian.Uint64(t[at:])) }

func (t functionTable) half(at int) int { return int(binary.LittleEndian.Uint32(t[at:])) }

func (t functionTable) set(value uint32, at int) { binary.LittleEndian.PutUint32(t[at:], value) }
