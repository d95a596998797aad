// Package query answers requests about a trained model and the rows of a table: predictions, explanations, scores of edited rules,
// the rows of a selection, coverage, and the evaluation of a network. It trains nothing.
package query

import (
	"encoding/json"
	"fmt"
	"reflect"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Querier answers requests about models and rows.
type Querier struct {
	prepare.Tables
	Cache *Cache
}

// Cache holds encoded rows between queries, so that the next query about the same rows need not encode them again. It
// belongs to the tables; a run empties it to free memory.
type Cache struct {
	tables prepare.Tables
	last   *protocol.Train // the last run, with its folds
	scales map[string]rule.Scale
	key    string       // of the models that the other fields belong to
	split  *splitRows   // the split of their rows
	all    *encodedRows // the whole table
	labels labelled     // the labels of the whole table
}

// NewCache returns an empty cache for the tables of a run.
func NewCache(tables prepare.Tables, last *protocol.Train) Cache {
	return Cache{tables: tables, last: last}
}

// Release empties the cache, to make room for another table.
func (m *Cache) Release() { *m = NewCache(m.tables, m.last) }

// cached returns the cache, without the entries of other tables or another encoder.
func (q *Querier) cached(m *protocol.Model) *Cache {
	if q.Cache.tables != q.Tables {
		*q.Cache = NewCache(q.Tables, nil)
	}
	l := &m.Learned
	key, err := json.Marshal([]any{m.Target, m.Positive, m.Encoder, l.Request, l.Columns, l.Rows})
	if k := string(key); err != nil || k != q.Cache.key {
		q.Cache.key, q.Cache.split, q.Cache.all = k, nil, nil
	}
	return q.Cache
}

// CheckModel reports a model, or the multiclass model to use instead, that cannot predict.
func CheckModel(m *protocol.Model, c *protocol.MultiClass) (err error) {
	switch {
	case c != nil:
		err = c.Validate()
	case m != nil:
		err = m.Validate()
	default:
		return protocol.Refuse(protocol.BadModel, "no model is given", "train one, or open a model file")
	}
	if err == nil {
		return nil
	}
	return protocol.Refuse(protocol.BadModel, "the model is damaged: "+protocol.Plain(err), "open another copy of the file")
}

// noSuchRow rejects a row that the table does not have; row is counted from 1.
func noSuchRow(row int, t *dataset.Table) error {
	return protocol.BadSettingf(fmt.Sprintf("choose a row from 1 to %d", t.Rows),
		"row %d does not exist: the table has %s", row, protocol.Plural(t.Rows, "row", "rows"))
}

// answerable returns the table with the names of the columns that a model, or a multiclass model instead, knows, and a
// note if the file has none.
func (q *Querier) answerable(m *protocol.Model, c *protocol.MultiClass) (*dataset.Table, []string, error) {
	if q.Table == nil {
		return nil, nil, prepare.ErrNoTable
	}
	if err := CheckModel(m, c); err != nil {
		return nil, nil, err
	}
	if c != nil {
		return prepare.ByPosition(q.Table, c.Learned.Columns, c.Target, c.Encoder)
	}
	return prepare.ByPosition(q.Table, m.Learned.Columns, m.Target, m.Encoder)
}

// sameEncoder rejects a model that does not belong to the multiclass model, if there is one.
func sameEncoder(m *protocol.Model, c *protocol.MultiClass) error {
	if c == nil {
		return nil
	}
	if err := CheckModel(nil, c); err != nil {
		return err
	}
	if !encodeAlike(m.Encoder, c.Encoder) {
		return protocol.Refuse(protocol.BadModel, "the model is not part of the multiclass model", "open another copy of the file")
	}
	return nil
}

func encodeAlike(a, b *binarize.Encoder) bool { return a == b || reflect.DeepEqual(a, b) }
