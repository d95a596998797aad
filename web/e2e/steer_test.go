package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"drnet/engine/protocol"
)

const heartRisk = "Heart risk · synthetic, known rules"

// epochShown returns the epoch among the numbers of the run.
func (p *page) epochShown() string {
	p.t.Helper()
	return eval[string](p, `[...document.querySelectorAll("#train .numbers div")]
		.find((d) => d.firstChild.textContent.startsWith("Epoch"))?.lastChild.textContent ?? ""`)
}

func (p *page) waitEpoch(want string) {
	p.t.Helper()
	p.waitFor("epoch "+want, func() bool { return p.epochShown() == want })
}

// unfocus takes the focus from fields and buttons, in which keys have other meanings.
func (p *page) unfocus() {
	p.t.Helper()
	eval[bool](p, `(document.activeElement.blur(), true)`)
}

// A run is controlled epoch by epoch, by keys and by buttons, and its result does not change. Its snapshots can be
// shown again, and opened as a model.
func TestSteering(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: shortRun, width: 1440, height: 900, patience: 2 * time.Minute}) // for the whole run
	p.sample(heartRisk)
	p.wait("#start")
	p.set("Epochs", "400")
	p.fill("Seed", "7")
	p.waitText("#outline", ", then refining") // the estimate of a trial
	p.shot("settings")
	t.Log(p.text("#outline"))
	p.unfocus()
	p.press(".")
	p.waitEpoch("1/400")
	p.waitText("#train", "Resume")
	p.waitText("#train", "Current rules")
	if title := eval[string](p, "document.title"); !strings.HasPrefix(title, "Paused at 0%") {
		t.Errorf("the title is %q", title)
	}
	p.press(".")
	p.waitEpoch("2/400")
	p.click("Step")
	p.waitEpoch("3/400")
	p.unfocus()
	p.press(" ")
	p.waitFor("the training to go on", func() bool { return p.epochShown() != "3/400" })
	p.press(" ")
	p.waitText("#train", "Resume")
	p.shot("held")

	p.click("Speed and notification")
	p.choose("Speed", "every 5 epochs")
	p.click("Resume")
	made := func() (epochs int) {
		fmt.Sscanf(p.epochShown(), "%d/", &epochs)
		return epochs
	}
	held := made()
	p.waitFor("the choice to take effect", func() bool { return made() > held+50 })
	for range 20 {
		if n := made(); n%5 != 0 {
			t.Errorf("epoch %d is shown", n)
		}
		time.Sleep(30 * time.Millisecond)
	}
	p.shot("at-a-pace")
	p.click("Pause")
	p.waitText("#train", "Resume")

	p.unfocus()
	p.press("?")
	p.click("Single keys work where nothing is typed")
	p.press(kb.Escape)
	p.waitJS("the panel to close", `document.querySelector("#keys") === null`)
	p.unfocus()
	before := p.epochShown()
	p.press(".")
	p.press(" ")
	time.Sleep(300 * time.Millisecond)
	if got := p.epochShown(); got != before || !strings.Contains(p.text("#train"), "Resume") {
		t.Errorf("keys that are switched off make epoch %q of %q", got, before)
	}
	p.click("Resume")
	p.waitFor("checkpoints around epoch 200", func() bool { // at full speed the machine decides which epochs have one
		return made() > 210
	})
	p.choose("Speed", "max")
	p.rules()
	if title := eval[string](p, "document.title"); !strings.HasPrefix(title, "Done. ") {
		t.Errorf("the title is %q", title)
	}
	model, file := p.model()
	checkModel(t, file, trainNatively(t, "heart-risk", model.Learned.Request))
	scrubs(p)
}

// scrubs shows snapshots of rules by slider and button, and opens some.
func scrubs(p *page) {
	p.section("Train")
	title := func() string { return p.text("#scrub-title") }
	p.waitText("#scrub-title", "(best train score)") // the rules of the model
	best := title()
	eval[bool](p, `(document.querySelector("#scrub").focus(), true)`)
	p.press(kb.Home)
	p.waitFor("an earlier look", func() bool { return title() != best })
	one := title()
	p.click("Later")
	p.waitFor("the look after", func() bool { return title() != one })
	p.click("Earlier")
	p.waitFor("the look before", func() bool { return title() == one })
	p.click("Best")
	p.waitFor("the best look", func() bool { return title() == best })
	eval[bool](p, `(document.querySelector("#scrub").value = 50,
		document.querySelector("#scrub").dispatchEvent(new Event("input")), true)`)
	p.waitFor("a look near epoch 200", func() bool {
		var epoch int
		fmt.Sscanf(title(), "Checkpoint: epoch %d", &epoch)
		return epoch >= 190 && epoch <= 210
	})
	p.shot("scrubbed")
	words := p.text(".looked")
	p.click("Restore this checkpoint")
	p.waitText(".unseen[role=status]", "Opened the rules of epoch")
	_, file := p.download(func() { p.click("Download the model (JSON)") })
	model, err := protocol.ReadModel(file)
	if err != nil {
		p.t.Fatal(err)
	}
	l := model.Learned
	if want := fmt.Sprintf("train accuracy %.1f%%, test accuracy %.1f%%",
		100*l.Simplified.Train.Accuracy, 100*l.Simplified.Test.Accuracy); !strings.Contains(words, want) {
		p.t.Errorf("the look says %q, and the model is %s", words, want)
	}
	if l.Step < 190*20 || l.Step > 210*20 || l.Refined != nil || model.Edited {
		p.t.Errorf("the model is of step %d, refined %v, edited %v", l.Step, l.Refined, model.Edited)
	}
	p.section("Train")
	p.click("Latest")
	p.waitJS("the last look", `document.querySelector("#scrub-end").disabled`)
}

// hide makes the page believe that it is hidden or visible.
func (p *page) hide(hidden bool) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(Object.defineProperty(document, "hidden", {configurable: true, get: () => %v}),
		document.dispatchEvent(new Event("visibilitychange")), true)`, hidden))
}

// A hidden page continues to train, and draws nothing until it is visible again.
func TestHiddenPage(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: unrefined + "&d=heart-risk", width: 1440, height: 900})
	p.wait("#start")
	p.set("Epochs", "3000")
	p.click("Start training")
	p.waitText("#train", "Current rules")
	p.hide(true)
	time.Sleep(300 * time.Millisecond)
	before, title := p.epochShown(), eval[string](p, "document.title")
	eval[bool](p, `(window.e2eChanges = 0,
		new MutationObserver((list) => { e2eChanges += list.length; }).observe(document.body,
		{subtree: true, childList: true, attributes: true, characterData: true}), true)`)
	p.waitFor("the training to go on", func() bool { return eval[string](p, "document.title") != title })
	time.Sleep(500 * time.Millisecond)
	if n := eval[int](p, "e2eChanges"); n > 0 || p.epochShown() != before {
		t.Errorf("a page that nobody sees changed %d times, from epoch %s to %s", n, before, p.epochShown())
	}
	p.hide(false)
	p.waitFor("the page to be drawn", func() bool { return p.epochShown() != before })
	p.click("Finish now")
	p.rules()
}
