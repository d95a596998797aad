package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// A lesson is opened by a link, drives the real page, and is left with Escape.
func TestLesson(t *testing.T) {
	t.Parallel()
	p := open(t, visit{path: "#lesson=1", width: 1440, height: 900})
	p.patience = 3 * time.Minute // it trains, perhaps on a busy machine
	p.ready()
	p.waitText("#coach", "step 1 of 6")
	p.click("Load the table “heart risk”")
	p.waitText("#coach", "The table has 2,000 rows")
	p.click("Next")
	p.click("Train")
	p.waitText("#coach", "3 rules with 4 conditions: train accuracy 100.0 %, test accuracy 100.0 %.")
	p.shot("lesson")
	if got := eval[string](p, `document.activeElement.id`); got == "" {
		t.Error("nothing has the focus")
	}
	p.click("Next")
	p.waitJS("the focus on the title of the step", `document.activeElement.id === "coach-title"`)
	p.click("Show the rules")
	p.click("Next")
	p.waitText("#coach", "alone covers")
	p.click("Next")
	p.click("Switch the first rule off")
	p.waitText("#coach", "Before: 3 rules with 4 conditions")
	p.shot("lesson-rule-off")
	p.click("Next")
	p.click("Undo the change")
	p.waitText("#coach", "3 rules with 4 conditions")
	p.press(kb.Escape)
	p.waitJS("the lesson to be left", `!document.querySelector("#coach")`)
	p.waitJS("the focus on the button that lists the lessons", `document.activeElement.id === "lessons"`)
}

// The game: a number determines the secret, a run finds it, and the page shows it only on request.
func TestGame(t *testing.T) {
	t.Parallel()
	p := open(t, visit{width: 1440, height: 900})
	p.patience = 3 * time.Minute
	p.ready()
	p.click("Learn")
	p.shot("lessons")
	p.fill("Guess-the-rules game, number", "5")
	p.click("Play")
	p.waitText("#game-title", "game 5")
	p.fill("Your guesses, one rule per line", "depth > 600")
	p.click("Reveal the secret")
	p.waitText("#secret", "0 of 2 secret rules found")
	p.waitText("#secret", "Nearly: “depth > 600”")
	p.click("Start training")
	p.rules()
	p.click("Reveal the secret")
	p.waitText("#secret", "2 of 2 secret rules found")
	p.shot("game")
	p.waitJS("the game in the address", `location.hash.startsWith("#d=secret-5&")`)
}

// Terms are explained by keyboard alone, one at a time.
func TestHelpByKeyboard(t *testing.T) {
	t.Parallel()
	p := open(t, visit{path: "#d=heart-risk"})
	p.ready()
	p.waitText("#data", "2,000 rows")
	p.settings()
	focus := func(id string) { eval[bool](p, `(document.getElementById("`+id+`").focus(), true)`) }
	p.allDrawn()
	texts := func() string {
		return eval[string](p, `[...document.querySelectorAll(".help-text")].map((e) => e.textContent).join("")`)
	}
	focus("help-set-lambda1")
	p.press(kb.Enter)
	p.waitText("#help-set-lambda1-text", "λ₁ penalizes every condition")
	p.shot("help")
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
	p := open(t, visit{path: "#v=how", width: 1440, height: 900})
	p.ready()
	p.wait("#how-title")
	p.shot("how")
	p.fill("Location of the gate, as a number", "-5")
	p.waitText("#how-gate-says", "open with a probability of 3.2 %")
	p.fill("Weight of “age ≤ 50”, as a number", "-1.5")
	p.waitText("#how-neuron-says", "“age > 50” is unmet and subtracts 1.5")
	if got := eval[string](p, `document.querySelector("#how-dial-w1-slider").value`); got != "5" {
		t.Errorf("the slider is at step %s, want 5 of 40", got)
	}
	eval[bool](p, `(document.querySelector("#how-4").scrollIntoView(), true)`)
	p.shot("how-gate")
	eval[bool](p, `(document.querySelector("#how-back").click(), true)`)
	p.waitText("h1", "Drop a table")
}

// The lessons fit narrow screens too.
func TestTeachingFitsNarrowScreens(t *testing.T) {
	t.Parallel()
	p := open(t, visit{path: "#d=secret-5&lesson=2", width: 390, height: 844, dark: true})
	p.ready()
	p.waitText("#game-title", "game 5")
	p.fits("a lesson and a game")
	p.shot("teach-narrow")
	p.click("End")
	p.click("Share")
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
