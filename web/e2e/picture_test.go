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
	p := open(t, visit{path: "#d=tic-tac-toe", width: 1440, height: 800})
	p.ready()
	p.waitJS("training to be possible", `document.querySelector("#start")?.disabled === false`)
	p.click("Start training")
	p.rules()
	p.waitJS("the movements to end", `document.getAnimations().length === 0`)
	p.picture(file)
}
