package page

import (
	"fmt"
	"strings"
)

// goldens writes the goldens of pages one after the other. Each holds what is new in it: one line stands for a subtree of at least
// leastShared lines that an earlier golden has, and names that golden. So a change of a view touches few goldens.
type goldens struct {
	earlier map[string]string // the line that stands for a subtree, by the text of the subtree
	uses    map[string]int    // how many subtrees a line would stand for
}

// leastShared is 3: a shorter subtree is as easy to read as a line that stands for it.
const leastShared = 3

func newGoldens() *goldens { return &goldens{map[string]string{}, map[string]int{}} }

// page returns the golden of a page.
func (g *goldens) page(name string, page *node) string {
	var b strings.Builder
	found := map[string]string{} // as earlier, and in this page
	var order []string
	for _, n := range page.children {
		g.write(&b, n, 0, name, found, &order)
	}
	for _, text := range order {
		line := found[text]
		if g.uses[line]++; g.uses[line] > 1 { // two subtrees of the page begin alike
			line = fmt.Sprintf("%s, number %d of them", line, g.uses[line])
		}
		g.earlier[text] = line
	}
	return b.String()
}

func (g *goldens) write(b *strings.Builder, n *node, depth int, name string, found map[string]string, order *[]string) {
	var own strings.Builder
	n.write(&own, 0)
	text := own.String()
	first, _, _ := strings.Cut(text, "\n")
	indent := strings.Repeat("  ", depth)
	if strings.Count(text, "\n") < leastShared {
		n.write(b, depth)
		return
	}
	if line, ok := g.earlier[text]; ok {
		b.WriteString(indent + line + "\n")
		return
	}
	if _, ok := found[text]; !ok {
		found[text] = first + " … as in " + name
		*order = append(*order, text)
	}
	b.WriteString(indent + first + "\n")
	for _, c := range n.children {
		g.write(b, c, depth+1, name, found, order)
	}
}
