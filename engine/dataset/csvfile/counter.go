package csvfile

import "io"

// counter counts the bytes that pass through a reader.
type counter struct {
	io.Reader
	n     int64
	check func(n int64) error // rejects a count; nil accepts all
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	if c.check != nil && err == nil {
		err = c.check(c.n)
	}
	return n, err
}
