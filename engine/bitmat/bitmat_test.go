package bitmat_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"drnet/engine/bitmat"
)

// sizes stand on both sides of every word border.
var sizes = []int{0, 1, 2, 63, 64, 65, 127, 128, 129, 200}

func random(rows, cols int) (*bitmat.Matrix, [][]bool) {
	r := rand.New(rand.NewPCG(uint64(rows), uint64(cols)))
	m, want := bitmat.New(rows, cols), make([][]bool, rows)
	for i := range want {
		want[i] = make([]bool, cols)
		for j := range want[i] {
			if want[i][j] = r.Uint64()&1 == 1; want[i][j] {
				m.Set(i, j)
			}
		}
	}
	return m, want
}

func TestMatrixIsTheBoolMatrix(t *testing.T) {
	for _, rows := range sizes {
		for _, cols := range sizes {
			m, want := random(rows, cols)
			for i := range rows {
				for j := range cols {
					if got := m.Get(i, j); got != want[i][j] {
						t.Fatalf("%d × %d: Get(%d, %d) = %v, want %v", rows, cols, i, j, got, want[i][j])
					}
				}
			}
		}
	}
}

func TestOperationsAreThoseOfBools(t *testing.T) {
	for _, rows := range sizes {
		m, want := random(rows, 2)
		ops := []struct {
			name string
			do   func(dst, a, b []uint64)
			want func(a, b bool) bool
		}{
			{"And", bitmat.And, func(a, b bool) bool { return a && b }},
			{"AndNot", bitmat.AndNot, func(a, b bool) bool { return a && !b }},
			{"Not", func(dst, a, _ []uint64) { bitmat.Not(dst, a, rows) }, func(a, _ bool) bool { return !a }},
			{"Or", bitmat.Or, func(a, b bool) bool { return a || b }},
		}
		dst := make([]uint64, bitmat.Words(rows))
		for _, op := range ops {
			op.do(dst, m.Column(0), m.Column(1))
			count, both := 0, 0
			for i := range rows {
				w := op.want(want[i][0], want[i][1])
				if got := bitmat.Get(dst, i); got != w {
					t.Errorf("%s of %d rows: bit %d = %v, want %v", op.name, rows, i, got, w)
				}
				if w {
					count++
				}
				if want[i][0] && want[i][1] {
					both++
				}
			}
			if got := bitmat.Count(dst); got != count {
				t.Errorf("%s of %d rows: Count = %d, want %d", op.name, rows, got, count)
			}
			if got := bitmat.CountAnd(m.Column(0), m.Column(1)); got != both {
				t.Errorf("CountAnd of %d rows = %d, want %d", rows, got, both)
			}
		}
	}
}

func TestOnesLeavesTheTailZero(t *testing.T) {
	for _, rows := range sizes {
		ones := make([]uint64, bitmat.Words(rows))
		bitmat.Ones(ones, rows)
		if got := bitmat.Count(ones); got != rows {
			t.Errorf("Count(Ones(%d)) = %d", rows, got)
		}
	}
}

func TestGatherFromRows(t *testing.T) {
	for _, rows := range sizes[1:] {
		for _, cols := range sizes {
			m, want := random(rows, cols)
			packed := m.Transpose()
			for _, n := range sizes {
				index := make([]int32, n)
				for i := range index {
					index[i] = int32((i*7 + 3) % rows)
				}
				rows, got, direct := bitmat.NewRows(n, cols), bitmat.New(n, cols), bitmat.New(n, cols)
				packed.Gather(rows, index)
				rows.Transpose(got)
				packed.GatherColumns(direct, index)
				if !reflect.DeepEqual(direct, got) {
					t.Fatalf("%d × %d: %d rows gathered as columns differ from those gathered and transposed", rows, cols, n)
				}
				for i, row := range index {
					for j := range cols {
						if got.Get(i, j) != want[row][j] {
							t.Fatalf("%d × %d gathered %d rows: bit (%d, %d) = %v, want %v",
								rows, cols, n, i, j, got.Get(i, j), want[row][j])
						}
					}
				}
				for j := range cols {
					if c := got.Column(j); n&63 != 0 && c[len(c)-1]>>(n&63) != 0 {
						t.Fatalf("gathered column %d has bits behind row %d", j, n)
					}
				}
			}
		}
	}
}

func TestTransposeWithMoreColumns(t *testing.T) {
	m, want := random(70, 64)
	more, _ := random(70, 2)
	rows := m.Transpose(more.Column(0), more.Column(1))
	for i := range 70 {
		for j := range 64 {
			if got := bitmat.Get(rows.Row(i), j); got != want[i][j] {
				t.Fatalf("bit (%d, %d) = %v, want %v", i, j, got, want[i][j])
			}
		}
		for k := range 2 {
			if got := bitmat.Get(rows.Row(i), 64+k); got != more.Get(i, k) {
				t.Fatalf("added bit (%d, %d) = %v, want %v", i, k, got, more.Get(i, k))
			}
		}
	}
}

func TestRowsInPartsAreTheMatrix(t *testing.T) {
	table := []uint64{0, 1, 1 << 5, ^uint64(0)}
	for _, cols := range []int{1, 64, 70, 130} {
		const rows, part = 300, 128
		got, want := bitmat.New(rows, cols), bitmat.New(rows, cols)
		block := bitmat.NewRows(part, cols)
		for from := 0; from < rows; from += part {
			block = block.Slice(0, min(part, rows-from))
			block.Clear()
			index := make([]int32, block.Rows)
			for word := range bitmat.Words(cols) {
				for i := range index {
					index[i] = int32((from + i + word) % len(table))
				}
				block.Or(word, table, index)
				for i, k := range index {
					for j := word * 64; j < min(word*64+64, cols); j++ {
						if table[k]>>(j&63)&1 == 1 {
							want.Set(from+i, j)
						}
					}
				}
			}
			block.TransposeAt(got, from)
		}
		for j := range cols {
			for i := range rows {
				if got.Get(i, j) != want.Get(i, j) {
					t.Fatalf("%d columns: bit (%d, %d) = %v, want %v", cols, i, j, got.Get(i, j), want.Get(i, j))
				}
			}
		}
	}
}

// TestGroupsSum compares the sums of weights, some of them negative, of nested and of independent columns with those of each column.
func TestGroupsSum(t *testing.T) {
	const nested, cols = 30, 50
	for rows := range 200 {
		m, bits := random(rows, cols)
		weights, want, got := make([]uint64, rows), make([]uint64, cols), make([]uint64, cols)
		for i := range rows {
			weights[i] = uint64(i*i%23 - 11)
			for j := range cols {
				if j < nested && i%nested <= j && !bits[i][j] {
					m.Set(i, j)
				}
				if m.Get(i, j) {
					want[j] += weights[i]
				}
			}
		}
		for _, group := range m.Groups() {
			group.Sum(got, weights)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d rows: %d, want %d", rows, got, want)
		}
	}
}

func BenchmarkGather(b *testing.B) {
	m, _ := random(30000, 128)
	packed, dst, index := m.Transpose(), bitmat.New(2000, 128), make([]int32, 2000)
	r := rand.New(rand.NewPCG(1, 1))
	for i := range index {
		index[i] = int32(r.IntN(30000))
	}
	b.ReportAllocs()
	for b.Loop() {
		packed.GatherColumns(dst, index)
	}
}

func TestPick(t *testing.T) {
	for _, rows := range sizes {
		m, want := random(rows, 5)
		var some []int32
		for i := rows - 1; i >= 0; i -= 3 { // in any order, some never and some twice
			some = append(some, int32(i), int32(i))
		}
		got := m.Pick(some)
		if got.Rows != len(some) || got.Cols != 5 {
			t.Fatalf("%d rows: the picked matrix is %d by %d", rows, got.Rows, got.Cols)
		}
		for i, row := range some {
			for j := range 5 {
				if got.Get(i, j) != want[row][j] {
					t.Errorf("%d rows: bit %d of row %d is %v", rows, j, row, got.Get(i, j))
				}
			}
		}
		for j := range 5 {
			if tail := len(some) & 63; tail != 0 && got.Column(j)[len(some)/64]>>tail != 0 {
				t.Errorf("%d rows: there are bits behind the last row", rows)
			}
		}
	}
}
