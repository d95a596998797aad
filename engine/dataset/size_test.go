package dataset

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestRound(t *testing.T) {
	for n, want := range map[float64]int{0: 1, 0.5: 1, 1: 1, 1.9: 1, 2: 2, 4.9: 2, 5: 5, 9.99: 5, 10: 10, 19: 10, 20: 20, 51_000: 50_000, 99_999: 50_000, 1e6: 1_000_000} {
		if got := round(n); got != want {
			t.Errorf("round(%v) = %d, want %d", n, got, want)
		}
	}
}

// The first two numbers of the generator with seed 0 are those of the reference program at https://prng.di.unimi.it/splitmix64.c.
func TestHashRow(t *testing.T) {
	for row, want := range map[uint64]uint64{0: 0, 1: 0xe220a8397b1dcdaf, 2: 0x6e789e6aa1b965f4} {
		if got := hashRow(row); got != want {
			t.Errorf("hashRow(%d) = %#x, want %#x", row, got, want)
		}
	}
}

func TestSampler(t *testing.T) {
	all := sampler{}
	half := sampler{below: 1 << 63}
	n := 0
	for row := range uint64(1000) {
		if !all.keeps() {
			t.Fatal("a sampler of all rows leaves one out")
		}
		want := hashRow(row+1+sampleSeed) < 1<<63
		if half.keeps() != want {
			t.Fatalf("row %d is kept: %v, want %v", row, !want, want)
		}
		if want {
			n++
		}
	}
	var table Table
	table.LeftOut = 7
	half.say(&table)
	if all.say(&table); half.seen != 1000 || half.n != n || table.LeftOut != 7+1000-n || n < 450 || n > 550 ||
		!reflect.DeepEqual(table.Warnings, []string{"a random sample: " + grouped(n) + " of the 1000 rows"}) {
		t.Errorf("%d of %d rows, want %d; %d left out, %q", half.n, half.seen, n, table.LeftOut, table.Warnings)
	}
	one := sampler{below: hashRow(1 + sampleSeed)} // rows whose hash is less
	if one.keeps() {
		t.Error("a row whose hash is the bound is kept")
	}
}

// readerOf is a reader that has seen this much of a file.
func readerOf(o Options, text string, whole bool, packed, unpacked int64) *reader {
	rd := &reader{t: &Table{}, options: o, source: &source{packed: &counter{n: packed}}, window: &window{buf: []byte(text), end: len(text), whole: whole}}
	if unpacked > 0 {
		rd.source.unpacked = &counter{n: unpacked}
	}
	return rd
}

// A sample's share is that of the rows that are wanted among those that the lines at the beginning let expect.
func TestPlan(t *testing.T) {
	ten := strings.Repeat("a,b\n", 10)
	tests := []struct {
		name             string
		o                Options
		text             string
		whole            bool
		packed, unpacked int64
		want             float64 // share
	}{
		{"none", Options{}, ten, true, 0, 0, 0},
		{"a half", Options{Sample: 5}, ten, true, 0, 0, 0.5},
		{"of lines that end in CR", Options{Sample: 5}, strings.ReplaceAll(ten, "\n", "\r"), true, 0, 0, 0.5},
		{"all", Options{Sample: 10}, ten, true, 0, 0, 0},
		{"more than all", Options{Sample: 11}, ten, true, 0, 0, 0},
		{"no line", Options{Sample: 1}, "a", true, 0, 0, 0},
		{"of a tenth", Options{Sample: 5, Size: 400}, ten, false, 400, 0, 0.05},
		{"of a packed tenth", Options{Sample: 5, Size: 100}, ten, false, 20, 80, 0.05},
		{"of a packed file of which nothing was read", Options{Sample: 5, Size: 400}, ten, false, 0, 80, 0.05},
	}
	for _, test := range tests {
		rd := readerOf(test.o, test.text, test.whole, test.packed, test.unpacked)
		if err := rd.plan(); err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if got := float64(rd.sample.below) / math.MaxUint64; math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%s: share %v, want %v", test.name, got, test.want)
		}
	}
	want := Error{Kind: TooLarge, Message: "a sample cannot be drawn from a stream of unknown length", Hint: "give a file"}
	if err, ok := readerOf(Options{Sample: 5}, ten, false, 0, 0).plan().(*Error); !ok || *err != want {
		t.Errorf("a sample of a stream: %v, want %v", err, &want)
	}
}

// The rows of the whole file are expected from those so far and the text that they took.
func TestExpected(t *testing.T) {
	rd := readerOf(Options{Size: 1000}, "", false, 0, 0)
	codes, texts := builderOf(times(50, "a", "b")...), builderOf(upTo("%04d ab", 0, 99)...)
	rd.builders = []*builder{codes, texts}
	if rd.t.Rows = 100; rd.expectedRows() != 0 || rd.expected() != 0 {
		t.Error("rows are expected before any was read")
	}
	rd.used = 500
	if got := rd.expectedRows(); got != 200 {
		t.Errorf("%v rows are expected, want 200", got)
	}
	if got, want := rd.expected(), 200*(codes.perRow()+texts.perRow()); got != want {
		t.Errorf("%v bytes are expected, want %v", got, want)
	}
	if got, want := rd.held(), float64(codes.held()+texts.held()); got != want || got <= 0 {
		t.Errorf("%v bytes are held, want %v", got, want)
	}
	rd.reserve()
	if got := cap(codes.codes.narrow); got < 204 {
		t.Errorf("there is room for %d rows, want 204 at least", got)
	}
	rd.options.Size = 0
	if got := rd.expectedRows(); got != 0 {
		t.Errorf("%v rows of a stream of unknown length are expected, want 0", got)
	}
}

func TestAfford(t *testing.T) {
	rd := readerOf(Options{Memory: 1e9, Size: 1000}, "", false, 0, 0)
	rd.t.Rows, rd.used = 1_000_000, 250 // of four million
	if err := rd.afford(1e9); err != nil {
		t.Errorf("as much memory as there is: %v", err)
	}
	want := Error{Kind: TooLarge, Message: "the table needs about 2.5 GB of memory and may take 1.0 GB", Hint: "read a random sample of 500000 rows, or leave columns out of the file"}
	if err, ok := rd.afford(2.5e9).(*Error); !ok || *err != want {
		t.Errorf("error %v, want %+v", err, want)
	}
	rd.options.Size = 0 // then the rows are those so far
	want.Hint = "read a random sample of 200000 rows, or leave columns out of the file"
	if err, ok := rd.afford(2.5e9).(*Error); !ok || *err != want {
		t.Errorf("error %v, want %+v", err, want)
	}
	rd.options.Memory = 0
	if err := rd.afford(1e18); err != nil {
		t.Errorf("without a limit: %v", err)
	}
}

// builderOf is the builder of a column with these cells.
func builderOf(cells ...string) *builder {
	b := &builder{name: "x", missing: newMarks(nil), letters: &letters{}, dictionary: newDictionary()}
	for i, cell := range cells {
		b.add([]byte(cell), i+2)
	}
	return b
}

// What a row takes is estimated from those so far: codes of few texts stay codes, many texts become texts or numbers.
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
	dictionary := firstSlots*slotSize*2 + cap(b.dictionary.bytes)
	if b.overflow(); b.held() != cap(b.texts.bytes)+endSize*cap(b.texts.ends)+dictionary {
		t.Errorf("texts hold %d bytes, want %d", b.held(), cap(b.texts.bytes)+endSize*cap(b.texts.ends)+dictionary)
	}
	if n := new(Codes); n.held() != 0 {
		t.Errorf("no codes hold %d bytes", n.held())
	}
	wide := NewCodes(slices.Repeat([]int32{300}, 3))
	if got := wide.held(); got != 2*cap(wide.wide) {
		t.Errorf("codes of two bytes hold %d, want %d", got, 2*cap(wide.wide))
	}
	full := NewCodes([]int32{70_000})
	if got := full.held(); got != 4*cap(full.full) {
		t.Errorf("codes of four bytes hold %d, want %d", got, 4*cap(full.full))
	}
}
