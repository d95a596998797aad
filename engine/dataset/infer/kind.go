// Package infer finds the kind of a column from its texts: numbers and how they are written, dates, missing marks,
// identifiers and categories. It knows one grammar of these, which dialect detection shares. It knows nothing of files.
package infer

// Kind is the kind of a column. It decides whether rules can use the column.
type Kind string

// The kinds of columns.
const (
	Numeric     Kind = "numeric"     // numbers with more than two distinct values
	Binary      Kind = "binary"      // exactly two distinct values, numbers or texts
	Categorical Kind = "categorical" // a few distinct values
	Date        Kind = "date"        // days or timestamps; rules cannot use them
	Text        Kind = "text"        // too many distinct values for a rule to name them
	ID          Kind = "id"          // unique per row, like a name or a row number
	Constant    Kind = "constant"    // the same value in every row that has one
	Empty       Kind = "empty"       // every cell is missing
)

// Usable reports whether features can be made from a column of this kind.
func (k Kind) Usable() bool { return k == Numeric || k == Binary || k == Categorical }
