package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// A lesson is opened by a link, drives the real page, and is left with Escape.
func TestLesson(t *testing.T) {
	t.Parallel()
	// The lesson trains, which may take long on a busy machine.
	p := openReady(t, visit{path: "#lesson=1", width: 1440, height: 900, patience: 3 * time.Minute})
	p.waitText("#coach", "5 min · step 1 of 7")
	p.shot("lesson-begun")
	p.click("Load the table “heart risk”")
	p.waitText("#preview", "cholesterol")
	p.shot("lesson-table")
	p.click("high")
	p.waitText("#coach", "Right: “high”.")
	p.click("Next")
	p.media(false, true)
	p.waitJS("a button that waits for the prediction, also in forced colors", `(() => {
		const color = (id) => getComputedStyle(document.getElementById(id)).color;
		return document.querySelector("#step-do")?.ariaDisabled === "true" && color("step-do") !== color("step-end"); })()`)
	p.media(false, false)
	p.click("1 to 5")
	p.shot("lesson-prediction")
	p.click("Train")
	p.waitText("#coach", "Right: “1 to 5”. 3 rules with 4 conditions: train accuracy 100%, test accuracy 100%.")
	p.lessonShots("lesson-train")
	if got := eval[string](p, `document.activeElement.id`); got == "" {
		t.Error("nothing has the focus")
	}
	p.click("Skip")
	p.waitJS("the focus on the title of the step", `document.activeElement.id === "coach-title"`)
	p.click("Skip")
	p.click("none")
	p.waitText("#coach", "You chose “none”; right is “low”. One rule is enough.")
	p.click("Next")
	p.click("it rises")
	p.click("Switch the first rule off")
	p.waitText("#coach", "You chose “it rises”; right is “it falls”. Before: 3 rules with 4 conditions")
	p.fits("a lesson")
	p.accessible("a lesson")
	p.lessonShots("lesson-rule-off")
	p.click("Skip")
	p.click("Undo the change")
	p.click("unique coverage")
	p.click("Next")
	p.waitText("#coach", "What you can now say")
	p.lessonShots("lesson-end")
	p.press(kb.Escape)
	p.waitJS("the lesson to be left", `!document.querySelector("#coach")`)
	p.waitJS("the focus on the button that lists the lessons", `document.activeElement.id === "lessons"`)
}

// The lesson about leaks trains twice on visits of patients, and lists rows of the random split.
func TestLeakLesson(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: "#lesson=4", width: 1440, height: 900, patience: 3 * time.Minute})
	p.click("Load the table “visits”")
	p.waitText("#preview", "cholesterol")
	p.click("age, weight and more")
	p.click("Next")
	p.click("fewer than 70%")
	p.click("Split at random and train")
	p.waitText("#coach", "You chose “fewer than 70%”; right is “more than 80%”. 6 rules with 24 conditions: train accuracy 93.3%, "+
		"test accuracy 83.3%.")
	p.click("no")
	p.click("Next")
	p.waitJS("the choice of the split alone", `document.querySelector("#split-by")?.checkVisibility() &&
		!document.querySelector("#set-thresholds")?.checkVisibility()`)
	p.shot("leak-lesson-split")
	p.click("it falls")
	p.click("Split by patient and train")
	p.waitText("#coach", "Right: “it falls”. Before: 6 rules with 24 conditions")
	p.waitText("#coach", "Now: 1 rule with 3 conditions: train accuracy 77.5%, test accuracy 63.3%.")
	p.click("that by patient")
	p.click("Next")
	p.click("List the rows of the random split")
	p.waitText("#row-table", "P001")
	p.waitJS("marked test rows, and nothing but rows", `(() => { const seen = (name) => document.querySelector(name)?.checkVisibility();
		return document.querySelector("#row-table small")?.textContent === " test" && seen("#row-table") && !seen(".listing"); })()`)
	p.fits("the rows of a lesson")
	p.accessible("the rows of a lesson")
	p.shot("leak-lesson-rows-1440")
	p.click("most")
	p.waitText("#coach", "Right: “most”. About three in four have.")
	p.click("Next")
	p.waitText("#coach", "What you can now say")
}

// lessonShots checks at every width that the text of a lesson is next to its stage, and that the stage is on the screen.
func (p *page) lessonShots(name string) {
	p.t.Helper()
	for i, width := range []int64{360, 768, 1024, 1440} {
		eval[bool](p, `(chooseTheme("`+[]string{"dark", "light"}[i%2]+`"), true)`)
		p.resize(width, map[bool]int64{true: 900, false: 740}[width == 1440])
		beside := eval[bool](p, `(() => { const text = document.querySelector("#coach").getBoundingClientRect(),
			stage = document.querySelector(".watch, #panel-rules, #preview").getBoundingClientRect();
			return innerWidth < 1024 ? text.height <= 0.4 * innerHeight + 1 && text.bottom <= innerHeight && stage.top < 0.5 * text.top
				: text.right <= stage.left && Math.abs(text.width - 380) < 2;
		})()`)
		if !beside {
			p.t.Errorf("%s: at %d px the text covers the stage, or is too wide or too high", name, width)
		}
		p.shot(fmt.Sprintf("%s-%d", name, width))
	}
}

// In the game, a number determines the secret rules. A run finds them, and the page shows them only on request.
func TestGame(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{width: 1440, height: 900, patience: 3 * time.Minute})
	p.click("Learn")
	p.shot("lessons")
	p.choose("Guess the rules: level", "medium")
	p.fill("Game number", "5")
	p.click("Play")
	p.waitText("#game-title", "game 5, medium")
	p.waitJS("columns, and no association with the target that would be a free hint", `[...document.querySelectorAll(".profile")].length > 5 &&
		![...document.querySelectorAll(".association, .column-order")].some((e) => e.checkVisibility({visibilityProperty: true}))`)
	p.choose("Column", "depth")
	p.choose("Comparison", ">")
	p.choose("Value", "600")
	p.waitText("#guess", "depth > 600")
	p.click("Guess this rule")
	p.waitText(".guesses", "depth > 600 is not a secret rule.")
	p.click("Hint")
	p.waitText("#hints", "The secret rules use depth.")
	p.click("Hint")
	p.click("Hint")
	p.waitJS("all hints", `document.querySelector("#hint").ariaDisabled === "true"`)
	if at := eval[string](p, `document.activeElement.id`); at != "hint" {
		t.Errorf("the last hint moves the focus to %q", at)
	}
	p.click("Add another condition")
	p.waitText("#guess", "AND")
	p.waitJS("the clock to run", `document.querySelector("#game-time").textContent !== "0:00"`)
	p.accessible("a game")
	p.shot("game")
	p.train()
	p.waitText("#game-score", "0 points. 2 of 2 secret rules found")
	if high := eval[float64](p, `document.querySelector("#game").getBoundingClientRect().height / innerHeight`); high > 0.34 {
		t.Errorf("the game takes %.2f of the window, want a third at most", high)
	}
	p.click("Reveal the secret")
	p.waitText("#secret", "depth > 700 was found.")
	p.waitJS("the focus on the secret", `document.activeElement.id === "secret"`)
	p.shot("game-revealed")
	p.waitJS("the game in the address", `location.hash.startsWith("#d=secret-5&")`)
}

// A step of a lesson scrolls to the setting that it explains.
func TestLessonShowsItsSetting(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: "#d=heart-risk&lesson=2&projector=1", width: 1024, height: 768})
	p.waitText("#preview", "cholesterol")
	p.click("no")
	p.click("Next")
	p.waitJS("the setting on the screen", `(() => { const r = document.querySelector("#set-thresholds")?.getBoundingClientRect();
		return r && r.top >= document.querySelector(".banner").getBoundingClientRect().bottom && r.bottom <= innerHeight; })()`)
	p.fits("a lesson on a projector")
	p.shot("projector")
	p.press(kb.Escape)
	p.click("Learn")
	p.press(kb.Escape)
	p.waitJS("the list of lessons to close", `!document.querySelector("#lesson-menu")`)
	p.click("More")
	p.shot("more")
	p.click("Projector: larger text and fewer controls")
	p.waitJS("text of the usual size",
		`getComputedStyle(document.documentElement).fontSize === "16px" && !location.hash.includes("projector")`)
}

// On a phone, the question, the answer and the title of a step come into sight below the stage, and a run does not move the stage.
func TestLessonOnPhone(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: "#lesson=1", width: 360, height: 740, patience: 3 * time.Minute})
	seen := func(what, selector string) {
		t.Helper()
		p.waitJS(what+" on the screen", `[...document.querySelectorAll("`+selector+`")].every((e) => {
			const at = e.getBoundingClientRect();
			return [at.top + 2, at.bottom - 2].every((y) => e.contains(document.elementFromPoint(at.left + at.width / 2, y)));
		})`)
	}
	p.click("Load the table “heart risk”")
	p.waitText("#coach", "is the risk low or high in row 9?")
	seen("both choices", "#check-0, #check-1")
	p.click("high")
	p.waitText("#coach", "Right: “high”.")
	seen("the answer", ".coach-says:not(:empty)")
	p.click("Next")
	p.waitText("#coach-title", "Learn")
	seen("the title of the next step", "#coach > .quiet, #coach-title")
	p.click("1 to 5")
	p.watchShifts()
	p.click("Train")
	p.waitText("#coach", "3 rules with 4 conditions")
	seen("the question below the result", "#check-0, #check-2")
	if moved := eval[float64](p, `e2eMoved.reduce((sum, e) => sum + e.value, 0)`); moved > 0.1 {
		t.Errorf("the run moves the stage by %.3f: %q", moved, eval[[]string](p, `e2eMoved.map((e) => e.value.toFixed(3) + e.where)`))
	}
	p.shot("lesson-phone-result")
}

// Terms can be explained with the keyboard only, one at a time.
func TestHelpByKeyboard(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: "#d=heart-risk"})
	p.waitText("#data", "2,000 rows")
	p.settings()
	focus := func(id string) { eval[bool](p, `(document.getElementById("`+id+`").focus(), true)`) }
	p.allDrawn()
	texts := func() string {
		return eval[string](p, `[...document.querySelectorAll(".help-text")].map((e) => e.textContent).join("")`)
	}
	places := func() string {
		return eval[string](p, `[...document.querySelectorAll("#settings :is(input, select, summary)")]
			.map((e) => Math.round(e.getBoundingClientRect().top + scrollY)).join()`)
	}
	focus("help-set-lambda1")
	before := places()
	p.press(kb.Enter)
	p.waitText("#help-set-lambda1-text", "λ₁ penalizes every condition")
	p.shot("help")
	if got := places(); got != before {
		t.Errorf("the help moves the fields from %s to %s", before, got)
	}
	p.press(kb.Escape)
	p.waitJS("the explanation to close", `document.querySelector("#help-set-lambda1-text").textContent === ""`)
	if got := eval[string](p, `document.activeElement.id`); got != "help-set-lambda1" {
		t.Errorf("the focus is on %q, want the button", got)
	}
	p.press(" ")
	p.waitText("#help-set-lambda1-text", "λ₁ penalizes")
	focus("help-set-seed")
	p.press(kb.Enter)
	p.waitText("#help-set-seed-text", "The seed")
	if got := texts(); strings.Contains(got, "penalizes") {
		t.Errorf("two explanations are open: %s", got)
	}
	small := eval[string](p, `[...document.querySelectorAll(".help-button")].map((e) => e.getBoundingClientRect())
		.filter((r) => r.width > 0 && (r.width < 24 || r.height < 24)).length + ""`)
	if small != "0" {
		t.Errorf("%s buttons are smaller than 24 px", small)
	}
}

// The explanation of the method reacts to its numbers.
func TestHowItWorks(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: "#v=how", width: 1440, height: 900})
	p.wait("#how-title")
	p.shot("how")
	p.fill("Location of the gate, as a number", "-5")
	p.waitText("#how-gate-says", "open with a probability of 3.2%")
	p.fill("Weight of “age ≤ 50”, as a number", "-1.5")
	p.waitText("#how-neuron-says", "“age > 50” is unmet and subtracts 1.5")
	if got := eval[string](p, `document.querySelector("#how-dial-w1-slider").value`); got != "5" {
		t.Errorf("the slider is at step %s, want 5 of 40", got)
	}
	if !eval[bool](p, `[...document.querySelectorAll("#how-6 th")].every((head) => head.offsetWidth > 0)`) {
		t.Error("a head of the table of scores is hidden")
	}
	eval[bool](p, `(document.querySelector("#how-4").scrollIntoView(), true)`)
	p.shot("how-gate")
	eval[bool](p, `(document.querySelector("#how-back").click(), true)`)
	p.waitText("h1", "Drop a table")
}

// The lessons fit narrow screens too.
func TestTeachingFitsNarrowScreens(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: "#d=secret-5&lesson=2", width: 390, height: 844, dark: true})
	p.waitText("#game-title", "game 5")
	p.fits("a lesson and a game")
	p.click("End")
	p.resize(360, 740)
	p.waitJS("the buttons of the game on the screen", `(scrollTo(0, 0), ["guess-rule", "guess-and", "hint", "reveal", "start"].every((id) => {
		const button = document.getElementById(id), at = button.getBoundingClientRect();
		return button.contains(document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2));
	}))`)
	p.shot("game-narrow")
	p.click("Learn")
	p.click("Overfitting and the trade-off")
	p.waitJS("the button of the step on the screen", `(() => { const button = document.querySelector("#step-do"),
		at = button?.getBoundingClientRect();
		return button?.contains(document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2)); })()`)
	p.shot("lesson-narrow")
	p.resize(720, 450)
	p.waitJS("the text of the step on the screen at a zoom of 200%", `[...document.querySelectorAll(".coach-body p")].every((e) => {
		const at = e.getBoundingClientRect();
		return [at.top + 2, at.bottom - 2].every((y) => e.contains(document.elementFromPoint(at.left + 2, y)));
	})`)
	p.fits("a lesson at a zoom of 200%")
	p.shot("lesson-zoomed")
	p.resize(360, 740)
	p.click("End")
	p.click("Share")
	p.click("QR code")
	p.waitJS("a code of black on white in the dark theme", `(() => { const code = document.querySelector("[data-part=qr]");
		return code && getComputedStyle(code).backgroundColor === "rgb(255, 255, 255)" && code.getBoundingClientRect().width >= 200; })()`)
	p.shot("share-code")
	p.click("For teachers")
	p.fits("the link to share")
	p.shot("share-narrow")
	p.click("Learn")
	p.fits("the lessons")
	p.click("How it works")
	p.wait("#how-title")
	p.fits("the explanation")
	p.shot("how-narrow")
}
