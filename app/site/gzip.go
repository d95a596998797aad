package site

import (
	"bytes"
	"compress/gzip"
	"maps"
	"path"
	"slices"
)

// gzipSuffix names the compressed form of a file. It lies beside the file, made
// once, for servers that send what they find; hosts that compress by themselves
// do not need it.
const gzipSuffix = ".gz"

// compressed are the kinds of files that shrink; pictures do not.
var compressed = []string{".html", ".css", ".js", ".wasm", ".svg", ".webmanifest"}

// compress adds the compressed form of every file that shrinks.
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
