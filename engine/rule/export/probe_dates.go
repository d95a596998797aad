package export

import (
	"math"
	"slices"
	"strconv"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

// dateCandidates returns texts of a date column that rules may tell apart: for each rule a week from a date that meets its conditions,
// and dates around its thresholds; ends of months and leap days; and texts that are not dates.
func (p *plan) dateCandidates(at int) (texts []string) {
	layout := p.columns[at].layout
	add := func(hours int) {
		if n := layout.PerHour(); n > 0 { // the last unit of the hour before
			texts = append(texts, strconv.Itoa((hours-dataset.HoursOf(1970, 1, 1))*n-1))
		}
		if text := layout.Format(hours); text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	for _, r := range p.rules {
		if hours, ok := p.dateOf(r, at); ok {
			add(hours)
			for day := range 7 {
				add(hours + 24*day)
			}
		}
		for _, c := range r {
			for _, hours := range p.datesAround(c, at) {
				add(hours)
			}
		}
	}
	for _, day := range [][3]int{
		{2019, 12, 31}, {2020, 2, 28}, {2020, 2, 29}, {2020, 3, 1}, {2021, 2, 28}, {1900, 2, 28}, {1900, 3, 1}, {2000, 2, 29}, {1999, 12, 31},
	} {
		const late = 23
		add(dataset.HoursOf(day[0], day[1], day[2]))
		add(dataset.HoursOf(day[0], day[1], day[2]) + late)
	}
	if !layout.HasDays() {
		return append(texts, "unknown")
	}
	first := layout.Format(dataset.HoursOf(exampleYear, 1, 31)) // the beginning of texts that are nearly dates
	if layout.IsInteger() {
		return append(texts, first+".0", first+".5", "-"+first, "31", "unknown")
	}
	if layout.HasTimes {
		texts = append(texts, first+":59", first+":30.5Z", first+" PM", first+" +02:00", first+":60-0930")
	}
	return append(texts, first+"x", "31", "unknown")
}

const exampleYear = 2021

// dateOf returns a date that meets the conditions of a rule on columns derived from this date column alone: the first one in
// exampleYear or in years around the thresholds. It returns false if none does, or if the rule lacks such conditions.
func (p *plan) dateOf(r []condition, at int) (hours int, ok bool) {
	var own []condition
	years, clock := []int{exampleYear}, []int{0}
	for _, c := range r {
		d := &p.all[c.column]
		if !d.from.IsDate() || d.from.Op == binarize.Days || d.of[0] != at || c.op == binarize.Missing {
			continue
		}
		own = append(own, c)
		t := int(math.Floor(c.threshold))
		switch d.from.Op {
		case binarize.Year:
			years = append(years, t, t+1)
		case binarize.Since:
			year, _, _ := dataset.DayOf(24 * (d.from.Reference() + t))
			years = append(years, year, year+1)
		case binarize.Hour:
			clock = append(clock, max(t, 0), min(t+1, 23))
		}
	}
	const days = 366
	for _, year := range years {
		for day := range days {
			for _, hour := range clock {
				hours = dataset.HoursOf(year, 1, 1) + 24*day + hour
				if year > 0 && !slices.ContainsFunc(own, func(c condition) bool { return p.meetsDate(c, hours) == c.not }) {
					return hours, len(own) > 0
				}
			}
		}
	}
	return 0, false
}

// meetsDate reports whether a date has the feature of a condition on one of its parts.
func (p *plan) meetsDate(c condition, hours int) bool {
	x := p.all[c.column].from.Number(float64(hours), 0)
	if c.op == binarize.Equals {
		return slices.Contains(c.values, binarize.Weekdays[int(x)])
	}
	return x <= c.threshold
}

// weekdays returns, for each weekday column of a rule, its row with seven dates, one for each weekday. It takes the first candidates
// from the row's own date on, since dateCandidates adds a week from it.
func (q *prober) weekdays(row []int, conditions []condition) (rows [][]int) {
	for _, c := range conditions {
		d := &q.all[c.column]
		if d.from == nil || d.from.Op != binarize.Weekday {
			continue
		}
		j, seen := d.of[0], map[float64]bool{}
		for i := range q.candidates[j] {
			other := slices.Clone(row)
			other[j] = (row[j] + i) % len(q.candidates[j])
			text, _ := q.candidates[j][other[j]].(string)
			hours, ok := q.columns[j].layout.Hours(text)
			if day := d.from.Number(float64(hours), 0); ok && !seen[day] {
				seen[day] = true
				rows = append(rows, other)
			}
		}
	}
	return rows
}

// datesAround returns dates on both sides of the threshold of a condition on a column that is derived from this date column.
func (p *plan) datesAround(c condition, at int) (list []int) {
	d := &p.all[c.column]
	if !d.from.IsDate() || !slices.Contains(d.of, at) || c.op != binarize.AtMost {
		return nil
	}
	for _, t := range []int{int(math.Floor(c.threshold)), int(math.Floor(c.threshold)) + 1} {
		start := dataset.HoursOf(exampleYear, 1, 1)
		switch d.from.Op {
		case binarize.Year:
			list = append(list, dataset.HoursOf(t, 1, 1), dataset.HoursOf(t, 12, 31))
		case binarize.Month:
			list = append(list, dataset.HoursOf(exampleYear, t, 1), dataset.HoursOf(exampleYear, t+1, 1)-1)
		case binarize.Hour:
			list = append(list, start+t)
		case binarize.Since:
			list = append(list, 24*(d.from.Reference()+t))
		case binarize.Days:
			if d.of[0] == at {
				t = 0
			}
			list = append(list, start+24*t)
		}
	}
	return list
}
