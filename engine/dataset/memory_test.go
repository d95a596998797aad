package dataset

import (
	"slices"
	"strings"
	"testing"

	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/infer"
)

func TestRound(t *testing.T) {
	for n, want := range map[float64]int{
		0: 1, 0.5: 1, 1: 1, 1.9: 1, 2: 2, 4.9: 2, 5: 5, 9.99: 5, 10: 10, 19: 10, 20: 20,
		51_000: 50_000, 99_999: 50_000, 1e6: 1_000_000,
	} {
		if got := round(n); got != want {
			t.Errorf("round(%v) = %d, want %d", n, got, want)
		}
	}
}

// The memory of a table is estimated from that of its first rows.
func TestExpected(t *testing.T) {
	codes, texts := builderOf(times(50, "a", "b")...), builderOf(upTo("%04d ab", 0, 99)...)
	rd := &reader{t: &Table{Rows: 100}, builders: []*builder{codes, texts}}
	held, perRow := rd.size()
	if want := codes.perRow() + texts.perRow(); perRow != want {
		t.Errorf("%v bytes per row are expected, want %v", perRow, want)
	}
	if want := codes.held() + texts.held(); held != want || held <= 0 {
		t.Errorf("%v bytes are held, want %v", held, want)
	}
	var err error // the header is one half of the file, so that twice the rows are expected
	if rd.file, err = csvfile.Open(strings.NewReader("a,b\n1,2\n"), csvfile.OpenOptions{Header: "yes", Size: 8}); err != nil {
		t.Fatal(err)
	}
	if err := rd.checkMemory(true); err != nil {
		t.Error(err)
	}
	if got := cap(codes.codes.narrow); got < 204 {
		t.Errorf("there is room for %d rows, want 204 at least", got)
	}
}

func TestAfford(t *testing.T) {
	rd := &reader{t: &Table{Rows: 1_000_000}, options: Options{Memory: 1e9}}
	if err := rd.afford(1e9, 4e6); err != nil {
		t.Errorf("as much memory as the limit: %v", err)
	}
	want := Error{
		Kind: TooLarge, Message: "the table needs about 2.5 GB of memory and may take 1.0 GB",
		Hint: "read a random sample of 500000 rows, or leave columns out of the file",
	}
	if err, ok := rd.afford(2.5e9, 4e6).(*Error); !ok || *err != want {
		t.Errorf("error %v, want %+v", err, want)
	}
	want.Hint = "read a random sample of 200000 rows, or leave columns out of the file" // from the rows so far
	if err, ok := rd.afford(2.5e9, 0).(*Error); !ok || *err != want {
		t.Errorf("error %v, want %+v", err, want)
	}
	rd.options.Memory = 0
	if err := rd.afford(1e18, 0); err != nil {
		t.Errorf("without a limit: %v", err)
	}
}

// builderOf returns the builder of a column with these cells.
func builderOf(cells ...string) *builder {
	b := &builder{
		name: "x", missing: infer.NewMarks(nil), usual: infer.NewMarks(nil), decoder: &csvfile.Decoder{},
		dictionary: newDictionary(),
	}
	for i, cell := range cells {
		b.add([]byte(cell), i+2)
	}
	return b
}

// The memory per row is estimated from the first rows: few distinct texts stay codes, many become texts or numbers.
func TestPerRow(t *testing.T) {
	few := builderOf(times(50, "a", "b")...)
	if got, want := few.perRow(), float64(cap(few.codes.narrow))/100; got != want {
		t.Errorf("codes take %v bytes a row, want %v", got, want)
	}
	if got := builderOf(times(5, upTo("%020d", 0, 19)...)...).perRow(); got != 24 {
		t.Errorf("texts take %v bytes a row where a fifth of them differ, want 24", got)
	}
	if got := builderOf(upTo("%d", 0, 9)...).perRow(); got != numberSize {
		t.Errorf("short texts take %v bytes a row, want %v", got, numberSize)
	}
	numbers := builderOf(upTo("%d.5", 0, 9)...)
	if numbers.overflow(); numbers.perRow() != numberSize {
		t.Errorf("numbers take %v bytes a row, want %v", numbers.perRow(), numberSize)
	}
	texts := builderOf(upTo("name %d", 0, 9)...)
	if texts.overflow(); texts.perRow() != endSize+6 {
		t.Errorf("texts take %v bytes a row, want %v", texts.perRow(), endSize+6)
	}
}

func TestHeld(t *testing.T) {
	b := builderOf("a", "b", "b")
	if got, want := b.held(), cap(b.codes.narrow)+firstSlots*slotSize+cap(b.dictionary.bytes); got != want {
		t.Errorf("codes hold %d bytes, want %d", got, want)
	}
	b = builderOf(upTo("%d.5", 0, 9)...)
	if b.overflow(); b.held() != numberSize*cap(b.numbers.cells) || b.held() < 80 {
		t.Errorf("numbers hold %d bytes, want %d", b.held(), numberSize*cap(b.numbers.cells))
	}
	b = builderOf(upTo("name %d", 0, 9)...)
	if b.overflow(); b.held() != cap(b.texts.bytes)+endSize*cap(b.texts.ends) {
		t.Errorf("texts hold %d bytes, want %d", b.held(), cap(b.texts.bytes)+endSize*cap(b.texts.ends))
	}
	if n := new(Codes); n.held() != 0 {
		t.Errorf("no codes hold %d bytes", n.held())
	}
	wide := NewCodes(slices.Repeat([]int32{300}, 3))
	if got := wide.held(); got != 2*cap(wide.wide) {
		t.Errorf("codes of two bytes hold %d, want %d", got, 2*cap(wide.wide))
	}
}
