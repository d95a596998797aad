package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
)

// clean is an unambiguous table of 13 lines; each case below changes it in one way.
var clean = [][]string{
	{"age", "city", "income", "label"},
	{"31", "Paris", "1520.5", "yes"},
	{"42", "Rome", "2310.75", "no"},
	{"53", "Oslo", "1890", "no"},
	{"24", "Paris", "990.25", "yes"},
	{"35", "Rome", "1740.5", "yes"},
	{"46", "Oslo", "2105", "no"},
	{"31", "Paris", "1630.5", "no"},
	{"28", "Rome", "1205.75", "yes"},
	{"39", "Oslo", "1990", "no"},
	{"50", "Paris", "2450.25", "no"},
	{"61", "Rome", "2780.5", "no"},
	{"22", "Oslo", "870", "yes"},
}

// The expected reading of the clean table.
var cleanNames = []string{"age", "city", "income", "label"}

const cleanTypes = "numeric categorical numeric binary"

// cleanCells are cells of the first and the last row.
func cleanCells() map[string]any {
	return map[string]any{"0,0": 31, "0,1": "Paris", "0,2": 1520.5, "0,3": "yes", "11,0": 22, "11,1": "Oslo", "11,2": 870, "11,3": "yes"}
}

// asClean is a case whose file must be read as the whole clean table.
func asClean(name, in, warn string) fileCase {
	return fileCase{
		name: name, in: in, rows: "12", names: cleanNames, types: cleanTypes, missing: "0 0 0 0",
		leftOut: "0", repaired: "0", warn: warn, cells: cleanCells(),
	}
}

// written writes lines of values.
func written(lines [][]string, between, end string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.Join(line, between))
		b.WriteString(end)
	}
	return b.String()
}

// cleanCSV is the clean table in the usual form, and cleanLines its lines, the header at 0.
func cleanCSV() string { return written(clean, ",", "\n") }

func cleanLines() []string { return strings.Split(strings.TrimSuffix(cleanCSV(), "\n"), "\n") }

// withLine is the clean table with another line at index i.
func withLine(i int, line string) string {
	lines := cleanLines()
	lines[i] = line
	return strings.Join(lines, "\n") + "\n"
}

// eachValue rewrites every value of the clean table.
func eachValue(f func(i, j int, value string) string) [][]string {
	out := make([][]string, len(clean))
	for i, line := range clean {
		for j, value := range line {
			out[i] = append(out[i], f(i, j, value))
		}
	}
	return out
}

// quoted puts values in quotes and doubles the quotes inside.
func quoted(_, _ int, value string) string { return `"` + strings.ReplaceAll(value, `"`, `""`) + `"` }

// decimalCommas writes the fractions of the clean table with commas.
func decimalCommas(i, j int, value string) string {
	if i > 0 && j == 2 {
		return strings.Replace(value, ".", ",", 1)
	}
	return value
}

// lines makes n lines below a header.
func lines(header string, n int, row func(i int) string) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for i := range n {
		b.WriteString(row(i) + "\n")
	}
	return b.String()
}

// column is a table with a column of letters and a column x with these cells.
func column(between string, cells ...string) string {
	return lines("k"+between+"x", len(cells), func(i int) string { return string(rune('a'+i%3)) + between + cells[i] })
}

// times is a list of n cells that repeats the given ones.
func times(n int, cells ...string) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = cells[i%len(cells)]
	}
	return list
}

func gzipped(s string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(s))
	w.Close()
	return b.String()
}

// utf16Text encodes text in UTF-16 without a byte order mark.
func utf16Text(s string, order binary.AppendByteOrder) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune(s)) {
		b = order.AppendUint16(b, unit)
	}
	return string(b)
}

const (
	markLE = "\xff\xfe"
	markBE = "\xfe\xff"
)

// windows encodes letters up to U+00FF and the euro sign in Windows-1252.
func windows(s string) string {
	var b []byte
	for _, r := range s {
		switch {
		case r == '€':
			b = append(b, 0x80)
		case r < 0x100:
			b = append(b, byte(r))
		default:
			panic(fmt.Sprintf("%q is not in the cases' Windows-1252", r))
		}
	}
	return string(b)
}

// noise is pseudo-random bytes, the same in each run.
func noise(n int) string {
	b := make([]byte, n)
	x := uint32(2463534242) // the seed of Marsaglia's xorshift, J. Stat. Softw. 8(14), 2003
	for i := range b {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		b[i] = byte(x >> 8)
	}
	return string(b)
}
