package e2e

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"drnet/engine/realdata"
)

// A file is dropped, trained on, and its rules read and downloaded; the run is paused and resumed in between.
func TestDropTrainReadDownload(t *testing.T) {
	path := realdata.Path(t, "adult.csv")
	p := openReady(t, visit{path: "#review=100", width: 1440, height: 900})
	dropped := time.Now()
	p.drop(".page", path)
	p.waitText("#preview", "rows")
	p.measured("preview of adult", time.Since(dropped), 2*time.Second)
	p.waitText("#data", "32,561 rows, 15 columns")
	p.waitText("#data", ">50K")
	p.settings()
	p.choose("Missing values", "drop row")
	p.fill("Epochs", "400")
	tasks := p.traced(func() {
		p.click("Start training")
		p.waitText("#train", "Current rules")
		p.waitText("#train", "features, 24,129 training rows")
		p.shot("training")

		p.measured("Pause", answered(p, "#pause", `document.querySelector("#pause").textContent === "Resume"`), answerAim)
		var step string
		p.waitFor("the training to rest", func() bool { // long enough for three events that must not come
			step = p.text(".numbers")
			time.Sleep(300 * time.Millisecond)
			return p.text(".numbers") == step
		})
		p.measured("Resume", answered(p, "#pause", `document.querySelector("#pause").textContent === "Pause"`), answerAim)
		p.waitJS("the training to go on", `document.querySelector(".numbers").innerText !== `+strconv.Quote(step))
		p.waitJS("rules worth keeping", `parseInt(document.querySelector(".numbers dd").textContent.replace(",", "")) >= 200`)
		p.measured("Stop", answered(p, "#stop", `document.querySelector("#rules .rule-line") !== null`), answerAim)
	})
	p.measured("longest task while adult trains", tasks[0].Processor, longestAim)
	p.waitText("#rules", "Stopped by you")
	p.shot("rules")

	name, text := p.download(func() { p.click("Download as text") })
	if name != "rules.txt" || !strings.HasPrefix(string(text), "IF ") ||
		!strings.Contains(string(text), "THEN label = “>50K”\nELSE label = “<=50K”\n") {
		t.Errorf("downloaded %q:\n%s", name, text)
	}
	model, _ := p.model()
	if model.Target != "label" || len(model.Rules) == 0 || model.Learned.Simplified.Test.Accuracy < 0.78 {
		t.Errorf("the model predicts %q with %d rules, right on %v of the test rows", model.Target, len(model.Rules),
			model.Learned.Simplified.Test.Accuracy)
	}
}

// answerAim is the maximum time until the page should show the effect of a button.
const answerAim = 200 * time.Millisecond

// answered clicks an element and returns the time until an expression is true, measured in the page.
func answered(p *page, selector, until string) time.Duration {
	p.t.Helper()
	return time.Duration(eval[float64](p, `new Promise((done) => {
		const start = performance.now();
		document.querySelector("`+selector+`").click();
		const look = () => (`+until+`) ? done(performance.now() - start) : setTimeout(look, 2);
		look();
	})`) * float64(time.Millisecond))
}

// The page shows that files dragged over it can be dropped, and looks as before once they are dragged away.
func TestDraggedAway(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{})
	file := p.write("people.csv", people())
	p.drag(input.DispatchDragEventTypeDragEnter, ".page", file)
	p.waitJS("the drop target", covered)
	p.waitText("#drop-target", "Drop to open")
	p.shot("dragged")
	p.drag(input.DispatchDragEventTypeDragCancel, ".page", file)
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 100, 100)) // the browser tells of no end when it is cancelled here
	p.waitJS("the page without the drop target", "!("+covered+")")
	p.drop(".page", file)
	p.waitText("#data", "people.csv")
}
