package crossval

import (
	"fmt"

	"drnet/engine/protocol"
)

// fingerprint returns a hash that identifies the table and its folds.
func (e *evaluation) fingerprint() protocol.Fingerprint {
	h := fnv(fnvStart)
	for _, c := range e.trainer.Table.Columns {
		h.text(c.Name)
		h.text(string(c.Kind))
	}
	for i, class := range e.kept.Strata() {
		h.number(uint64(e.kept.Rows[i]))
		h.number(uint64(class))
		h.number(uint64(e.folds[i]))
	}
	for _, i := range e.test {
		h.number(uint64(i))
	}
	return protocol.Fingerprint{Rows: len(e.kept.Rows), Columns: len(e.trainer.Table.Columns), Hash: fmt.Sprintf("%016x", uint64(h))}
}

// fnv is the 64-bit hash FNV-1a of Fowler, Noll and Vo.
type fnv uint64

const (
	fnvStart = 0xcbf29ce484222325
	fnvPrime = 0x100000001b3
)

func (h *fnv) number(n uint64) {
	for range 8 {
		*h = (*h ^ fnv(n&0xff)) * fnvPrime
		n >>= 8
	}
}

func (h *fnv) text(s string) {
	h.number(uint64(len(s)))
	for _, c := range []byte(s) {
		*h = (*h ^ fnv(c)) * fnvPrime
	}
}
