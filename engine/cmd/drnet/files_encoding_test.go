package main

import (
	"encoding/binary"
	"strings"
)

// encodingFiles tests character encodings.
func encodingFiles() []fileCase {
	le, be := binary.LittleEndian, binary.BigEndian
	places := func(rows int) string {
		return lines("größe,straße", rows, func(i int) string { return []string{"1,Müllerstraße", "2,Käseweg", "3,Über den Höfen"}[i%3] })
	}
	ascii := func(rows int) string {
		return lines("a,b", rows, func(i int) string { return []string{"1,street", "2,road", "3,lane"}[i%3] })
	}
	names := []string{"größe", "straße"}
	cells := map[string]any{"0,1": "Müllerstraße", "2,1": "Über den Höfen"}
	marked := func(name, in, encoding string) fileCase {
		c := asClean(name, in, "")
		c.encoding = encoding
		return c
	}
	crlf := strings.ReplaceAll(cleanCSV(), "\n", "\r\n")
	return []fileCase{
		marked("UTF-8 with a mark", "\ufeff"+cleanCSV(), "utf-8"),
		marked("UTF-8 with a mark, CRLF", "\ufeff"+crlf, "utf-8"),
		marked("UTF-16, little end first", markLE+utf16Text(cleanCSV(), le), "utf-16"),
		marked("UTF-16, big end first", markBE+utf16Text(cleanCSV(), be), "utf-16"),
		marked("UTF-16, tabs, CRLF", markLE+utf16Text(strings.ReplaceAll(crlf, ",", "\t"), le), "utf-16"),
		marked("UTF-16 with sep=;", markLE+utf16Text("sep=;\r\n"+strings.ReplaceAll(crlf, ",", ";"), le), "utf-16"),
		{
			name: "UTF-16, letters of all kinds", in: markLE + utf16Text("größe,名前\n1,Łódź 😀\n2,Größe\n", le),
			encoding: "utf-16", rows: "2", names: []string{"größe", "名前"}, cells: map[string]any{"0,1": "Łódź 😀"},
		},
		{
			name: "UTF-16, letters whose bytes are delimiters", in: markLE + utf16Text("a,b\n1,Ȭ⼊\n2,Ĭ\n", le),
			encoding: "utf-16", rows: "2", names: []string{"a", "b"}, cells: map[string]any{"0,1": "Ȭ⼊", "1,1": "Ĭ"},
		},
		{
			name: "UTF-16 without a mark", in: utf16Text(cleanCSV(), le), mayRefused: "encoding|binary_file",
			rows: "12", names: cleanNames, types: cleanTypes, cells: cleanCells(),
		},
		{
			name: "UTF-16, big end first, without a mark", in: utf16Text(cleanCSV(), be),
			mayRefused: "encoding|binary_file", rows: "12", names: cleanNames, types: cleanTypes, cells: cleanCells(),
		},
		{
			name: "UTF-16, half a letter at the end", in: markLE + utf16Text(cleanCSV(), le) + "x",
			mayRefused: "encoding", rows: "12|13", names: cleanNames, warn: "*", cells: map[string]any{"0,1": "Paris"},
		},
		{
			name: "UTF-16, half a pair",
			in:   markLE + utf16Text("a,b\n1,x", le) + "\x00\xd8" + utf16Text("y\n2,z\n", le), mayRefused: "encoding",
			rows: "2", names: []string{"a", "b"}, warn: "*", cells: map[string]any{"1,1": "z"},
		},
		{
			name:       "UTF-32",
			in:         "\xff\xfe\x00\x00a\x00\x00\x00,\x00\x00\x00b\x00\x00\x00\n\x00\x00\x001\x00\x00\x00,\x00\x00\x002\x00\x00\x00\n\x00\x00\x00",
			mayRefused: "encoding|binary_file", rows: "1", names: []string{"a", "b"},
		},
		{name: "UTF-16, a mark alone", in: markLE, refused: "empty_file"},

		{
			name: "UTF-8 without a mark", in: places(12), encoding: "utf-8", rows: "12", names: names,
			types: "numeric categorical", warn: "-", cells: cells,
		},
		{
			name: "UTF-8, first letter beyond ASCII after 200 KB", in: ascii(20_000) + "1,Käseweg\n", encoding: "utf-8",
			rows: "20001", types: "numeric categorical", warn: "duplicates", cells: map[string]any{"20000,1": "Käseweg"},
		},
		{
			name: "UTF-8, four bytes a letter", in: "a,b\n" + strings.Repeat("1,😀\n2,👩‍👩‍👧\n3,𝒳\n", 6),
			encoding: "utf-8", rows: "18", warn: "-", cells: map[string]any{"1,1": "👩‍👩‍👧", "2,1": "𝒳"},
		},
		{
			name: "UTF-8, the last letter cut off", in: ascii(30) + "1,Stra\xc3", mayRefused: "encoding", rows: "30|31",
			names: []string{"a", "b"}, warn: "*", cells: map[string]any{"0,1": "street"},
		},

		{
			name: "Windows-1252", in: windows(places(12)), encoding: "1252|8859-1|latin", rows: "12", names: names,
			types: "numeric categorical", warn: "1252|latin|8859|encod", cells: cells,
		},
		{
			name: "Windows-1252, CRLF, semicolon",
			in:   windows(strings.ReplaceAll(strings.ReplaceAll(places(12), ",", ";"), "\n", "\r\n")), delim: ";",
			encoding: "1252|8859-1|latin", rows: "12", names: names, warn: "*", cells: cells,
		},
		{
			name: "Windows-1252, its euro sign and dash",
			in:   "price,note\n" + strings.Repeat("1,\x80 5\n2,a \x96 b\n3,\x84c\x93\n", 5), encoding: "1252", rows: "15",
			warn: "*", cells: map[string]any{"0,1": "€ 5", "1,1": "a – b", "2,1": "„c“"},
		},
		{
			name: "Windows-1252, first letter after 200 KB", in: ascii(20_000) + windows("1,Käseweg\n"),
			encoding: "1252|8859-1|latin|utf-8", rows: "20001", warn: "*",
			cells: map[string]any{"20000,1": either{"Käseweg", "K\ufffdseweg"}, "19999,0": 2},
		},
		{
			name: "Windows-1252, one name only", in: windows("größe,b\n") + strings.Repeat("1,x\n2,y\n", 6), rows: "12",
			names: []string{"größe", "b"}, warn: "*",
		},
		{
			name: "Cyrillic in Windows-1251",
			in:   "a,b\n" + strings.Repeat("1,\xcc\xee\xf1\xea\xe2\xe0\n2,\xca\xe8\xe5\xe2\n", 6), mayRefused: "encoding",
			rows: "12", names: []string{"a", "b"}, warn: "москва",
		},
		{
			name: "Shift JIS", in: "a,b\n" + strings.Repeat("1,\x93\x8c\x8b\x9e\n2,\x91\xe5\x8d\xe3\n", 6),
			mayRefused: "encoding", rows: "12", names: []string{"a", "b"}, warn: "東京",
		},
		{
			name: "lines in UTF-8, one in Windows-1252", in: places(12) + windows("1,Käseweg\n"),
			mayRefused: "encoding", rows: "13", warn: "encod|utf-8|line 14|letter",
			cells: map[string]any{"0,1": either{"Müllerstraße", "MÃ¼llerstraÃŸe"}},
		},
		{name: "lines in Windows-1252, one in UTF-8", in: windows(places(12)) + "1,Käseweg\n", mayRefused: "encoding", rows: "13", warn: "*"},
		{
			name: "UTF-8 that was taken for Windows-1252 and saved",
			in:   "a,b\n" + strings.Repeat("1,MÃ¼nchen\n2,KÃ¶ln\n3,GrÃ¶ÃŸe\n", 6), rows: "18", names: []string{"a", "b"},
			warn: "letter|ã|encod|1252", cells: map[string]any{"0,1": either{"MÃ¼nchen", "München"}},
		},
		{
			name: "letters that were lost before", in: "a,b\n" + strings.Repeat("1,M\ufffdnchen\n2,K\ufffdln\n", 6),
			rows: "12", names: []string{"a", "b"}, cells: map[string]any{"0,1": "M\ufffdnchen"},
		},
		{
			name: "a NUL byte in a text", in: withLine(3, "53,Os\x00lo,1890,no"), mayRefused: "binary_file|encoding",
			rows: "12", names: cleanNames, warn: "nul|zero", cells: map[string]any{"0,1": "Paris", "11,0": 22},
		},
		{
			name: "a NUL byte in a number", in: withLine(3, "5\x003,Oslo,1890,no"), mayRefused: "binary_file|encoding",
			rows: "12", names: cleanNames, warn: "*", cells: map[string]any{"0,1": "Paris"},
		},
		{
			name: "a NUL byte after 200 KB", in: ascii(20_000) + "1,ro\x00ad\n", mayRefused: "binary_file|encoding",
			rows: "20001", warn: "nul|zero", cells: map[string]any{"0,1": "street"},
		},
		{
			name: "NUL bytes at the end", in: cleanCSV() + strings.Repeat("\x00", 512),
			mayRefused: "binary_file|encoding", rows: "12|13", names: cleanNames, warn: "*",
		},
		{
			name: "control letters in a text", in: "a,b\n" + strings.Repeat("1,x\x07y\n2,\x1b[31mred\n", 6), rows: "12",
			names: []string{"a", "b"}, cells: map[string]any{"0,1": "x\x07y"},
		},
		{
			name: "a second mark in the middle",
			in:   cleanCSV() + "\ufeff" + strings.Join(cleanLines()[1:], "\n") + "\n", rows: "24", names: cleanNames,
			cells: cleanCells(),
		},
		{
			name: "letters from right to left, and joined ones",
			in:   "a,b\n" + strings.Repeat("1,שלום\n2,e\u0301\n3,\u00e9\n", 6), rows: "18", types: "numeric categorical",
			cells: map[string]any{"0,1": "שלום", "1,1": either{"e\u0301", "\u00e9"}, "2,1": "\u00e9"},
		},

		{name: "Windows-1252, said", in: windows(places(12)), args: "-encoding windows-1252", rows: "12", names: names, cells: cells},
		{
			name: "UTF-8 read as Windows-1252, as asked", in: places(12), args: "-encoding windows-1252", rows: "12",
			cells: map[string]any{"0,1": "MÃ¼llerstraÃŸe"},
		},
		{
			name: "Windows-1252 read as UTF-8, as asked", in: windows(places(12)), args: "-encoding utf-8",
			mayRefused: "encoding", rows: "12", warn: "*",
		},
	}
}
