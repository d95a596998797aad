// Package archive finds the files of a ZIP archive that may be tables, by their names, and opens one. It knows nothing of their
// contents.
package archive

import (
	"archive/zip"
	"cmp"
	"errors"
	"io"
	"math"
	"path"
	"sort"
	"strconv"
	"strings"

	"drnet/engine/dataset/csvfile"
)

// mostEntries is the greatest number of files: an archive of more may be made to use up memory or time.
const mostEntries = 10_000

// Entry is a file in an archive that may be a table.
type Entry struct {
	Name string // with its folders
	Size int64  // in bytes, as the archive says

	rank int // how likely it is a table, by its name
	file *zip.File
}

// Tables returns the files that may be tables, the most likely one first, and the names of the other files except those that
// operating systems add. If no file may be a table, the error is an *csvfile.Error.
func Tables(z *zip.Reader) (tables []Entry, others []string, err error) {
	if len(z.File) > mostEntries {
		return nil, nil, csvfile.NewError(csvfile.TooLarge, "unpack it and choose the table inside",
			"the archive has %d files", len(z.File))
	}
	for _, f := range z.File {
		name := strings.ToValidUTF8(strings.ReplaceAll(f.Name, `\`, "/"), "\ufffd")
		switch rank := rankOf(strings.ToLower(name)); {
		case rank == hidden:
		case rank == other || f.UncompressedSize64 == 0:
			others = append(others, name)
		default:
			tables = append(tables, Entry{name, int64(min(f.UncompressedSize64, 1<<62)), rank, f})
		}
	}
	if len(tables) > 0 {
		sort.SliceStable(tables, func(i, j int) bool {
			a, b := tables[i], tables[j]
			return cmp.Or(b.rank-a.rank, cmp.Compare(b.Size, a.Size)) < 0
		})
		return tables, others, nil
	}
	if len(others) == 0 {
		return nil, nil, csvfile.NewError(csvfile.EmptyFile, "choose an archive with a table", "the ZIP archive is empty")
	}
	return nil, others, csvfile.NewError(csvfile.Archive, "choose an archive with a table, such as a CSV file",
		"the ZIP archive contains no table: its files are %s", csvfile.QuoteList(others))
}

// The ranks of files by their names: the greater, the more likely the file is a table.
const (
	hidden  = iota // added by an operating system or a program
	other          // not a table
	unknown        // no known ending
	text           // perhaps a table
	table
)

// endings are the endings of file names by rank, each followed by a blank.
var endings = map[int]string{
	other: ".md .rst .pdf .doc .docx .rtf .htm .html .xml .png .jpg .jpeg .gif .svg .zip .7z .rar .tar .exe .py .r .ipynb " +
		".names .yml .yaml .sql .log ",
	text:  ".txt .dat .test ",
	table: ".csv .tsv .tab .psv .data .train .json .jsonl .ndjson .geojson .arff .xlsx .xlsm .xls .ods .parquet ",
}

// rankOf returns the rank of a file, given its name in lower case.
func rankOf(name string) int {
	base := path.Base(name)
	switch {
	case strings.HasSuffix(name, "/"), strings.HasPrefix(name, "__macosx/"), base[0] == '.', strings.HasPrefix(base, "~$"),
		base == "thumbs.db", base == "desktop.ini":
		return hidden
	}
	if base == "index" { // as in the archives of UCI
		return other
	}
	for _, word := range []string{"readme", "read_me", "license", "licence", "changelog", "citation"} {
		if strings.HasPrefix(base, word) && !strings.HasSuffix(base, ".csv") {
			return other
		}
	}
	if ending := path.Ext(strings.TrimSuffix(base, ".gz")); ending != "" {
		for rank, list := range endings {
			if strings.Contains(list, ending+" ") {
				return rank
			}
		}
	}
	return unknown
}

// Find returns the file of that name, see csvfile.FindName; "" means the first one.
func Find(tables []Entry, name string) (Entry, error) {
	if name == "" {
		return tables[0], nil
	}
	names := make([]string, len(tables))
	for k := range names {
		names[k] = tables[k].Name
	}
	if k := csvfile.FindName(names, name); k >= 0 {
		return tables[k], nil
	}
	return Entry{}, csvfile.NewError(csvfile.Archive, "its tables are "+csvfile.QuoteList(names), "the archive contains no file %q", name)
}

// Open returns the bytes of the file. Errors of the stream are *csvfile.Error.
func (e Entry) Open() (io.Reader, error) {
	const encrypted = 1 // bit of the flags
	if e.file.Flags&encrypted != 0 {
		return nil, csvfile.NewError(csvfile.Archive, "unpack it with its password, and choose the file inside",
			"%q in the archive is encrypted", e.Name)
	}
	r, err := e.file.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		return nil, csvfile.NewError(csvfile.Archive, "unpack it and choose the file inside",
			"%q is packed by a method that cannot be read (number %d)", e.Name, e.file.Method)
	}
	if err != nil {
		return nil, e.damaged(io.ErrUnexpectedEOF)
	}
	return &stream{e, r, 0}, nil
}

func (e Entry) damaged(err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return csvfile.NewError(csvfile.Archive, "make or fetch it anew", "the archive is damaged or cut off at %q", e.Name)
}

// stream is the content of a file. It fails if the content grows too much, see csvfile.Grown.
type stream struct {
	Entry
	from io.Reader
	n    int64
}

// Read implements io.Reader.
func (s *stream) Read(p []byte) (int, error) {
	n, err := s.from.Read(p)
	s.n += int64(n)
	return n, cmp.Or(csvfile.Grown(strconv.Quote(s.Name), s.n, int64(min(s.file.CompressedSize64, math.MaxInt32))), s.damaged(err))
}
