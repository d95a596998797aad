package query

import (
	"encoding/json"
	"fmt"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Cache holds encoded rows between queries, so that the next query about the same rows need not encode them again. It
// belongs to the tables; a run empties it to free memory.
type Cache struct {
	table, test *dataset.Table
	last        *protocol.Train // the last run, with its folds
	scales      map[string]rule.Scale
	key         string       // of the models that the other fields belong to
	split       *splitRows   // the split of their rows
	all         *encodedRows // the whole table
	labels      *labelled    // the labels of the whole table
}

// NewCache returns an empty cache for the tables of a run.
func NewCache(table, test *dataset.Table, last *protocol.Train) Cache {
	return Cache{table: table, test: test, last: last}
}

// Release empties the cache, to make room for another table.
func (m *Cache) Release() { *m = Cache{table: m.table, test: m.test, last: m.last} }

// cached returns the cache, without the entries of other tables or another encoder.
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

// encodedRows holds rows of a table as bits, for the columns that some rules use.
type encodedRows struct {
	table *dataset.Table
	rows  []int32
	protocol.Bits
	encoder *binarize.Encoder
	asked   []bool      // the columns of the encoder that are encoded
	place   map[int]int // of their features among the columns of x
}

func newEncodedRows(from prepare.Subset, e *binarize.Encoder) *encodedRows {
	return &encodedRows{table: from.Table, rows: from.Rows, Bits: protocol.Bits{Labels: prepare.PackLabels(from.Positives)}, encoder: e}
}

// ask encodes the columns that the rules use, unless they are encoded already.
func (h *encodedRows) ask(j prepare.Job, sets ...rule.Set) error {
	wanted, more := prepare.UsedColumns(h.encoder, sets...), h.X == nil
	for c := range wanted {
		before := len(h.asked) > 0 && h.asked[c]
		more = more || wanted[c] && !before
		wanted[c] = wanted[c] || before
	}
	if !more {
		return nil
	}
	needed, bits := prepare.Needed(h.encoder, wanted)
	x, _, err := prepare.Encode(j, needed, h.table, h.rows, nil)
	if err != nil {
		return err
	}
	h.X, h.asked, h.place = x, wanted, make(map[int]int, len(bits))
	for k, bit := range bits {
		h.place[bit] = k
	}
	return nil
}

// set returns rules over the columns of the encoded bits. Their columns must be encoded.
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

// sets applies set to each list of rules.
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

// CheckModel reports a model that cannot predict.
func CheckModel(m *protocol.Model) error {
	if m == nil {
		return protocol.Refuse(protocol.BadModel, "no model is given", "train one, or open a model file")
	}
	return damaged(m.Validate())
}

// CheckMultiClass reports a multiclass model that cannot predict.
func CheckMultiClass(c *protocol.MultiClass) error { return damaged(c.Validate()) }

func damaged(err error) error {
	if err != nil {
		return protocol.Refuse(protocol.BadModel, "the model is damaged: "+protocol.Plain(err), "open another copy of the file")
	}
	return nil
}

// noSuchRow rejects a row that the table does not have; row is counted from 1.
func noSuchRow(row int, t *dataset.Table) error {
	return protocol.BadSettingf(fmt.Sprintf("choose a row from 1 to %d", t.Rows),
		"row %d does not exist: the table has %s", row, protocol.Plural(t.Rows, "row", "rows"))
}
