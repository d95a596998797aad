package engine

// querier answers requests about models and rows. It trains nothing.
type querier struct {
	*trainer
	cache *memory
}
