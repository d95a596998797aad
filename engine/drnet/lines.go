package drnet

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"math"
)

// Connections are encoded as base64 of three little-endian 32-bit numbers each: a page reads thousands of them ten times a second.
type Connections []Connection

const lineBytes = 12

// MarshalText implements encoding.TextMarshaler.
func (l Connections) MarshalText() ([]byte, error) {
	raw := make([]byte, 0, lineBytes*len(l))
	for _, line := range l {
		raw = binary.LittleEndian.AppendUint32(raw, uint32(line.Feature))
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(line.W))
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(line.Loc))
	}
	return base64.StdEncoding.AppendEncode(nil, raw), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (l *Connections) UnmarshalText(text []byte) error {
	raw, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil || len(raw)%lineBytes != 0 {
		return errors.New("drnet: the weights of a network are damaged")
	}
	*l = make(Connections, len(raw)/lineBytes)
	for i := range *l {
		at := raw[i*lineBytes:]
		(*l)[i] = Connection{
			Feature: int32(binary.LittleEndian.Uint32(at)),
			W:       math.Float32frombits(binary.LittleEndian.Uint32(at[4:])),
			Loc:     math.Float32frombits(binary.LittleEndian.Uint32(at[8:])),
		}
	}
	return nil
}
