package site

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// The table of functions, as the toolchain lays it down in the memory of a
// program: runtime.pcHeader and runtime._func.
const (
	functionsMagic = "\xf1\xff\xff\xff\x00\x00\x01\x08" // this layout, for one byte an instruction and 8 a pointer

	functionCount    = 8  // places in the header, of 8 bytes each
	filesOffset      = 40 // where the names of files begin, after the header
	tablesOffset     = 56 // where the tables of places in the code begin, after the header
	functionsOffset  = 64 // where the list of functions begins, after the header
	functionsHeader  = 72 // length of the header
	placesOfStack    = 16 // places in the record of one function, of 4 bytes each
	placesOfFile     = 20
	placesOfLine     = 24
	placesOthers     = 28 // how many tables follow the record
	unitOfFiles      = 32
	firstLine        = 36
	functionRecord   = 44 // length of the record
	countOfData      = 43 // how many addresses of data follow the tables
	functionListItem = 8  // an entry of the list: where the code is, where the record is
)

// Of the tables that follow a record, those that only stopping at any
// instruction needs, which WebAssembly cannot, or the arguments in the report of
// a crash.
const (
	placesOfInterrupts = 0
	placesOfArguments  = 3
	dataOfArguments    = 5
	dataOfLiveness     = 6

	noData = 1<<32 - 1
)

// dropLines overwrites by zeros, in the memory of a program, what leads from a
// place in the code to a file and a line, or to the arguments of a call. A zero
// says to the runtime that there is no such table.
func dropLines(memory []byte) error {
	start := bytes.Index(memory, []byte(functionsMagic))
	if start < 0 || bytes.Contains(memory[start+1:], []byte(functionsMagic)) {
		return errors.New("pack: the table of functions is not laid down as expected: has the toolchain changed?")
	}
	t := functionTable{memory[start:]}
	files, tables, list := t.word(filesOffset), t.word(tablesOffset), t.word(functionsOffset)
	if files < functionsHeader || tables < files || list < tables || list > len(t.memory) {
		return errors.New("pack: the table of functions does not say where its parts are")
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

// markTable marks the bytes of the table that starts at a place; zero is none. A
// table is a list of pairs of numbers, the first of which is zero only at the
// end, or at the beginning.
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
			return fmt.Errorf("pack: the table at %d has no end", start)
		}
		for i := range n + m {
			needed[at+i] = true
		}
		if at += n + m; end {
			return nil
		}
	}
}

// slim takes out of the record of a function what leads to tables that are
// dropped, and returns the tables that it still needs.
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

// A functionTable reads numbers of the table of functions. A number outside of
// it is zero.
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
