package site

import (
	"bytes"
	"compress/gzip"
	"maps"
	"path"
	"slices"
)

// gzipSuffix is appended to the names of compressed files. Servers that send precompressed files use them; hosts that
// compress by themselves ignore them.
const gzipSuffix = ".gz"

// compressed lists the extensions of files that are worth compressing; pictures are not.
var compressed = []string{".html", ".css", ".js", ".wasm", ".svg", ".webmanifest"}

// compress adds a compressed copy of each file that is worth compressing.
func (s files) compress() error {
	for _, name := range slices.Sorted(maps.Keys(s)) {
		if !slices.Contains(compressed, path.Ext(name)) {
			continue
		}
		var b bytes.Buffer
		w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err := w.Write(s[name]); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
		s[name+gzipSuffix] = b.Bytes()
	}
	return nil
}
