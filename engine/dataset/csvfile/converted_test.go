package csvfile

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Nothing of a converted text is detected but the place of its table, and a line is a row.
func TestConverted(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"semicolons", "a;b\n1;2\n3;4\n", "a;b 2:1;2 3:3;4"},
		{"comments", "# a,b\n# 1,2\n// 3,4\n", "# a,b 2:# 1,2 3:// 3,4"},
		{"separator", "sep=;\na\nb\n", "sep=; 2:a 3:b"},
		{"apostrophes", "a,b\n'x','y'\n'z','u'\n'v','w'\n", "a,b 2:'x','y' 3:'z','u' 4:'v','w'"},
		{"backslashes", "a,b\n\"x\\\"\"\",1\n\"\"\"\\y\",2\n", `a,b 2:x\",1 3:"\y,2`},
		{"line feeds", "a,b\n\"x\ny\nz\",1\nu,2\n", "a,b 2:x\ny\nz,1 3:u,2"},
		{"letters", "a,b\nü,1\n", "a,b 2:ü,1"},
		{"markup", "<html>,b\n1,2\n", "<html>,b 2:1,2"},
		{"another format", "PK\x03\x04,b\n1,2\n", "PK\x03\x04,b 2:1,2"},
		{"title", "Report,,\n\na,b,c\n1,2,3\n4,5,6\n", "a,b,c 4:1,2,3 5:4,5,6"},
	}
	for _, test := range tests {
		f, err := Open(strings.NewReader(test.text), OpenOptions{Converted: true, Delimiter: ';', Encoding: "UTF-16LE"})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		got := strings.Join(f.Names, ",")
		_, err = f.Rows(func(cells [][]byte, line int) { got += fmt.Sprintf(" %d:%s", line, slices.Concat(joined(cells)...)) })
		if err != nil || got != test.want {
			t.Errorf("%s: %q, %v, want %q", test.name, got, err, test.want)
		}
		if d := f.Dialect; d.Delimiter != "," || d.Encoding != "UTF-8" || d.Found {
			t.Errorf("%s: dialect %+v", test.name, d)
		}
	}
}

func joined(cells [][]byte) (parts [][]byte) {
	for j, cell := range cells {
		if j > 0 {
			parts = append(parts, []byte(","))
		}
		parts = append(parts, cell)
	}
	return parts
}
