package engine

import (
	"encoding/json"
	"fmt"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// memory is what a session keeps of the questions that it has answered, so that the next one about the same rows need not
// encode them again. It belongs to the tables, and is emptied by a training, which needs the room.
type memory struct {
	table, test *dataset.Table
	last        *protocol.Train // the training before, with its folds
	scales      map[string]rule.Scale
	key         string     // of the models that the rest is about
	split       *splitRows // how their rows were split
	all         *sheet     // the whole table
	labels      *labelled  // what it says
}

// newMemory returns an empty memory after a run.
func newMemory(table, test *dataset.Table, last *protocol.Train) memory {
	return memory{table: table, test: test, last: last}
}

// release empties it, to make room for another table.
func (m *memory) release() { *m = memory{table: m.table, test: m.test, last: m.last} }

// recall returns the memory, without what belongs to other tables or another encoder.
func (s *querier) recall(m *protocol.Model) *memory {
	if s.cache.table != s.table || s.cache.test != s.test {
		*s.cache = memory{table: s.table, test: s.test}
	}
	request := m.Learned.Request
	key, err := json.Marshal([]any{m.Target, m.Positive, m.Encoder, request, m.Learned.Columns, m.Learned.Rows})
	if k := string(key); err != nil || k != s.cache.key {
		s.cache.key, s.cache.split, s.cache.all, s.cache.labels = k, nil, nil, nil
	}
	return s.cache
}

// A sheet is rows of a table as bits, of those columns that some rules ask about.
type sheet struct {
	table *dataset.Table
	rows  []int32
	protocol.Bits
	encoder *binarize.Encoder
	asked   []bool      // the columns of the encoder that are encoded
	place   map[int]int // of their features among the columns of x
}

func newSheet(from chosen, e *binarize.Encoder) *sheet {
	return &sheet{table: from.table, rows: from.rows, Bits: protocol.Bits{Labels: labels(from.positives)}, encoder: e}
}

// ask encodes the columns that the rules ask about, if they are not encoded yet.
func (h *sheet) ask(j job, sets ...rule.Set) error {
	wanted, more := asked(h.encoder, sets...), h.X == nil
	for c := range wanted {
		before := len(h.asked) > 0 && h.asked[c]
		more = more || wanted[c] && !before
		wanted[c] = wanted[c] || before
	}
	if !more {
		return nil
	}
	needed, bits := needs(h.encoder, wanted)
	x, _, err := encode(j, needed, h.table, h.rows, nil)
	if err != nil {
		return err
	}
	h.X, h.asked, h.place = x, wanted, make(map[int]int, len(bits))
	for k, bit := range bits {
		h.place[bit] = k
	}
	return nil
}

// set returns rules over the columns of the sheet's bits, which were asked for.
func (h *sheet) set(rules rule.Set) rule.Set {
	out := make(rule.Set, len(rules))
	for k, r := range rules {
		out[k] = make(rule.Rule, len(r))
		for i, l := range r {
			out[k][i] = rule.Literal{Feature: h.place[l.Feature], Not: l.Not}
		}
	}
	return out
}

// sets is set for several.
func (h *sheet) sets(list []rule.Set) []rule.Set {
	out := make([]rule.Set, len(list))
	for i, rules := range list {
		out[i] = h.set(rules)
	}
	return out
}

// fires returns the rows on which some rule fires.
func (h *sheet) fires(rules rule.Set) []uint64 {
	dst, scratch := make([]uint64, bitmat.Words(h.X.Rows)), make([]uint64, bitmat.Words(h.X.Rows))
	h.set(rules).Match(dst, scratch, h.X)
	return dst
}

// usableModel reports a model that cannot answer.
func usableModel(m *protocol.Model) error {
	if m == nil {
		return protocol.Refuse(protocol.BadModel, "there is no model", "train one, or open a model file")
	}
	if err := m.Validate(); err != nil {
		return protocol.Refuse(protocol.BadModel, "the model is damaged: "+protocol.Plain(err), "open another copy of the file")
	}
	return nil
}

// noSuchRow refuses a row that the table does not have; row is counted from 1.
func noSuchRow(row int, t *dataset.Table) error {
	return protocol.Refuse(
		protocol.BadSetting, fmt.Sprintf("there is no row %d: the table has %s", row, count(t.Rows, "row", "rows")),
		fmt.Sprintf("choose a row from 1 to %d", t.Rows),
	)
}
