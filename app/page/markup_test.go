package page

import (
	"cmp"
	"fmt"
	"html"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/page/state"
)

// node is an element, or a text if its tag is empty.
type node struct {
	tag, text  string
	attributes map[string]string
	children   []*node
}

// views returns the page with the section on the screen, and then with each of the others.
func views(t *testing.T, s state.State) []*node {
	t.Helper()
	list := []*node{parse(t, page(s, new(Root)))}
	for _, at := range core.Sections {
		if at != s.Section && s.Reachable(at) && !s.Learn.Explained && s.Learn.Handout == 0 {
			list = append(list, parse(t, page(after(s, core.SectionChosen{Section: at}), new(Root))))
		}
	}
	return list
}

// whole returns one page with all sections.
func whole(t *testing.T, s state.State) *node {
	t.Helper()
	list := views(t, s)
	main := list[0].find("main")
	for _, view := range list[1:] {
		main.children = append(main.children, view.find("section"))
	}
	return list[0]
}

// find returns the first element with a tag and, for a section, with the class of that name.
func (n *node) find(tag string) (found *node) {
	n.each(func(n *node) {
		if found == nil && n.tag == tag && (tag != "section" || n.attributes["class"] == tag) {
			found = n
		}
	})
	return found
}

// void lists the elements without an end tag.
var void = map[string]bool{"br": true, "hr": true, "img": true, "input": true, "link": true, "meta": true}

// parse reads the output of go-app: attributes in any order, quoted as in Go, and texts in which every < is escaped.
func parse(t *testing.T, view app.UI) *node {
	t.Helper()
	root := new(node)
	open := []*node{root}
	rest := app.HTMLString(view)
	for rest != "" {
		text, tag, found := strings.Cut(rest, "<")
		at := open[len(open)-1]
		if text = strings.Trim(text, "\n"); text != "" {
			at.children = append(at.children, &node{text: html.UnescapeString(text)})
		}
		if !found {
			break
		}
		if strings.HasPrefix(tag, "/") {
			name, after, _ := strings.Cut(tag[1:], ">")
			if name != at.tag {
				t.Fatalf("</%s> ends <%s>", name, at.tag)
			}
			open, rest = open[:len(open)-1], after
			continue
		}
		end := strings.IndexAny(tag, " >")
		n := &node{tag: tag[:end], attributes: map[string]string{}}
		at.children = append(at.children, n)
		rest = n.parseAttributes(t, tag[end:])
		if !void[n.tag] {
			open = append(open, n)
		}
	}
	if len(open) != 1 {
		t.Fatalf("<%s> does not end", open[len(open)-1].tag)
	}
	return root
}

func (n *node) parseAttributes(t *testing.T, s string) (rest string) {
	t.Helper()
	for !strings.HasPrefix(s, ">") {
		s = s[1:]
		end := strings.IndexAny(s, " =>")
		name, value := s[:end], ""
		if s = s[end:]; s[0] == '=' {
			quoted, err := strconv.QuotedPrefix(s[1:])
			if err != nil {
				t.Fatalf("<%s %s: %v", n.tag, name, err)
			}
			value, _ = strconv.Unquote(quoted)
			s = s[1+len(quoted):]
		}
		if value != "false" || strings.HasPrefix(name, "aria-") {
			n.attributes[name] = value
		}
	}
	return s[1:]
}

// write writes the tree with one element or text per line.
func (n *node) write(b *strings.Builder, depth int) {
	indent := strings.Repeat("  ", depth)
	if n.text != "" {
		fmt.Fprintf(b, "%s%s\n", indent, n.text)
		return
	}
	b.WriteString(indent + n.opening())
	if len(n.children) == 1 && n.children[0].text != "" {
		b.WriteString(n.children[0].text + "\n")
		return
	}
	b.WriteString("\n")
	for _, c := range n.children {
		c.write(b, depth+1)
	}
}

func (n *node) opening() string {
	var b strings.Builder
	b.WriteString("<" + n.tag)
	for _, name := range slices.Sorted(maps.Keys(n.attributes)) {
		b.WriteString(" " + name)
		if v := n.attributes[name]; v != "" {
			fmt.Fprintf(&b, "=%q", v)
		}
	}
	return b.String() + ">"
}

// each visits the elements in document order.
func (n *node) each(visit func(n *node)) {
	for _, c := range n.children {
		if c.tag != "" {
			visit(c)
			c.each(visit)
		}
	}
}

func (n *node) words() string {
	words := n.text
	for _, c := range n.children {
		words += " " + c.words()
	}
	return strings.Join(strings.Fields(words), " ")
}

// accessible checks the page for assistive technology.
func accessible(t *testing.T, page *node) {
	t.Helper()
	ids, labelled := map[string]bool{}, map[string]bool{}
	page.each(func(n *node) {
		if id, ok := n.attributes["id"]; ok {
			if ids[id] {
				t.Errorf("two elements have the id %q", id)
			}
			ids[id] = true
		}
		if n.tag == "label" && n.words() != "" {
			labelled[n.attributes["for"]] = true
			n.each(func(inner *node) { labelled[inner.attributes["id"]] = true })
		}
	})
	level := 0
	page.each(func(n *node) {
		switch n.tag {
		case "input", "select", "textarea":
			if id := n.attributes["id"]; id == "" || !labelled[id] {
				t.Errorf("<%s id=%q> has no label", n.tag, id)
			}
		case "button", "summary", "legend", "figcaption", "th":
			if n.words() == "" && n.attributes["aria-label"] == "" {
				t.Errorf("<%s %v> has no name", n.tag, n.attributes)
			}
			if _, typed := n.attributes["type"]; n.tag == "button" && !typed {
				t.Errorf("button %q has no type", n.words())
			}
		case "table":
			evenRows(t, n)
		case "svg":
			_, hidden := n.attributes["aria-hidden"]
			if label := n.attributes["aria-label"]; label == "" && !hidden {
				t.Error("a picture has no words")
			}
		case "h1", "h2", "h3", "h4":
			next := int(n.tag[1] - '0')
			if next > level+1 {
				t.Errorf("heading %q of level %d follows level %d", n.words(), next, level)
			}
			level = next
		}
		for _, name := range []string{"for", "aria-describedby", "aria-labelledby"} {
			if id, ok := n.attributes[name]; ok && !ids[id] {
				t.Errorf("%s of <%s> names %q, which is not there", name, n.tag, id)
			}
		}
		if _, styled := n.attributes["style"]; styled {
			t.Errorf("<%s> has a style, which the page's policy blocks", n.tag)
		}
	})
}

// evenRows checks that each row of a table has one cell per column head. It skips rows without words, which are placeholders for rows
// outside of the screen, and rows with cells that span several rows.
func evenRows(t *testing.T, table *node) {
	t.Helper()
	heads := -1
	table.each(func(row *node) {
		if row.tag != "tr" || row.words() == "" {
			return
		}
		cells := 0
		for _, cell := range row.children {
			span, err := strconv.Atoi(cmp.Or(cell.attributes["colspan"], "1"))
			if _, tall := cell.attributes["rowspan"]; tall || err != nil {
				return
			}
			cells += span
		}
		if heads < 0 {
			heads = cells
		}
		if cells != heads {
			t.Errorf("a row of the table %q has %d cells, and its head %d: %q", table.attributes["id"], cells, heads, row.words())
		}
	})
}

// The newest announcement is in one live region only: screen readers would read it twice.
func TestAnnouncedOnce(t *testing.T) {
	for _, s := range situations(t) {
		for _, view := range views(t, s.state) {
			times := 0
			view.each(func(n *node) {
				role := n.attributes["role"]
				if (role == "status" || role == "alert") && s.state.Status != "" && strings.Contains(n.words(), s.state.Status) {
					times++
				}
			})
			if times > 1 {
				t.Errorf("%s: %q is in %d live regions", s.name, s.state.Status, times)
			}
		}
	}
}
