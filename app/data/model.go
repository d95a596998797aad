// Package data reads tables and shows their columns: import options, a preview, kinds, distributions and thresholds.
package data

// Model is the view of the table and of its file. The zero value shows the first page of all columns, with no column opened.
type Model struct {
	Sought   string // only columns whose names contain this text
	Page     int    // from 0
	Opened   string // name of the column whose thresholds are edited, "" for none
	Drawn    int    // parts of the columns and rows drawn so far: drawing all at once would block the page
	Dragging bool   // a threshold is being dragged

	typed   *importOptions // nil for those that the table was read with
	reading progress       // of the file
}
