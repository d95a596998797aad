package e2e

import (
	"os"
	"testing"
)

// TestPicture renders the picture in the README again when UPDATE=1; otherwise it only checks that the file exists.
func TestPicture(t *testing.T) {
	const file = "testdata/page.png"
	if os.Getenv("UPDATE") != "1" {
		if _, err := os.Stat(file); err != nil {
			t.Errorf("the README's picture is missing: %v", err)
		}
		return
	}
	p := open(t, visit{width: 1280, height: 1120})
	p.ready()
	p.sample("Heart risk (planted rules)")
	p.click("Start training")
	p.rules()
	eval[int](p, `(scrollTo(0, 60), 0)`)
	p.waitJS("the movements to end", `document.getAnimations().length === 0`)
	p.picture(file)
}
