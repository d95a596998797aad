package site

import (
	"io/fs"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"drnet/app/core/coretest"
)

const (
	root       = "../.."
	stylesDir  = root + "/web/style"
	tokensFile = "tokens.css"
)

// styles returns the files of web/style without comments, by name.
func styles(t *testing.T) map[string]string {
	t.Helper()
	comment := regexp.MustCompile(`(?s)/\*.*?\*/`)
	sheets := map[string]string{}
	for _, name := range styleFiles {
		css := coretest.File(t, filepath.Join(stylesDir, name))
		sheets[name] = comment.ReplaceAllStringFunc(css, func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) })
	}
	return sheets
}

func TestEveryStyleFileIsJoined(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(stylesDir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !slices.Contains(styleFiles, filepath.Base(file)) {
			t.Errorf("%s is not in styleFiles", file)
		}
	}
}

// themes returns the colors of the tokens in the light and the dark theme.
func themes(t *testing.T) (themes [2]map[string]string) {
	t.Helper()
	themes = [2]map[string]string{{}, {}}
	color := regexp.MustCompile(`--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);`)
	for _, m := range color.FindAllStringSubmatch(styles(t)[tokensFile], -1) {
		themes[0][m[1]], themes[1][m[1]] = m[2], m[3]
	}
	return themes
}

// contrast returns the contrast ratio of WCAG 2.2 of two colors such as #1b222d.
func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

// luminance returns the relative luminance of WCAG 2.2.
func luminance(color string) float64 {
	sum := 0.0
	for k, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, _ := strconv.ParseUint(color[1+2*k:3+2*k], 16, 8)
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func TestContrastFormula(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want float64
	}{{"#000000", "#ffffff", 21}, {"#777777", "#ffffff", 4.48}, {"#ffffff", "#ffffff", 1}} { // WebAIM's contrast checker
		if got := contrast(test.a, test.b); math.Abs(got-test.want) > 0.005 {
			t.Errorf("contrast(%s, %s) = %.2f, want %.2f", test.a, test.b, got, test.want)
		}
	}
}

// Text has a contrast of 4.5 to 1 with every background it is used on; graphics and controls have 3 to 1 (WCAG 2.2, 1.4.3
// and 1.4.11), in both themes.
func TestContrastOfTokens(t *testing.T) {
	const text, graphics = 4.5, 3
	for _, pair := range []struct {
		front, backgrounds string
		least              float64
	}{
		{"ink", "paper sheet band accent-soft bad-soft note-soft", text},
		{"quiet", "paper sheet band accent-soft bad-soft note-soft", text},
		{"accent", "paper sheet band accent-soft", text},
		{"accent-ink", "accent", text},
		{"good", "paper sheet", text},
		{"bad", "paper sheet bad-soft", text},
		{"note", "paper sheet note-soft", text},
		{"sheet", "bad good", text},
		{"edge", "paper sheet band", graphics},
		{"good", "band accent-soft", graphics},
		{"bad", "band accent-soft", graphics},
		{"series-a", "paper sheet band", graphics},
		{"series-b", "paper sheet band", graphics},
		{"series-c", "paper sheet band", graphics},
	} {
		for k, theme := range themes(t) {
			for background := range strings.FieldsSeq(pair.backgrounds) {
				front, behind := theme[pair.front], theme[background]
				if front == "" || behind == "" {
					t.Fatalf("no token for %s on %s", pair.front, background)
				}
				if got := contrast(front, behind); got < pair.least {
					t.Errorf("%s on %s in the %s theme: %.2f, want at least %.1f", pair.front, background, [2]string{"light", "dark"}[k], got, pair.least)
				}
			}
		}
	}
}

// rawValue matches what only tokens.css may contain: colors by value or by name, lengths, durations, font weights.
// Allowed everywhere are 0, unitless factors, units of a drawing and the colors of the system. So are lengths relative
// to the text (em, ch), to the container (%, fr) or to the window (vh, vw).
var rawValue = regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b|\b(rgb|hsl|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)\(|` +
	`[ ,(](black|white|gray|grey|red|green|blue|yellow|orange|purple)($|[^\w-])|` +
	`(^|[^\w#.-])-?[0-9]*\.?[0-9]+(px|rem|pt|pc|mm|cm|in|q|vmin|vmax|s|ms)\b|^font-weight: [0-9b]`)

func TestStylesUseTokens(t *testing.T) {
	declaration := regexp.MustCompile(`(?m)(?:^|[{;])\s*([a-z-]+: [^;{}]*);`)
	for name, css := range styles(t) {
		if name == tokensFile {
			continue
		}
		// Custom properties do not reach @page.
		css = regexp.MustCompile(`@page \{[^}]*\}`).ReplaceAllString(css, "")
		for n, line := range strings.Split(css, "\n") {
			for _, m := range declaration.FindAllStringSubmatch(strings.ReplaceAll(line, ";", "; ;"), -1) {
				if raw := rawValue.FindString(m[1]); raw != "" {
					t.Errorf("%s:%d: %q: take %q from a token", name, n+1, m[1], strings.TrimSpace(raw))
				}
			}
		}
	}
}

func TestRawValues(t *testing.T) {
	for value, want := range map[string]bool{
		"color: #fff": true, "color: rgb(0 0 0)": true, "border: var(--hairline) solid red": true, "gap: 1.5rem": true,
		"margin: -2px": true, "inset: calc(100% - 4px)": true, "transition: color 0.1s": true, "font-weight: 600": true,
		"color: CanvasText": false, "inset: 0": false, "width: min(100%, 50vw)": false, "max-width: 60ch": false,
		"padding: var(--space-2-5)": false, "stroke-width: 1.5": false, "font-weight: var(--strong)": false,
		"grid-template-columns: minmax(0, 1.4fr) 1fr": false, "line-height: 1.3": false, "margin: -0.125em": false,
	} {
		coretest.Equal(t, rawValue.MatchString(value), want, "%q: raw", value)
	}
}

func TestTokensAreDefinedAndUsed(t *testing.T) {
	defined, used := map[string]bool{}, map[string]bool{}
	for _, css := range styles(t) {
		for _, m := range regexp.MustCompile(`(--[a-z0-9-]+):`).FindAllStringSubmatch(css, -1) {
			defined[m[1]] = true
		}
		for _, m := range regexp.MustCompile(`var\((--[a-z0-9-]+)`).FindAllStringSubmatch(css, -1) {
			used[m[1]] = true
		}
	}
	for token := range defined {
		if !used[token] {
			t.Errorf("%s is not used", token)
		}
	}
	for token := range used {
		if !defined[token] {
			t.Errorf("%s is not defined", token)
		}
	}
}

// selectors returns the selectors of a style sheet.
func selectors(css string) (list []string) {
	for _, m := range regexp.MustCompile(`([^{}]*)\{`).FindAllStringSubmatch(css, -1) {
		if s := strings.TrimSpace(m[1][strings.LastIndexByte(m[1], ';')+1:]); !strings.HasPrefix(s, "@") {
			list = append(list, s)
		}
	}
	return list
}

// Every class, part and id of a selector is one that the program, the charts or the page emit.
func TestSelectorsMatchSources(t *testing.T) {
	words := emittedWords(t)
	for name, css := range styles(t) {
		for _, selector := range selectors(css) {
			for _, m := range regexp.MustCompile(`[.#]([a-zA-Z][\w-]*)|data-part~?="([^"]+)"`).FindAllStringSubmatch(selector, -1) {
				for word := range strings.FieldsSeq(m[1] + m[2]) {
					stem := word[:strings.LastIndexByte(word, '-')+1] // "mark-" + kind
					if !words[word] && (stem == "" || !words[stem]) {
						t.Errorf("%s: %q of %q occurs in no source", name, word, selector)
					}
				}
			}
		}
	}
}

// A class that two style sheets define is one feature's: otherwise two features gave one name to different elements.
func TestClassesDoNotCollide(t *testing.T) {
	sheets, features := map[string][]string{}, map[string][]string{}
	for name, css := range styles(t) {
		if name == "base.css" || name == "kit.css" { // for all features
			continue
		}
		for class := range strings.SplitSeq(strings.Join(selectors(css), ","), ",") {
			class = strings.TrimSpace(class)
			if strings.HasPrefix(class, ".") && !slices.Contains(sheets[class[1:]], name) {
				sheets[class[1:]] = append(sheets[class[1:]], name)
			}
		}
	}
	paths, err := filepath.Glob(root + "/app/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		feature := filepath.Base(filepath.Dir(path))
		for _, m := range regexp.MustCompile(`Class\("([^"]+)"`).FindAllStringSubmatch(coretest.File(t, path), -1) {
			for class := range strings.FieldsSeq(m[1]) {
				if !slices.Contains(features[class], feature) {
					features[class] = append(features[class], feature)
				}
			}
		}
	}
	for class, names := range sheets {
		if len(names) > 1 && len(features[class]) > 1 {
			t.Errorf(".%s stands for elements of %v, in %v", class, features[class], names)
		}
	}
}

// emittedWords returns the words that may be classes or IDs. They come from the string literals in the sources of the
// page and of the charts, and from index.html.
func emittedWords(t *testing.T) map[string]bool {
	t.Helper()
	words := map[string]bool{}
	add := func(path, pattern string) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(coretest.File(t, path), -1) {
			for word := range strings.FieldsSeq(m[1]) {
				words[word] = true
			}
		}
	}
	add(root+"/web/index.html", `(?:id|class)="([^"]*)"`)
	for _, dir := range []string{"app", "engine/chart"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, _ fs.DirEntry, err error) error {
			if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				add(path, "[\"`]( ?[a-z][a-z0-9 _-]*)[\"`]")
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return words
}
