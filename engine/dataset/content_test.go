package dataset_test

import (
	"errors"
	"testing"

	"drnet/engine/dataset"
)

// A sheet cannot be chosen in a file that has none.
func TestNoSheets(t *testing.T) {
	_, err := read("a,b\n1,2\n", dataset.Options{Sheet: "data"})
	var e *dataset.Error
	if !errors.As(err, &e) || e.Kind != dataset.Spreadsheet || e.Hint != "leave the sheet out" {
		t.Errorf("error %#v", err)
	}
}
