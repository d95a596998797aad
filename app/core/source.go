package core

import (
	"io"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// MaxMissingValues is the maximum number of texts that mark missing cells: far more than any table has.
const MaxMissingValues = 200

// Source identifies the origin of a table and how it is parsed.
type Source struct {
	Sample  string // name of a sample dataset, "" for a file
	Name    string
	Size    int64 // in bytes, 0 if unknown
	File    io.Reader
	Options dataset.Options
}

func (s Source) Load() protocol.Load {
	if s.Sample != "" {
		return protocol.Load{Sample: s.Sample, Options: s.Options}
	}
	return protocol.Load{Name: s.Name, Size: s.Size, File: s.File, Options: s.Options}
}
