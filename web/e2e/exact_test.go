package e2e

import (
	"context"
	"slices"
	"testing"

	"drnet/engine"
	"drnet/engine/protocol"
)

// The page makes the same model as the native command with the same settings, byte for byte. This holds for a paused
// run and for typed thresholds too.
func TestSameModelAsNatively(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: shortRun, width: 1440, height: 900})
	p.sample("Heart risk · synthetic, known rules")
	p.wait("#start")
	p.click("Cut points for age")
	p.waitJS("the thresholds that were found", `document.querySelector(".cut-editor textarea")?.value.split(", ").length > 2`)
	p.fill("Cut points", "50 60.5")
	p.waitJS("both numbers", `document.querySelector(".cut-editor textarea")?.value === "50, 60.5"`)
	p.click("Cut points for bmi")
	p.fill("How many", "3")
	p.set("Epochs", "600")
	p.fill("Seed", "7")
	p.everyEpoch()
	p.trainUntil(currentRules)
	p.goOn()
	p.rules()
	model, file := p.model()
	for _, c := range model.Encoder.Columns {
		if c.Name == "age" && !slices.Equal(c.Thresholds, []float64{50, 60.5}) || c.Name == "bmi" && len(c.Thresholds) < 3 { // from three sources
			t.Errorf("column %q has the thresholds %v", c.Name, c.Thresholds)
		}
	}
	checkModel(t, file, trainNatively(t, "heart-risk", model.Learned.Request))
}

// checkModel compares the model file of a page with that of the engine of the command, byte for byte.
func checkModel(t *testing.T, file, want []byte) {
	t.Helper()
	if string(file) != string(want) {
		t.Errorf("the page made\n%s\nand natively it is\n%s", file, want)
	}
}

// trainNatively trains on a built-in table and returns the model file.
func trainNatively(t *testing.T, table string, request protocol.Train) []byte {
	t.Helper()
	return nativeModel(t, protocol.Load{Sample: table}, request)
}

// nativeModel makes requests, the last of which trains, and returns the model file.
func nativeModel(t *testing.T, requests ...protocol.Request) []byte {
	t.Helper()
	s := engine.NewSession()
	var last protocol.Event
	for _, r := range requests {
		s.Handle(context.Background(), r, func(e protocol.Event) { last = e })
	}
	trained, ok := last.(protocol.Trained)
	if !ok {
		t.Fatalf("the training ended with %#v", last)
	}
	file, err := trained.File().Write()
	if err != nil {
		t.Fatal(err)
	}
	return file
}
