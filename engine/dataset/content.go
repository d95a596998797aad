package dataset

import (
	"bufio"
	"io"

	"drnet/engine/dataset/csvfile"
)

// Sheet is a table in a file of several, such as a workbook.
type Sheet struct {
	Name    string `json:"name"`
	Rows    int    `json:"rows,omitempty"`    // from the first to the last one with a value; 0 if unknown or empty
	Columns int    `json:"columns,omitempty"` // in the same way
	Hidden  bool   `json:"hidden,omitempty"`  // the program that wrote the file does not show it
}

// content is the text of the table in a file.
type content struct {
	text     io.Reader
	size     int64           // of the text in bytes; 0 if unknown
	format   string          // of a file that is not text, such as "xlsx": the text is made from it, see csvfile.OpenOptions.Converted
	sheets   []Sheet         // of the file; nil if it has one table without a name
	sheet    string          // name of the one that is read
	warnings func() []string // returns sentences about the conversion, at the end of the text; nil for none
}

// containers open the formats that are not text. Each gets the first bytes of a file and its stream from the start. It
// returns nil, without reading, for files of other formats.
var containers []func(head []byte, file io.Reader, o Options) (*content, error)

// headSize is the number of bytes that a container is recognized by.
const headSize = 4 << 10

// openContent returns the text of the table in a file: the file itself unless a container has its format.
func openContent(r io.Reader, o Options) (*content, error) {
	file := bufio.NewReaderSize(r, headSize)
	head, _ := file.Peek(headSize) // an error returns when the file is read
	for _, open := range containers {
		if c, err := open(head, file, o); c != nil || err != nil {
			return c, err
		}
	}
	if o.Sheet != "" {
		return nil, csvfile.NewError(csvfile.Spreadsheet, "leave the sheet out", "the file has no sheets, so that %q cannot be read", o.Sheet)
	}
	return &content{text: file, size: o.Size}, nil
}
