package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"drnet/engine"
	"drnet/engine/protocol"
)

// sendMessage sends a message of the protocol to a session and ignores the reply.
type sendMessage struct {
	SessionID target.SessionID `json:"sessionId"`
	Message   string           `json:"message"`
}

var sendMessageToTarget = cdp.Command[sendMessage, cdp.Empty]{Method: "Target.sendMessageToTarget"}

// inWorker evaluates a script in the page's only worker without waiting for its end.
func (p *page) inWorker(script string) {
	p.t.Helper()
	var worker target.ID
	p.waitFor("one worker", func() bool {
		all, err := chromedp.CallBrowser(p.ctx, target.GetTargets, target.GetTargetsParams{})
		p.must(err)
		found := 0
		for _, info := range all.TargetInfos {
			if info.Type == "worker" && info.BrowserContextID == chromedp.FromContext(p.ctx).BrowserContextID {
				worker = info.TargetID
				found++
			}
		}
		return found == 1
	})
	attached, err := chromedp.CallBrowser(p.ctx, target.AttachToTarget, target.AttachToTargetParams{TargetID: worker})
	p.must(err)
	message, err := json.Marshal(map[string]any{"id": 1, "method": "Runtime.evaluate", "params": map[string]any{"expression": script}})
	p.must(err)
	_, err = chromedp.CallBrowser(p.ctx, sendMessageToTarget, sendMessage{attached.SessionID, string(message)})
	p.must(err)
}

// openLong opens a table on which runs are long: without a column of the true rules, no perfect rules end a run early.
func openLong(t *testing.T) *page {
	t.Helper()
	p := openReady(t, visit{path: unrefined, width: 1440, height: 900})
	p.sample(heartRisk)
	p.wait("#start")
	p.section("Data")
	p.click("Use age")
	return p
}

// openAtAPace opens a table and limits the speed, so that runs are long on any machine.
func openAtAPace(t *testing.T) *page {
	t.Helper()
	p := openLong(t)
	p.section("Train")
	p.click("Speed and notification")
	p.choose("Speed", "every 25 epochs")
	return p
}

// training starts a long run, and waits until it has found rules.
func (p *page) training(button string) {
	p.t.Helper()
	p.set("Epochs", "60000")
	p.fill("Layer alternation (epochs)", "100") // so that rules come soon
	p.click(button)
	p.waitJS("rules", `document.title.includes("% trained") && document.querySelectorAll("#train .live .lines li").length > 0`)
}

// ways are the ways in which a worker can end, with the message of the page.
var ways = []struct{ name, script, says string }{
	// The program itself panics in a message handler.
	{"panic", `self.onmessage({data: null})`, "The engine stopped unexpectedly: syscall/js"},
	// Requests during a run, when none are allowed, block the later ones. All of them are queued until four gigabytes
	// are full.
	{"out of memory", `for (let id = 100; id < 104; id++) self.onmessage({data: {body: JSON.stringify({type: "score", id, body: {}})}});
		for (let kept = 0; kept < 2 ** 32; kept += 2 ** 28) {
			self.onmessage({data: {body: "", raw: Object.defineProperty(new Uint8Array(1), "length", {value: 2 ** 28})}});
		}`, "The engine stopped unexpectedly: it ran out of memory."},
	{"killed", `self.close()`, "The engine stopped unexpectedly: nothing was heard of it any more."},
	{"an endless loop", `for (;;);`, "The engine stopped unexpectedly: it did not answer."},
}

// However the engine ends during a run, the page reports it and keeps the table. The run ends with the best checkpoint,
// and the next run starts without a reload.
func TestEngineIsLost(t *testing.T) {
	t.Parallel()
	p := openAtAPace(t)
	button := "Start training"
	for _, way := range ways {
		p.training(button)
		button = "Train again"
		began := time.Now()
		p.inWorker(way.script)
		switch way.name {
		case "killed": // silence is the only sign
			p.waitText("#trouble", "The engine has not answered")
			t.Logf("%s: said after %v", way.name, time.Since(began).Round(time.Millisecond))
			p.shot("silent")
		case "an endless loop": // Stop shortens the wait
			p.waitText("#trouble", "The engine has not answered")
			t.Logf("%s: said after %v", way.name, time.Since(began).Round(time.Millisecond))
			p.click("Finish now")
		}
		p.waitText("#train .problem", way.says)
		t.Logf("%s: ended after %v", way.name, time.Since(began).Round(time.Millisecond))
		p.waitText("#train .problem", "the best rules up to then, of epoch")
		p.waitJS("the end of the training", `document.title.startsWith("Done. ")`)
		p.waitJS("no more trouble", `document.querySelector("#trouble") === null`)
		p.waitText(".unseen[role=status]", "Kept: ")
		p.section("Rules") // the page stays with the problem
		p.waitText("#rules", "The engine was lost; these are the best rules up to then, not refined.")
		p.rules()
		p.waitText(".table-button", "heart-risk.csv")
		p.shot("lost " + way.name)
		_, file := p.download(func() { p.click("Download the model (JSON)") })
		keptRules(t, way.name, file)
	}
	p.inspect(1)
	p.click("On rule 1")
	p.waitText("#rules", "edited by hand")
	p.set("Epochs", "100")
	p.click(button)
	p.rules()
	p.waitText("#open-runs", fmt.Sprintf("Run %d ", len(ways)+1))
	p.section("Train")
	p.waitJS("no more problem", `document.querySelector("#train .numbers") !== null && document.querySelector("#train .problem") === null`)
}

// keptRules checks that a model has rules, and that its stored statistics match its predictions on the table.
func keptRules(t *testing.T, name string, file []byte) {
	t.Helper()
	m, err := protocol.ReadModel(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Rules) == 0 || m.Learned.Step == 0 || m.Learned.Refined != nil || m.Edited {
		t.Errorf("%s: the model is %+v", name, m)
	}
	s := engine.NewSession()
	var last protocol.Event
	for _, r := range []protocol.Request{protocol.Load{Sample: "heart-risk"}, protocol.Score{Model: m}} {
		s.Handle(context.Background(), r, func(e protocol.Event) { last = e })
	}
	scored, ok := last.(protocol.Scored)
	if !ok || !scored.Same {
		t.Fatalf("%s: the rules cannot be measured: %#v", name, last)
	}
	got, want := m.Learned.Simplified, scored.Outcome
	if got.Rules != want.Rules || got.Train.Confusion != want.Train.Confusion || got.Test == nil ||
		got.Test.Confusion != want.Test.Confusion ||
		!slices.Equal(got.Train.Rules, want.Train.Rules) {
		t.Errorf("%s: the model says %+v of its rules, and measured they are %+v", name, got, want)
	}
	t.Logf("%s: %d rules of step %d are kept", name, want.Rules, m.Learned.Step)
}

// If the engine ends in a hidden page, the page detects this and keeps the run, at the latest when shown again.
func TestEngineIsLostHidden(t *testing.T) {
	t.Parallel()
	p := openAtAPace(t)
	p.training("Start training")
	p.hide(true)
	p.inWorker(`self.onmessage({data: null})`)
	p.waitJS("the end of the training", `document.title.startsWith("Done. ")`)
	p.hide(false)
	p.waitText("#train .problem", "the best rules up to then, of epoch")
	p.rules()
}

// A page that was frozen does not mistake the pause for a silent engine: it shows no message, and the run continues.
func TestFrozenPage(t *testing.T) {
	t.Parallel()
	p := openAtAPace(t)
	p.training("Start training")
	eval[bool](p, `(window.e2eTrouble = [], new MutationObserver(() => {
		const said = document.querySelector("#trouble, #train .problem")?.innerText;
		if (said) e2eTrouble.push(said);
	}).observe(document.body, {subtree: true, childList: true, characterData: true}), true)`)
	live := func(state cdppage.SetWebLifecycleStateState) {
		_, err := chromedp.Call(p.ctx, cdppage.SetWebLifecycleState, cdppage.SetWebLifecycleStateParams{State: state})
		p.must(err)
	}
	live(cdppage.SetWebLifecycleStateStateFrozen)
	time.Sleep(4 * time.Second) // twice the permitted silence
	live(cdppage.SetWebLifecycleStateStateActive)
	title := eval[string](p, "document.title")
	p.waitFor("the training to go on", func() bool { return eval[string](p, "document.title") != title })
	if strings.HasPrefix(eval[string](p, "document.title"), "Done. ") {
		t.Fatal("the training has ended before it was tested")
	}
	eval[bool](p, `(document.querySelector("#stop").click(), true)`) // the pointer does not work in a page frozen this way
	p.waitJS("the end of the training", `document.title.startsWith("Done. ")`)
	if said := eval[[]string](p, "e2eTrouble"); len(said) > 0 {
		t.Errorf("the page said %q", said)
	}
}
