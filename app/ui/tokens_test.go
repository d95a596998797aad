package ui

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

const styles = "../../web/style"

// tokens returns the colours of the language in the light and the dark theme.
func tokens(t *testing.T) (themes [2]map[string]string) {
	t.Helper()
	css, err := os.ReadFile(filepath.Join(styles, "1-language.css"))
	if err != nil {
		t.Fatal(err)
	}
	themes = [2]map[string]string{{}, {}}
	for _, m := range regexp.MustCompile(`--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);`).FindAllStringSubmatch(string(css), -1) {
		themes[0][m[1]], themes[1][m[1]] = m[2], m[3]
	}
	return themes
}

// contrast is the contrast ratio of WCAG 2.2 of two colours such as #1b222d.
func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(colour string) float64 {
	sum := 0.0
	for k, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, _ := strconv.ParseUint(colour[1+2*k:3+2*k], 16, 8)
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

// Words have a contrast of 4.5 to 1 to every ground on which they stand, and what a person must see to understand or to
// work a control has 3 to 1 (WCAG 2.2, 1.4.3 and 1.4.11), in both themes.
func TestColoursThatMeetContrast(t *testing.T) {
	const words, graphics = 4.5, 3
	for _, pair := range []struct {
		front, grounds string
		least          float64
	}{
		{"ink", "paper sheet band accent-soft good-soft bad-soft note-soft", words},
		{"quiet", "paper sheet band accent-soft good-soft bad-soft note-soft", words},
		{"accent", "paper sheet band accent-soft", words},
		{"accent-ink", "accent", words},
		{"good", "paper sheet good-soft", words},
		{"bad", "paper sheet bad-soft", words},
		{"note", "paper sheet note-soft", words},
		{"sheet", "bad good", words},
		{"edge", "paper sheet band", graphics},
		{"good", "band accent-soft", graphics},
		{"bad", "band accent-soft", graphics},
		{"series-a", "paper sheet band", graphics},
		{"series-b", "paper sheet band", graphics},
		{"series-c", "paper sheet band", graphics},
		{"series-d", "paper sheet band", graphics},
	} {
		for k, theme := range tokens(t) {
			for ground := range strings.FieldsSeq(pair.grounds) {
				front, behind := theme[pair.front], theme[ground]
				if front == "" || behind == "" {
					t.Fatalf("there is no token for %s on %s", pair.front, ground)
				}
				if got := contrast(front, behind); got < pair.least {
					t.Errorf("%s on %s in the %s theme: %.2f, want at least %.1f", pair.front, ground, [2]string{"light", "dark"}[k], got, pair.least)
				}
			}
		}
	}
}

// Only the language names colours; everything else takes its tokens, so that both themes have them.
func TestColoursAreTokens(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(styles, "*.css"))
	if err != nil || len(files) < 2 {
		t.Fatalf("styles: %v, %v", files, err)
	}
	defined := map[string]bool{}
	var all []string
	for _, file := range files {
		css, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(string(css), "")
		all = append(all, text)
		for _, m := range regexp.MustCompile(`(--[a-z0-9-]+):`).FindAllStringSubmatch(text, -1) {
			defined[m[1]] = true
		}
		for n, line := range strings.Split(text, "\n") {
			token := regexp.MustCompile(`^\s*--[a-z0-9-]+: light-dark\(`).MatchString(line)
			if colour := regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b`).FindString(line); colour != "" && !token && !strings.Contains(line, "{ #") {
				t.Errorf("%s:%d: %s is no token", filepath.Base(file), n+1, colour)
			}
		}
	}
	for _, text := range all {
		for _, m := range regexp.MustCompile(`var\((--[a-z0-9-]+)`).FindAllStringSubmatch(text, -1) {
			if !defined[m[1]] {
				t.Errorf("var(%s) is defined nowhere", m[1])
			}
		}
	}
}
