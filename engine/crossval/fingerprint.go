package crossval

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"

	"drnet/engine/protocol"
)

// fingerprint returns a hash that identifies the table and its folds.
func (e *evaluation) fingerprint() protocol.Fingerprint {
	var data []byte
	number := func(n uint64) { data = binary.LittleEndian.AppendUint64(data, n) }
	text := func(s string) {
		number(uint64(len(s)))
		data = append(data, s...)
	}
	for _, c := range e.trainer.Table.Columns {
		text(c.Name)
		text(string(c.Kind))
	}
	for i, class := range e.kept.Strata() {
		number(uint64(e.kept.Rows[i]))
		number(uint64(class))
		number(uint64(e.folds[i]))
	}
	for _, i := range e.test {
		number(uint64(i))
	}
	h := fnv.New64a()
	h.Write(data)
	return protocol.Fingerprint{Rows: len(e.kept.Rows), Columns: len(e.trainer.Table.Columns), Hash: fmt.Sprintf("%016x", h.Sum64())}
}
