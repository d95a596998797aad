package charset

import (
	"io"
	"strings"
	"syscall/js"
)

// NewReader returns the text of r as UTF-8. Name is a name of the standard, in any case; others panic. Undefined bytes become U+FFFD, and a
// byte order mark stays.
func NewReader(r io.Reader, name string) io.Reader {
	const size = 64 << 10 // bytes that are converted at once
	return &reader{
		from: r, read: make([]byte, size), bytes: js.Global().Get("Uint8Array").New(size),
		decoder: js.Global().Get("TextDecoder").New(name, map[string]any{"ignoreBOM": true}),
		unicode: strings.HasPrefix(strings.ToUpper(name), "UTF-"),
	}
}

type reader struct {
	from    io.Reader
	err     error  // of from
	read    []byte // from it
	bytes   js.Value
	decoder js.Value
	unicode bool
	text    string // not returned yet
}

func (r *reader) Read(p []byte) (n int, err error) {
	for r.text == "" {
		if r.err != nil {
			return 0, r.err
		}
		n, r.err = r.from.Read(r.read)
		js.CopyBytesToJS(r.bytes, r.read[:n])
		r.text = r.decoder.Call("decode", r.bytes.Call("subarray", 0, n), map[string]any{"stream": r.err == nil}).String()
		if !r.unicode {
			r.text = strings.Map(defined, r.text)
		}
	}
	n = copy(p, r.text)
	r.text = r.text[n:]
	return n, nil
}

// defined replaces the characters for which browsers take bytes that an encoding does not define: those of control and for private use.
func defined(r rune) rune {
	if r >= 0x80 && r < 0xa0 || r >= 0xe000 && r < 0xf8ff {
		return '\ufffd'
	}
	return r
}
