package chart

import (
	"fmt"
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
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s" role="img" aria-labelledby="t d" `+
		`font-family="sans-serif" font-size="12">`+"\n", number(width), number(height), at(width, height))
	fmt.Fprintf(&b, "<title id=\"t\">%s</title>\n<desc id=\"d\">%s</desc>\n", escape(title), escape(description))
	b.WriteString(`<rect width="100%" height="100%" fill="#ffffff"/>` + "\n")
	x := 0.0
	for _, s := range scenes {
		fmt.Fprintf(&b, "<svg x=\"%s\" width=\"%s\" height=\"%s\">\n", number(x), number(s.Width), number(s.Height))
		for _, i := range s.Items {
			if i.Text != "" {
				fmt.Fprintf(&b, "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" fill=\"#444444\">%s</text>\n",
					number(i.X), number(i.Y), i.Anchor, escape(i.Text))
			} else if i.Path != "" {
				b.WriteString(`<path d="` + i.Path + `" ` + look(i.Class) + "/>\n")
			}
		}
		b.WriteString("</svg>\n")
		x += s.Width
	}
	return b.String() + "</svg>\n"
}

// The colors of series are distinguishable with red-green color blindness: Okabe and Ito, "Color Universal Design", 2008.
var colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7"}

// SeriesClass returns the class of series k; those of a file have its color.
func SeriesClass(k int) string { return "series-" + string(rune('a'+k%len(colours))) }

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
