package binarize

import (
	"cmp"
	"math"
	"slices"

	"drnet/engine/dataset"
)

// values returns the different values of a column in the sample, ascending, with the number of rows that have each,
// and the number of missing cells.
func (f *fitter) values(c *dataset.Column) (values []string, counts []int, missing int) {
	switch {
	case c.Codes != nil && c.Values != nil:
		byCode := f.countCodes(c.Codes, len(c.Values))
		for code, n := range byCode[1:] {
			if n > 0 {
				values, counts = append(values, c.Values[code]), append(counts, int(n))
			}
		}
		return values, counts, int(byCode[0])
	case c.Texts != nil:
		return f.countTexts(c.Texts)
	}
	t := f.tally(c, false)
	for i := range t.levels {
		counts = append(counts, int(t.count(i)))
	}
	return format(t.levels), counts, t.missing
}

// countCodes counts the rows of each code, the missing ones first.
func (f *fitter) countCodes(codes *dataset.Codes, n int) []int32 {
	counts := make([]int32, n+1)
	for _, row := range f.sample.Rows {
		counts[codes.At(int(row))+1]++
	}
	return counts
}

// countTexts counts the rows of each text. The order is that of the values of a column with codes: by number if all of
// them are numbers, else by text.
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
	slices.SortFunc(values, func(a, b string) int {
		if all && numbers[a] != numbers[b] {
			return cmp.Compare(numbers[a], numbers[b])
		}
		return cmp.Compare(a, b)
	})
	for _, text := range values {
		counts = append(counts, byText[text])
	}
	return values, counts, missing
}

// tally counts the numbers of a column, with those of the positive rows if withClass is true. What it returns is valid
// until the next call.
func (f *fitter) tally(c *dataset.Column, withClass bool) tally {
	if c.Codes != nil {
		return f.tallyCodes(c, withClass)
	}
	if f.numbers == nil {
		f.numbers, f.spare = make([]float64, len(f.sample.Rows)), make([]float64, len(f.sample.Rows))
		f.digits = new(digitCounts)
	}
	low, high := 0, len(f.numbers) // positives are gathered from the end if they are needed
	for i, row := range f.sample.Rows {
		switch x := c.Numbers[row] + 0; { // -0 becomes 0
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
	f.sort(negative)
	f.sort(positive)
	t := tally{levels: f.spare[:0], ends: f.ends[:0], missing: high - low}
	if withClass {
		t.positives = append(f.rights[:0], 0)[:0] // not nil
	}
	t.merge(negative, positive)
	if f.ends = t.ends; withClass {
		f.rights = t.positives
	}
	return t
}

func (f *fitter) tallyCodes(c *dataset.Column, withClass bool) tally {
	counts := f.countCodes(c.Codes, len(c.Levels))
	t := tally{missing: int(counts[0])}
	var positives []int32
	if withClass {
		t.positives = make([]int32, 0)
		positives = f.countPositives(c.Codes, len(c.Levels))
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
			t.positives = append(t.positives, right)
		}
	}
	return t
}

// countPositives is countCodes for the positive rows.
func (f *fitter) countPositives(codes *dataset.Codes, n int) []int32 {
	counts := make([]int32, n+1)
	for i, row := range f.sample.Rows {
		if f.sample.Positives[i] {
			counts[codes.At(int(row))+1]++
		}
	}
	return counts
}
