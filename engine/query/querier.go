// Package query answers requests about a trained model and the rows of a table: predictions, explanations, scores of edited rules,
// the rows of a selection, coverage, and the evaluation of a network. It trains nothing.
package query

import "drnet/engine/prepare"

// Querier answers requests about models and rows. It trains nothing.
type Querier struct {
	prepare.Tables
	Cache *Cache
}
