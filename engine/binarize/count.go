package binarize

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"drnet/engine/dataset"
)

// values returns the distinct values of a column in the sample, ascending, the number of rows of each, and the number of missing cells.
func (f *fitter) values(c *dataset.Column) (values []string, counts []int, missing int) {
	switch {
	case c.Codes != nil && c.Values != nil:
		byCode := f.countCodes(c.Codes, len(c.Values), false)
		for code, n := range byCode[1:] {
			if n > 0 {
				values, counts = append(values, c.Values[code]), append(counts, int(n))
			}
		}
		return values, counts, int(byCode[0])
	case c.Values != nil: // computed
		byValue := make([]int, len(c.Values))
		for _, row := range f.sample.Rows {
			if x := c.Computed(int(row)); x == x {
				byValue[int(x)]++
			} else {
				missing++
			}
		}
		for i, n := range byValue {
			if n > 0 {
				values, counts = append(values, c.Values[i]), append(counts, n)
			}
		}
		return values, counts, missing
	case c.Texts != nil:
		return f.countTexts(c.Texts)
	}
	t := f.countNumbers(c, false)
	for i := range t.levels {
		counts = append(counts, int(t.count(i)))
	}
	return dataset.FormatNumbers(t.levels), counts, t.missing
}

// countCodes counts the rows, or only the positive rows, of each code. The first count is that of missing cells.
func (f *fitter) countCodes(codes *dataset.Codes, n int, positive bool) []int32 {
	counts := make([]int32, n+1)
	for i, row := range f.sample.Rows {
		if !positive || f.sample.Positives[i] {
			counts[codes.At(int(row))+1]++
		}
	}
	return counts
}

// countTexts counts the rows of each text. The texts are sorted as in a column with codes: as numbers if all are numbers, else as text.
func (f *fitter) countTexts(texts *dataset.Texts) (values []string, counts []int, missing int) {
	byText := map[string]int{}
	for _, row := range f.sample.Rows {
		if text, ok := texts.At(int(row)); ok {
			byText[text]++
		} else {
			missing++
		}
	}
	numbers, all := map[string]float64{}, true
	for text := range byText {
		values = append(values, text)
		x, ok := dataset.ParseNumber(text)
		numbers[text], all = x, all && ok
	}
	slices.Sort(values)
	if all {
		sort.SliceStable(values, func(i, j int) bool { return cmp.Less(numbers[values[i]], numbers[values[j]]) })
	}
	for _, text := range values {
		counts = append(counts, byText[text])
	}
	return values, counts, missing
}

// countNumbers returns the distribution of a column, with sides if withClass is true. It is valid until the next call.
func (f *fitter) countNumbers(c *dataset.Column, withClass bool) distribution {
	if withClass && f.sample.Classes != nil {
		t := f.countNumbers(c, false)
		f.classify(&t, c)
		return t
	}
	if c.Codes != nil {
		return f.countNumberCodes(c, withClass)
	}
	if f.numbers == nil {
		f.numbers, f.spare = make([]float64, len(f.sample.Rows)), make([]float64, len(f.sample.Rows))
		f.digits = new(digitCounts)
	}
	low, high := 0, len(f.numbers) // with classes, positive rows fill f.numbers from its end
	for i, row := range f.sample.Rows {
		var x float64
		if c.Computed == nil {
			x = c.Numbers[row]
		} else {
			x = c.Computed(int(row))
		}
		switch x += 0; { // -0 becomes 0
		case math.IsNaN(x):
		case withClass && f.sample.Positives[i]:
			high--
			f.numbers[high] = x
		default:
			f.numbers[low] = x
			low++
		}
	}
	negative, positive := f.numbers[:low], f.numbers[high:]
	f.sortNumbers(negative)
	f.sortNumbers(positive)
	t := distribution{levels: f.spare[:0], ends: f.ends[:0], missing: high - low}
	if withClass {
		t.sides = [][]int32{f.rights[:0]}
	}
	t.merge(negative, positive)
	if f.ends = t.ends; withClass {
		f.rights = t.sides[0]
	}
	return t
}

func (f *fitter) countNumberCodes(c *dataset.Column, withClass bool) distribution {
	counts := f.countCodes(c.Codes, len(c.Levels), false)
	t := distribution{missing: int(counts[0])}
	var positives []int32
	if withClass {
		t.sides = make([][]int32, 1)
		positives = f.countCodes(c.Codes, len(c.Levels), true)
	}
	end, right := int32(0), int32(0)
	for code, n := range counts[1:] {
		if n == 0 {
			continue
		}
		end += n
		t.levels, t.ends = append(t.levels, c.Levels[code]), append(t.ends, end)
		if withClass {
			right += positives[code+1]
			t.sides[0] = append(t.sides[0], right)
		}
	}
	return t
}

// classify counts the rows of each class with at most each level.
func (f *fitter) classify(t *distribution, c *dataset.Column) {
	t.sides = make([][]int32, int(slices.Max(f.sample.Classes))+1)
	for k := range t.sides {
		t.sides[k] = make([]int32, len(t.levels))
	}
	for i, row := range f.sample.Rows {
		if !c.IsMissing(int(row)) {
			t.sides[f.sample.Classes[i]][t.below(c.Number(int(row))+0)]++
		}
	}
	for _, side := range t.sides {
		for i := 1; i < len(side); i++ {
			side[i] += side[i-1]
		}
	}
}

const (
	digitBits = 11 // a table of 2,048 counters fits in the L1 cache
	digitMask = 1<<digitBits - 1
	passes    = (64 + digitBits - 1) / digitBits
	fewToSort = 1500 // for fewer numbers, clearing the counters takes longer than comparing
)

// sortNumbers sorts numbers without NaN: few by comparison, many by an LSD radix sort of their bits.
func (f *fitter) sortNumbers(numbers []float64) {
	if len(numbers) < fewToSort {
		slices.Sort(numbers)
		return
	}
	c := f.digits
	clear(c[:])
	for _, x := range numbers { // unrolled, so that the shifts are constants
		key := order(x)
		c[0][key&digitMask]++
		c[1][key>>digitBits&digitMask]++
		c[2][key>>(2*digitBits)&digitMask]++
		c[3][key>>(3*digitBits)&digitMask]++
		c[4][key>>(4*digitBits)&digitMask]++
		c[5][key>>(5*digitBits)&digitMask]++
	}
	from, to := numbers, f.spare[:len(numbers)]
	for d := range passes {
		starts := &c[d]
		if !toStarts(starts, len(numbers)) {
			continue
		}
		shift := d * digitBits & 63 // the mask tells the compiler that shift < 64
		for _, x := range from {
			digit := order(x) >> shift & digitMask
			to[starts[digit]] = x
			starts[digit]++
		}
		from, to = to, from
	}
	if &from[0] != &numbers[0] {
		copy(numbers, from)
	}
}

// digitCounts holds the histogram of each digit, the least significant first.
type digitCounts [passes][1 << digitBits]int32

// toStarts turns the counts of a digit into the position where each value of it starts. It returns false if all n numbers have the same
// digit, so that the pass can be skipped.
func toStarts(counts *[1 << digitBits]int32, n int) bool {
	sum := int32(0)
	for i, count := range counts {
		if int(count) == n {
			return false
		}
		counts[i] = sum
		sum += count
	}
	return true
}

// order returns the bits of x changed so that they sort, as unsigned integers, like the numbers.
func order(x float64) uint64 {
	b := math.Float64bits(x)
	return b ^ (uint64(int64(b)>>63) | 1<<63)
}
