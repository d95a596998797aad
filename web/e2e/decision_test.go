package e2e

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"drnet/engine/protocol"
)

// The threshold is moved by keys alone: the matrix and the cost follow, the most likely rows are listed, and files hold the threshold.
func TestThresholdByKeyboard(t *testing.T) {
	t.Parallel()
	p := learntPeople(t, visit{width: 1440, height: 1000})
	p.waitJS("the panel", `document.querySelector("#decision summary") !== null`)
	eval[bool](p, `document.querySelector("#decision summary").focus(), true`)
	p.press(kb.Enter)
	p.waitJS("the panel to open", `document.querySelector("#decision").open`)
	p.fill("False positive", "1")
	p.fill("False negative", "5")
	p.waitText("#cost-words", "The errors cost")
	matrix := func() string { return p.text("#decision .confusion-table") }
	before, cost := matrix(), p.text("#cost-words")
	eval[bool](p, `document.querySelector("#threshold").focus(), true`)
	p.press(kb.Home)
	p.waitText("#threshold-words", "Threshold 1.0%")
	p.waitJS("a value that is read aloud", `document.querySelector("#threshold").ariaValueText.startsWith("Threshold 1.0%")`)
	if matrix() == before || p.text("#cost-words") == cost {
		t.Errorf("at 1%% the matrix is still %q, and the cost %q", before, cost)
	}
	for range 29 {
		p.press(kb.ArrowRight)
	}
	p.waitText("#threshold-words", "Threshold 30.0%")
	p.waitJS("the focus on the slider", `document.activeElement.id === "threshold"`)
	p.shot("decision-1440")
	p.accessible("decision")
	p.choose("Chart", "ROC curve")
	p.waitText("#curve-words", "AUC")
	p.fill("Number", "7")
	p.click("List these")
	p.waitText("#rows-words", "7 rows")
	p.waitText("#row-table", "Probability")
	p.click("Close the rows")
	p.resize(360, 740)
	p.waitJS("a panel that fits", `document.querySelector("#decision").scrollWidth <= innerWidth`)
	p.shot("decision-360")
	p.resize(1440, 1000)
	p.section("Rules")
	var m protocol.Model
	_, file := p.download(func() { p.click("Download the model (JSON)") })
	if err := json.Unmarshal(file, &m); err != nil || !m.Decided() || m.Scorecard.Decision.Threshold != 0.3 ||
		m.Scorecard.Decision.FalseNegative != 5 {
		t.Errorf("the model file has the decision %+v, %v", m.Scorecard, err)
	}
	if python := export(t, people(), &m, "python").Text; !strings.Contains(python, "THRESHOLD = 0.3\n") {
		t.Error("the Python module lacks the threshold")
	}
}
