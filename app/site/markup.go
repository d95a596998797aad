package site

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
)

// booleanAttributes lists the attributes whose presence means true.
var booleanAttributes = []string{
	"async", "autofocus", "autoplay", "checked", "controls", "default", "defer", "disabled", "hidden", "inert",
	"ismap", "loop", "multiple", "muted", "novalidate", "open", "readonly", "required", "reversed", "selected",
}

// An attribute of an element. go-app writes an empty value and "true" in the same way.
type attribute struct {
	name, value string
	bare        bool
}

// mendMarkup makes the output of go-app valid and reproducible: it sorts attributes by name, quotes values as HTML
// instead of Go, and omits boolean attributes that are false. It accepts only what go-app writes for elements and text,
// where < outside tags is always escaped.
func mendMarkup(printed string) (string, error) {
	var b strings.Builder
	for printed != "" {
		text, tag, found := strings.Cut(printed, "<")
		b.WriteString(text)
		if !found {
			break
		}
		end := strings.IndexAny(tag, " >")
		if end < 0 {
			return "", fmt.Errorf("markup: unfinished tag %q", tag)
		}
		attributes, rest, err := parseAttributes(tag[end:])
		if err != nil {
			return "", fmt.Errorf("markup: element %q: %w", tag[:end], err)
		}
		b.WriteString("<" + tag[:end])
		for _, a := range attributes {
			a.write(&b)
		}
		b.WriteByte('>')
		printed = rest
	}
	return b.String(), nil
}

// parseAttributes reads up to the end of the tag and returns the attributes by
// name and what follows the tag.
func parseAttributes(s string) (list []attribute, rest string, err error) {
	for {
		s = strings.TrimLeft(s, " ")
		if after, closed := strings.CutPrefix(s, ">"); closed {
			slices.SortFunc(list, func(a, b attribute) int { return strings.Compare(a.name, b.name) })
			return list, after, nil
		}
		end := strings.IndexAny(s, " =>")
		if end < 0 {
			return nil, "", fmt.Errorf("unfinished attribute %q", s)
		}
		a := attribute{name: s[:end], bare: s[end] != '='}
		s = s[end:]
		if !a.bare {
			quoted, err := strconv.QuotedPrefix(s[1:])
			if err != nil {
				return nil, "", fmt.Errorf("value of %q: %w", a.name, err)
			}
			s = s[1+len(quoted):]
			if a.value, err = strconv.Unquote(quoted); err != nil {
				return nil, "", fmt.Errorf("value of %q: %w", a.name, err)
			}
		}
		list = append(list, a)
	}
}

func (a attribute) write(b *strings.Builder) {
	switch boolean := slices.Contains(booleanAttributes, a.name); {
	case boolean && a.value == "false":
	case a.bare && (strings.HasPrefix(a.name, "aria-") || a.name == "draggable"):
		fmt.Fprintf(b, ` %s="true"`, a.name) // empty means nothing there
	case a.bare:
		fmt.Fprintf(b, " %s", a.name)
	default:
		fmt.Fprintf(b, ` %s="%s"`, a.name, html.EscapeString(a.value))
	}
}
