package infer

import "strings"

// isClock reports whether the text after a date is a time of day: T or a blank, then a time.
func isClock(s string) bool {
	if s = strings.TrimPrefix(s, ","); s == "" || s[0] != 'T' && s[0] != ' ' {
		return false
	}
	hours, ok := readTime(s[1:])
	return ok && hours < 24
}

// isTime reports whether a text is a time of day, or a duration of up to 99 hours.
func isTime(s string) bool {
	_, ok := readTime(s)
	return ok && len(s) <= maxDate
}

// readTime parses hours and minutes, and optionally seconds with a fraction, am or pm, and a zone.
func readTime(s string) (hours int, ok bool) {
	r := &dateReader{rest: s, ok: true}
	hours = r.number(1, 2)
	r.separator(":")
	minutes, seconds := r.two(), 0
	if strings.HasPrefix(r.rest, ":") {
		r.rest = r.rest[1:]
		if seconds = r.two(); r.rest != "" && (r.rest[0] == '.' || r.rest[0] == ',') {
			n := digits(r.rest[1:])
			r.ok = r.ok && n > 0
			r.rest = r.rest[1+n:]
		}
	}
	const leapSecond = 60
	return hours, r.ok && minutes < 60 && seconds <= leapSecond && isZone(r.rest)
}

// two parses a number of two digits.
func (r *dateReader) two() int { return r.number(2, 2) }

// isZone reports whether s may follow a time: nothing, am or pm, Z, UTC, GMT, or an offset such as +01:00.
func isZone(s string) bool {
	s = strings.TrimPrefix(s, " ")
	switch strings.ToUpper(s) {
	case "", "AM", "PM", "Z", "UTC", "GMT":
		return true
	}
	if s[0] != '+' && s[0] != '-' {
		return false
	}
	hours, minutes := s[1:], ""
	if digits(hours) == 4 {
		hours, minutes = hours[:2], hours[2:]
	} else if before, after, ok := strings.Cut(hours, ":"); ok {
		hours, minutes = before, after
	}
	return digits(hours) == 2 && len(hours) == 2 && (minutes == "" || digits(minutes) == 2 && len(minutes) == 2)
}
