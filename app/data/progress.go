package data

import (
	"fmt"
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// progress describes the reading of a file.
type progress struct {
	bytes, size int64 // size is 0 if unknown
	stopping    bool

	first     int64 // bytes read at the time since
	since, at time.Time
}

// updated returns the progress after a report of the engine.
func (p progress) updated(e protocol.Reading, at time.Time) progress {
	if p.since.IsZero() {
		p.since, p.first = at, e.Bytes
	}
	p.bytes, p.size, p.at = e.Bytes, e.Size, at
	return p
}

const megabyte = 1e6

// words describes the progress: "12 of 80 MB, 45 MB/s, about 2 s left".
func (p progress) words() string {
	if p.stopping {
		return "Stopping …"
	}
	if p.bytes == 0 {
		return ""
	}
	text := fmt.Sprintf("%.0f MB", float64(p.bytes)/megabyte)
	if p.size > 0 {
		text = fmt.Sprintf("%.0f of %.0f MB", float64(p.bytes)/megabyte, float64(p.size)/megabyte)
	}
	const soon = 300 * time.Millisecond // before that, the rate is unreliable
	took := p.at.Sub(p.since)
	if took < soon || p.bytes <= p.first {
		return text
	}
	rate := float64(p.bytes-p.first) / took.Seconds()
	text += fmt.Sprintf(", %.0f MB/s", rate/megabyte)
	if p.size > p.bytes {
		text += ", about " + core.Span(time.Duration(float64(p.size-p.bytes)/rate*float64(time.Second))) + " left"
	}
	return text
}
