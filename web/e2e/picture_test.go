package e2e

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestPicture renders the picture in the README and those of the four views again when UPDATE=1; otherwise it only checks that
// the files exist.
func TestPicture(t *testing.T) {
	files := []string{"testdata/page.png"}
	sizes, views := [][2]int64{{1440, 900}, {360, 740}}, []string{"Data", "Settings", "Train", "Rules"}
	for _, size := range sizes {
		for _, view := range views {
			files = append(files, fmt.Sprintf("testdata/%s-%d.png", strings.ToLower(view), size[0]))
		}
	}
	if os.Getenv("UPDATE") != "1" {
		for _, file := range files {
			if _, err := os.Stat(file); err != nil {
				t.Errorf("a picture is missing: %v", err)
			}
		}
		return
	}
	p := openReady(t, visit{path: "#d=tic-tac-toe", width: 1440, height: 800})
	p.waitJS("training to be possible", `document.querySelector("#start")?.disabled === false`)
	p.train()
	take := func() {
		p.waitJS("the movements to end", `document.getAnimations().length === 0`)
		p.picture(files[0])
		p.must(reduce(files[0]))
		files = files[1:]
	}
	take()
	for _, size := range sizes {
		p.resize(size[0], size[1])
		for _, view := range views {
			p.section(view)
			take()
		}
	}
}

// reduce reduces a picture to its 256 most frequent colors. Only some edges have other colors.
func reduce(file string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	full, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		return err
	}
	uses, area := map[color.Color]int{}, full.Bounds()
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			uses[full.At(x, y)]++
		}
	}
	colors := slices.SortedFunc(maps.Keys(uses), func(a, b color.Color) int { return cmp.Compare(uses[b], uses[a]) })
	few := image.NewPaletted(area, colors[:min(len(colors), 256)])
	draw.Draw(few, area, full, area.Min, draw.Src)
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, few); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o644)
}
