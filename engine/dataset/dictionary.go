package dataset

import (
	"bytes"
	"math/bits"

	"drnet/engine/dataset/word"
)

// dictionary numbers the distinct texts of a column in the order of their first occurrence.
type dictionary struct {
	slots []slot   // hash table with open addressing; its size is a power of two, and at most half of it is in use
	bytes []byte   // the texts, concatenated
	ends  []uint32 // by code: end of the text in bytes
}

// slot is an entry of the hash table. It holds texts of up to sixteen bytes, in two words that may overlap, so that find
// does not load the text itself. For longer texts it holds a hash and the last word.
type slot struct {
	key, tail uint64
	size      uint32
	code      int32 // + 1; 0 is a free slot
}

const (
	firstSlots = 16

	// mixer spreads keys over the table: 2^64 divided by the golden ratio (Knuth, The Art of Computer Programming, 6.4).
	mixer = 0x9e3779b97f4a7c15
)

func newDictionary() *dictionary { return &dictionary{slots: make([]slot, firstSlots)} }

func (d *dictionary) len() int { return len(d.ends) }

// text returns the text of a code, in the memory of the dictionary.
func (d *dictionary) text(code int32) []byte {
	start := uint32(0)
	if code > 0 {
		start = d.ends[code-1]
	}
	return d.bytes[start:d.ends[code]]
}

// find returns the code of a text, or -1.
func (d *dictionary) find(text []byte) int32 {
	key, tail := keyOf(text)
	size, mask := uint32(len(text)), uint64(len(d.slots)-1)
	for i := place(key, tail) & mask; ; i = (i + 1) & mask {
		s := &d.slots[i]
		if s.key == key && s.tail == tail && s.size == size && s.code > 0 &&
			(size <= 2*word.Size || bytes.Equal(d.text(s.code-1), text)) {
			return s.code - 1
		}
		if s.code == 0 {
			return -1
		}
	}
}

// add gives the next code to a text that find does not know.
func (d *dictionary) add(text []byte) int32 {
	if 2*(len(d.ends)+1) > len(d.slots) {
		d.grow()
	}
	d.bytes = append(d.bytes, text...)
	d.ends = append(d.ends, uint32(len(d.bytes)))
	code := int32(len(d.ends) - 1)
	key, tail := keyOf(text)
	d.put(slot{key, tail, uint32(len(text)), code + 1})
	return code
}

func (d *dictionary) grow() {
	old := d.slots
	d.slots = make([]slot, 2*len(old))
	for _, s := range old {
		if s.code > 0 {
			d.put(s)
		}
	}
}

func (d *dictionary) put(s slot) {
	mask := uint64(len(d.slots) - 1)
	i := place(s.key, s.tail) & mask
	for d.slots[i].code > 0 {
		i = (i + 1) & mask
	}
	d.slots[i] = s
}

// place returns the hash of the words of a slot. Its low bits depend on all bits of both words.
func place(key, tail uint64) uint64 {
	hash := (key ^ bits.RotateLeft64(tail, 32)) * mixer // equal words must not cancel out
	return hash ^ hash>>32
}

// keyOf returns the key and the tail of the slot of a text, see slot.
func keyOf(text []byte) (key, tail uint64) {
	n := len(text)
	switch {
	case n == 0:
		return 0, 0
	case n <= word.Size && cap(text) >= word.Size:
		// The text is a part of a longer slice, and the mask removes the bytes behind it.
		return word.Load(text[:word.Size], 0) & (1<<(word.Size*uint(n)) - 1), 0
	case n <= word.Size:
		return word.Tail(text, 0), 0
	case n <= 2*word.Size:
		return word.Load(text, 0), word.Load(text, n-word.Size)
	}
	key = uint64(n)
	for base := 0; base < n-word.Size; base += word.Size {
		key = bits.RotateLeft64((key^word.Load(text, base))*mixer, 29) // any odd rotation far from 0 and 64
	}
	return key, word.Load(text, n-word.Size)
}
