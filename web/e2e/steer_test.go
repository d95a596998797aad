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
	return eval[string](p, shownEpoch)
}

const shownEpoch = `[...document.querySelectorAll("#train .numbers div")]
	.find((d) => d.firstChild.textContent.startsWith("Epoch"))?.lastChild.textContent ?? ""`

// epochsShown resumes a run with a key, waits until the page has shown the given number of epochs, and pauses the run. It returns the
// epochs.
func (p *page) epochsShown(count int) []int {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(globalThis.e2eEpoch = () => parseInt(%s), globalThis.e2eEpochs = [e2eEpoch()],
		new MutationObserver((_, observer) => {
			if (e2eEpoch() !== e2eEpochs.at(-1)) e2eEpochs.push(e2eEpoch());
			if (e2eEpochs.length <= %d) return;
			observer.disconnect();
			document.body.dispatchEvent(new KeyboardEvent("keydown", {key: " ", bubbles: true}));
		}).observe(document.querySelector("#train"), {subtree: true, childList: true, characterData: true}), true)`, shownEpoch, count))
	p.press(" ")
	p.waitJS("epochs", fmt.Sprintf(`e2eEpochs.length > %d`, count))
	p.paused()
	return eval[[]int](p, `e2eEpochs.slice(1)`)
}

func (p *page) waitEpoch(want string) {
	p.t.Helper()
	p.waitFor("epoch "+want, func() bool { return p.epochShown() == want })
}

// currentRules is an expression that is true while the page shows the current rules of a run.
const currentRules = `document.querySelector("#train")?.textContent.includes("Current rules")`

// everyEpoch makes the next run wait for the page after each epoch, so that a busy machine can draw it before it ends.
func (p *page) everyEpoch() {
	p.t.Helper()
	p.section("Train")
	p.speed("1")
}

// speed sets the number of epochs between two updates of the page, "0" for full speed.
func (p *page) speed(epochs string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(document.querySelector("#speed").value = %q,
		document.querySelector("#speed").dispatchEvent(new Event("change", {bubbles: true})))`, epochs))
}

// pauseWhen makes the page pause the run as soon as an expression is true during training.
func (p *page) pauseWhen(expression string) {
	p.t.Helper()
	eval[bool](p, `(globalThis.e2ePauses = true, new MutationObserver((_, observer) => {
		const button = document.querySelector("#pause");
		if (button?.textContent === "Pause" && !button.disabled && (`+expression+`)) {
			observer.disconnect();
			button.click();
			e2ePauses = false;
		}
	}).observe(document.body, {subtree: true, childList: true, characterData: true}), true)`)
}

// trainUntil starts a run that pauses as soon as an expression is true.
func (p *page) trainUntil(expression string) {
	p.t.Helper()
	p.pauseWhen(expression)
	p.click("Start training")
	p.paused()
}

// paused waits until the run is paused.
func (p *page) paused() {
	p.t.Helper()
	p.waitJS("the pause", `!globalThis.e2ePauses && document.querySelector("#pause")?.textContent === "Resume"`)
}

// goOn resumes a run at full speed.
func (p *page) goOn() {
	p.t.Helper()
	p.speed("0")
	p.click("Resume")
}

// unfocus removes the focus from fields and buttons, where keys have other meanings.
func (p *page) unfocus() {
	p.t.Helper()
	eval[bool](p, `(document.activeElement.blur(), true)`)
}

// A run is controlled epoch by epoch with keys and buttons, which does not change its result. Its snapshots can be shown again, and
// opened as a model.
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
	p.click("Speed and notification")
	p.choose("Speed", "every 5 epochs") // at full speed a busy machine may end the run before it is paused
	p.unfocus()
	epochs := p.epochsShown(2)
	for _, n := range epochs {
		if n%5 != 0 {
			t.Errorf("the epochs %v are shown", epochs)
		}
	}
	p.shot("held")

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
		t.Errorf("with shortcuts off the epoch is %q, want %q", got, before)
	}
	p.pauseWhen(`parseInt(` + shownEpoch + `) > 50`) // at full speed the machine decides which epochs have a checkpoint
	p.click("Resume")
	p.paused()
	p.goOn()
	p.rules()
	if title := eval[string](p, "document.title"); !strings.HasPrefix(title, "Done. ") {
		t.Errorf("the title is %q", title)
	}
	model, file := p.model()
	checkModel(t, file, trainNatively(t, "heart-risk", model.Learned.Request))
	scrubs(p)
}

// scrubs shows snapshots of the rules with the slider and the buttons, and opens one of them.
func scrubs(p *page) {
	p.section("Train")
	title := func() string { return p.text("#scrub-title") }
	p.waitText("#scrub-title", "(best train score)") // the rules of the model
	best := title()
	eval[bool](p, `(document.querySelector("#scrub").focus(), true)`)
	p.press(kb.Home)
	p.waitFor("an earlier snapshot", func() bool { return title() != best })
	one := title()
	p.click("Later")
	p.waitFor("the next snapshot", func() bool { return title() != one })
	p.click("Earlier")
	p.waitFor("the previous snapshot", func() bool { return title() == one })
	p.click("Best")
	p.waitFor("the best snapshot", func() bool { return title() == best })
	eval[bool](p, `(document.querySelector("#scrub").value = 10,
		document.querySelector("#scrub").dispatchEvent(new Event("input")), true)`)
	p.waitFor("a snapshot near epoch 40", func() bool {
		var epoch int
		fmt.Sscanf(title(), "Checkpoint: epoch %d", &epoch)
		return epoch >= 30 && epoch <= 50
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
		p.t.Errorf("the snapshot says %q, want %s", words, want)
	}
	if l.Step < 30*20 || l.Step > 50*20 || l.Refined != nil || model.Edited {
		p.t.Errorf("the model is of step %d, refined %v, edited %v", l.Step, l.Refined, model.Edited)
	}
	p.section("Train")
	p.click("Latest")
	p.waitJS("the last snapshot", `document.querySelector("#scrub-end").disabled`)
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
	p := openLong(t)
	p.training("Start training")
	p.hide(true)
	goesOn := func() {
		title := eval[string](p, "document.title")
		p.waitFor("the training to go on", func() bool { return eval[string](p, "document.title") != title })
	}
	goesOn() // earlier changes are drawn
	before := p.epochShown()
	eval[bool](p, `(window.e2eChanges = 0,
		new MutationObserver((list) => { e2eChanges += list.length; }).observe(document.body,
		{subtree: true, childList: true, attributes: true, characterData: true}), true)`)
	goesOn()
	goesOn()
	if n := eval[int](p, "e2eChanges"); n > 0 || p.epochShown() != before {
		t.Errorf("a hidden page changed %d times, from epoch %s to %s", n, before, p.epochShown())
	}
	p.hide(false)
	p.waitFor("the page to be drawn", func() bool { return p.epochShown() != before })
	p.click("Finish now")
	p.rules()
}
