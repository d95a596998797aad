package query

import (
	"encoding/json"
	"fmt"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/train"
)

// Cache is what a session keeps of the questions that it has answered, so that the next one about the same rows need not
// encode them again. It belongs to the tables, and is emptied by a training, which needs the room.
type Cache struct {
	table, test *dataset.Table
	last        *protocol.Train // the training before, with its folds
	scales      map[string]rule.Scale
	key         string       // of the models that the rest is about
	split       *splitRows   // how their rows were split
	all         *encodedRows // the whole table
	labels      *labelled    // what it says
}

// NewCache returns an empty memory after a run.
func NewCache(table, test *dataset.Table, last *protocol.Train) Cache {
	return Cache{table: table, test: test, last: last}
}

// Release empties it, to make room for another table.
func (m *Cache) Release() { *m = Cache{table: m.table, test: m.test, last: m.last} }

// cached returns the memory, without what belongs to other tables or another encoder.
func (q *Querier) cached(m *protocol.Model) *Cache {
	if q.Cache.table != q.Table || q.Cache.test != q.Test {
		*q.Cache = Cache{table: q.Table, test: q.Test}
	}
	request := m.Learned.Request
	key, err := json.Marshal([]any{m.Target, m.Positive, m.Encoder, request, m.Learned.Columns, m.Learned.Rows})
	if k := string(key); err != nil || k != q.Cache.key {
		q.Cache.key, q.Cache.split, q.Cache.all, q.Cache.labels = k, nil, nil, nil
	}
	return q.Cache
}

// A encodedRows is rows of a table as bits, of those columns that some rules ask about.
type encodedRows struct {
	table *dataset.Table
	rows  []int32
	protocol.Bits
	encoder *binarize.Encoder
	asked   []bool      // the columns of the encoder that are encoded
	place   map[int]int // of their features among the columns of x
}

func newEncodedRows(from train.Sample, e *binarize.Encoder) *encodedRows {
	return &encodedRows{table: from.Table, rows: from.Rows, Bits: protocol.Bits{Labels: train.PackLabels(from.Positives)}, encoder: e}
}

// ask encodes the columns that the rules ask about, if they are not encoded yet.
func (h *encodedRows) ask(j train.Job, sets ...rule.Set) error {
	wanted, more := train.UsedColumns(h.encoder, sets...), h.X == nil
	for c := range wanted {
		before := len(h.asked) > 0 && h.asked[c]
		more = more || wanted[c] && !before
		wanted[c] = wanted[c] || before
	}
	if !more {
		return nil
	}
	needed, bits := train.Needed(h.encoder, wanted)
	x, _, err := train.Encode(j, needed, h.table, h.rows, nil)
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
func (h *encodedRows) set(rules rule.Set) rule.Set {
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
func (h *encodedRows) sets(list []rule.Set) []rule.Set {
	out := make([]rule.Set, len(list))
	for i, rules := range list {
		out[i] = h.set(rules)
	}
	return out
}

// fires returns the rows on which some rule fires.
func (h *encodedRows) fires(rules rule.Set) []uint64 {
	dst, scratch := make([]uint64, bitmat.Words(h.X.Rows)), make([]uint64, bitmat.Words(h.X.Rows))
	h.set(rules).Match(dst, scratch, h.X)
	return dst
}

// checkModel reports a model that cannot answer.
func checkModel(m *protocol.Model) error {
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
		protocol.BadSetting, fmt.Sprintf("there is no row %d: the table has %s", row, train.Plural(t.Rows, "row", "rows")),
		fmt.Sprintf("choose a row from 1 to %d", t.Rows),
	)
}
