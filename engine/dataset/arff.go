package dataset

import (
	"bytes"
	"context"
	"io"
	"strings"

	"drnet/engine/dataset/csvfile"
)

// arff is a table in the attribute-relation file format of Weka: a line @attribute for each column, and the rows after a line @data. A
// value may be quoted, with a backslash before special characters. A question mark is a missing value.
type arff struct {
	text  []byte // the part of the file that was not read yet
	names []string
	codes map[string]bool // names of columns that list more than two values, all numbers: categories rather than numbers
}

// openARFF opens a table of Weka, nil for another file. The table is kept in memory, because such tables are small.
func openARFF(_ context.Context, in *input) (*content, error) {
	if !csvfile.IsARFF(in.start) {
		return nil, nil
	}
	text, packed, err := in.allText()
	if err != nil {
		return nil, err
	}
	f := &arff{text: text, codes: map[string]bool{}}
	if err := f.readHead(); err != nil {
		return nil, err
	}
	var head []byte
	for j, name := range f.names {
		head = appendNext(head, j, []byte(name))
	}
	return &content{
		text: csvfile.NewConverter(append(head, '\n'), f.more), rows: bytes.Count(f.text, []byte("\n")),
		format: "arff", packed: packed, named: true, codes: f.codes,
	}, nil
}

// readHead reads the lines up to @data.
func (f *arff) readHead() error {
	for {
		line := f.next()
		if line == nil {
			return csvfile.NewError(NoDataRows, "check whether the file was cut off", "the ARFF file lacks the line @data")
		}
		word, rest, _ := bytes.Cut(bytes.ReplaceAll(line, []byte("\t"), []byte(" ")), []byte(" "))
		switch strings.ToLower(string(word)) {
		case "@data":
			return nil
		case "@attribute":
			if err := f.addAttribute(bytes.TrimSpace(rest)); err != nil {
				return err
			}
		}
	}
}

// addAttribute adds a column. The text is its name, and its type or a list of its values in braces.
func (f *arff) addAttribute(text []byte) error {
	name, kind := cutValue(text, " {")
	kind = bytes.TrimSpace(kind)
	if len(kind) == 0 {
		return csvfile.NewError(NotCSV, "save the table as CSV in Weka", "an attribute of the ARFF file lacks a type: %.40q", text)
	}
	f.names = append(f.names, string(name))
	if list, ok := bytes.CutPrefix(kind, []byte("{")); ok {
		list, _, _ = bytes.Cut(list, []byte("}"))
		number, n := true, 0
		for rest := bytes.TrimSpace(list); len(rest) > 0; n++ {
			var value []byte
			value, rest = cutValue(rest, ",")
			_, ok := ParseNumber(string(value))
			number, rest = number && ok, bytes.TrimSpace(bytes.TrimPrefix(rest, []byte(",")))
		}
		f.codes[string(name)] = number && n > 2
	}
	return nil
}

// next returns the next line that is neither blank nor a comment, nil at the end.
func (f *arff) next() (line []byte) {
	for len(f.text) > 0 {
		line, f.text, _ = bytes.Cut(f.text, []byte("\n"))
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '%' {
			return line
		}
	}
	return nil
}

// more appends some rows as comma-separated text.
func (f *arff) more(to []byte) ([]byte, error) {
	for len(to) < csvfile.ConvertedSize {
		line := f.next()
		if line == nil {
			return to, io.EOF
		}
		if line[0] == '{' {
			return to, csvfile.NewError(NotCSV, "in Weka, apply the filter SparseToNonSparse and save the table as CSV",
				"this is a sparse ARFF file, whose rows name only the values other than zero")
		}
		separator := ","
		if len(f.names) > 1 && !bytes.Contains(line, []byte(separator)) {
			separator = " \t"
		}
		for j := 0; ; j++ {
			value, rest := cutValue(line, separator)
			if string(value) == "?" {
				value = nil
			}
			if to = appendNext(to, j, value); len(rest) == 0 {
				break
			}
			line = bytes.TrimLeft(rest[1:], " \t")
		}
		to = append(to, '\n')
	}
	return to, nil
}

// cutValue returns the value at the start of a text, without its quotes, and the rest from the next separator on.
func cutValue(text []byte, separators string) (value, rest []byte) {
	if len(text) == 0 || text[0] != '\'' && text[0] != '"' {
		end := bytes.IndexAny(text, separators)
		if end < 0 {
			end = len(text)
		}
		return bytes.TrimSpace(text[:end]), text[end:]
	}
	i := 1
	for ; i < len(text) && text[i] != text[0]; i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		value = append(value, text[i])
	}
	rest = text[min(i+1, len(text)):]
	if end := bytes.IndexAny(rest, separators); end >= 0 {
		return value, rest[end:]
	}
	return value, nil
}

// appendNext appends cell number j of a line.
func appendNext(to []byte, j int, cell []byte) []byte {
	if j > 0 {
		to = append(to, ',')
	}
	return csvfile.AppendCell(to, cell)
}
