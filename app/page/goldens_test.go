package page

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// viewOf names the feature that a view belongs to, by the id or the class of its outermost element.
var viewOf = map[string]string{
	"#data": "data", "#columns": "data",
	"#settings": "settings", ".used": "settings",
	"#train": "training", "#network": "network",
	"#rules": "rules", "#panel-rules": "rules", "#panel-matrix": "rules",
	"#panel-try": "explain", "#panel-trade": "tradeoff", "#panel-compare": "compare", "#panel-export": "export",
	".audit": "audit", "#runs-panel": "runs", "#rows": "rows", "#preview": "rows", ".keep": "storage",
	"#privacy-panel": "privacy", "#about-view": "privacy", ".credits": "privacy",
	"#lesson-menu": "learn", "#coach": "learn", "#game": "learn", ".how": "learn", ".how handout": "learn",
	"#share-panel": "link", ".note address-notes": "link",
}

// split removes the views of other features from a tree and puts a line in place of each. Out holds the views by feature.
func split(n *node, feature string, out map[string]*node) {
	for i, c := range n.children {
		if c.attributes["class"] == "report printed" { // repeats the screen
			n.children[i] = &node{text: c.opening() + " … in TestReport"}
			continue
		}
		of, ok := viewOf["#"+c.attributes["id"]]
		if !ok {
			of, ok = viewOf["."+c.attributes["class"]]
		}
		if !ok || of == feature {
			split(c, feature, out)
			continue
		}
		if out[of] == nil {
			out[of] = &node{}
		}
		out[of].children = append(out[of].children, c)
		n.children[i] = &node{text: c.opening() + " … in app/" + of}
		split(c, of, out)
	}
}

// viewGoldens holds the goldens of every feature: app/FEATURE/testdata/views/NAME.txt, and of the rest of the page
// app/page/testdata/views/NAME.txt. A view that repeats earlier ones gets no golden.
type viewGoldens map[string]*goldens

// of returns the goldens of a page by path: of the given features, or of all if none are given.
func (g viewGoldens) of(name string, page *node, only ...string) map[string]string {
	name = strings.ReplaceAll(name, " ", "-")
	parts := map[string]*node{"page": page}
	split(page, "page", parts)
	files := map[string]string{}
	for feature, part := range parts {
		if len(only) > 0 && !slices.Contains(only, feature) {
			continue
		}
		if g[feature] == nil {
			g[feature] = newGoldens()
		}
		if text, fresh := g[feature].page(name, part); fresh {
			path := filepath.Join("..", feature, "testdata", "views", name+".txt")
			files[path] = text
			g[feature].paths = append(g[feature].paths, path)
		}
	}
	return files
}

// complete checks that every file of the features and of the page is a golden of theirs; with UPDATE=1 it removes the others.
func (g viewGoldens) complete(t *testing.T) {
	for _, feature := range append(slices.Collect(maps.Values(viewOf)), "page") {
		if g[feature] == nil { // none of its views is shown
			g[feature] = newGoldens()
		}
		files, err := filepath.Glob(filepath.Join("..", feature, "testdata", "views", "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			switch {
			case slices.Contains(g[feature].paths, path):
			case os.Getenv("UPDATE") == "1":
				if err := os.Remove(path); err != nil {
					t.Error(err)
				}
			default:
				t.Errorf("%s is the golden of no view", path)
			}
		}
	}
}

// goldens writes the goldens of pages one after the other. Each holds only its new parts: one line stands for a subtree of at least
// leastShared lines that an earlier golden has, and names that golden. So a change of a view touches few goldens.
type goldens struct {
	earlier map[string]string // the line that stands for a subtree, by the text of the subtree
	uses    map[string]int    // how many subtrees a line would stand for
	seen    map[string]bool   // the texts of whole views
	paths   []string          // of the files so far
}

// leastShared is 3, because a shorter subtree is as easy to read as the line that would replace it.
const leastShared = 3

func newGoldens() *goldens {
	return &goldens{earlier: map[string]string{}, uses: map[string]int{}, seen: map[string]bool{}}
}

// page returns the golden of a page or a part of it, and whether it has something that no earlier one has.
func (g *goldens) page(name string, page *node) (golden string, fresh bool) {
	var b strings.Builder
	found := map[string]string{} // as earlier, and in this page
	var order []string
	for _, n := range page.children {
		g.write(&b, n, 0, name, found, &order)
		var own strings.Builder
		n.write(&own, 0)
		fresh = fresh || !g.seen[own.String()]
		g.seen[own.String()] = true
	}
	for _, text := range order {
		line := found[text]
		if g.uses[line]++; g.uses[line] > 1 { // two subtrees of the page begin alike
			line = fmt.Sprintf("%s, number %d of them", line, g.uses[line])
		}
		g.earlier[text] = line
	}
	return b.String(), fresh
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
	for i := 0; i < len(n.children); {
		g.write(b, n.children[i], depth+1, name, found, order)
		alike := alikeAfter(n.children[i:])
		if i++; len(alike) > mostAlike {
			fmt.Fprintf(b, "%s  … %d more alike, SHA-256 %.4x\n", indent, len(alike), sha256.Sum256([]byte(strings.Join(alike, ""))))
			i += len(alike)
		}
	}
}

// mostAlike is 9: if more successive siblings differ only in numbers, a golden holds their digest instead.
const mostAlike = 9

var number = regexp.MustCompile("[0-9]+")

// alikeAfter returns the texts of the nodes after the first one, up to the first that differs from it in more than numbers.
func alikeAfter(siblings []*node) (texts []string) {
	first := ""
	for i, n := range siblings {
		var b strings.Builder
		n.write(&b, 0)
		if like := number.ReplaceAllString(b.String(), "#"); i == 0 {
			first = like
		} else if like == first {
			texts = append(texts, b.String())
		} else {
			break
		}
	}
	return texts
}
