package chart

import (
	"strings"
)

// SVG writes scenes side by side as a file that needs no style sheet. The title and the description are for screen readers.
func SVG(title, description string, scenes ...Scene) string {
	width, height := 0.0, 0.0
	for _, s := range scenes {
		width += s.Width
		height = max(height, s.Height)
	}
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" width="` + number(width) + `" height="` + number(height) +
		`" viewBox="0 0 ` + at(width, height) +
		`" role="img" aria-labelledby="t d" font-family="sans-serif" font-size="12">` + "\n")
	b.WriteString(`<title id="t">` + escape(title) + "</title>\n" + `<desc id="d">` + escape(description) + "</desc>\n")
	b.WriteString(`<rect width="100%" height="100%" fill="#ffffff"/>` + "\n")
	x := 0.0
	for _, s := range scenes {
		b.WriteString(`<svg x="` + number(x) + `" width="` + number(s.Width) + `" height="` + number(s.Height) + `">` + "\n")
		for _, item := range s.Items {
			item.write(&b)
		}
		b.WriteString("</svg>\n")
		x += s.Width
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func (i Item) write(b *strings.Builder) {
	if i.Text != "" {
		b.WriteString(
			`<text x="` + number(i.X) + `" y="` + number(i.Y) + `" text-anchor="` + i.Anchor + `" fill="#444444">` + escape(i.Text) + "</text>\n",
		)
		return
	}
	if i.Path != "" {
		b.WriteString(`<path d="` + i.Path + `" ` + look(i.Class) + "/>\n")
	}
}

// The colors of series are distinguishable with red-green color blindness: Okabe and Ito, "Color Universal Design", 2008.
var colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7"}

// SeriesClass returns the class of series k; those of a file have its color.
func SeriesClass(k int) string { return "series-" + string(rune('a'+k%len(colours))) }

// look returns the attributes of a path by its class.
func look(class string) string {
	kind, rest, _ := strings.Cut(class, " ")
	colour := "#444444"
	for k := range colours {
		if strings.Contains(rest, SeriesClass(k)) {
			colour = colours[k]
		}
	}
	switch kind {
	case "grid":
		return `fill="none" stroke="#dddddd"`
	case "level":
		return `fill="none" stroke="#444444" stroke-dasharray="2 3"`
	case "front":
		return `fill="none" stroke="` + colour + `" stroke-width="1.5"`
	case "spread":
		return `fill="none" stroke="` + colour + `" stroke-opacity="0.6"`
	case "mark", "key":
		return `fill="` + colour + `" stroke="#ffffff" stroke-width="0.7"`
	}
	return `fill="none" stroke="` + colour + `"`
}

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// escape makes text safe in XML: it escapes markup and removes characters that XML does not allow.
func escape(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, text)
	return escapes.Replace(strings.ToValidUTF8(text, "\ufffd"))
}
