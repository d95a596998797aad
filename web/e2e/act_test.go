package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/chromedp/cdproto/accessibility"
	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"drnet/engine/protocol"
)

// controls are the accessibility roles of interactive elements.
var controls = []string{
	"button", "checkbox", "combobox", "DisclosureTriangle", "link", "listbox", "menuitem", "option", "radio",
	"searchbox", "slider", "spinbutton", "switch", "tab", "textbox",
}

// click clicks the control with an accessible name, as a screen reader announces it. If late content moves the control
// away from the pointer, click tries again, as a user would.
func (p *page) click(name string) {
	p.t.Helper()
	p.waitFor("a click that meets "+name, func() bool {
		node := p.control(name)
		x, y, visible := p.rest(node)
		if !visible { // it was drawn again: look for the new one
			return false
		}
		p.call(node, `function () { window.clicked = false;
			this.addEventListener("click", () => { window.clicked = true; },
			{once: true, capture: true}); }`)
		p.do(chromedp.MouseClickXY(x, y))
		return eval[bool](p, `window.clicked`)
	})
}

// sample clicks the built-in table with a title.
func (p *page) sample(title string) {
	p.t.Helper()
	p.click(eval[string](p, fmt.Sprintf(`[...document.querySelectorAll(".sample")]
		.find((b) => b.innerText.startsWith(%q)).innerText.replace(/\s+/g, " ").trim()`, title)))
}

// section shows a section, by its name in the bar.
func (p *page) section(name string) {
	p.t.Helper()
	p.waitJS("the section "+name, fmt.Sprintf(`(() => {
		const step = [...document.querySelectorAll(".step-link")].find((b) => b.querySelector(".step-name").textContent === %q);
		const there = step.getAttribute("aria-current") === "page";
		if (!there && !step.disabled && globalThis.e2eStep !== step) { // once: a later click would draw the section again
			globalThis.e2eStep = step;
			step.click();
		}
		if (there) globalThis.e2eStep = null;
		return there;
	})()`, name))
	p.allDrawn()
}

// settings shows all settings, unfolded.
func (p *page) settings() {
	p.t.Helper()
	p.section("Settings")
	eval[bool](p, `document.querySelectorAll("#settings details").forEach((d) => { d.open = true; }) ?? true`)
}

// inspect selects a rule by its number, unless it is selected already; 0 selects a rule that is switched off.
func (p *page) inspect(number int) {
	p.t.Helper()
	line := fmt.Sprintf(`document.querySelector('[data-rule="%d"]')`, number)
	pressed := line + `?.ariaPressed === "true"`
	p.waitJS("the rule", line)
	p.allDrawn()
	if !eval[bool](p, pressed) {
		eval[bool](p, line+".click(), true")
		p.waitJS("the rule in the inspector", pressed)
	}
}

// rules waits for the rules of a run, and opens them if the page only offers a button for that.
func (p *page) rules() {
	p.t.Helper()
	p.waitJS("rules", `([...document.querySelectorAll("#toast button")].find((b) => b.textContent.startsWith("Show the rules"))?.click(),
		document.querySelector("#rules .sentence") !== null)`)
	p.allDrawn()
}

// fill replaces the value of the field with an accessible name.
func (p *page) fill(name, value string) {
	p.t.Helper()
	p.call(p.control(name), `function () { this.focus(); this.select(); }`)
	_, err := chromedp.Call(p.ctx, input.InsertText, input.InsertTextParams{Text: value})
	p.must(err)
	p.call(p.control(name), `function () { this.dispatchEvent(new Event("change", {bubbles: true})); }`)
}

// choose picks the option with a text in the list with an accessible name.
func (p *page) choose(name, option string) {
	p.t.Helper()
	p.call(p.control(name), `function (text) {
		this.selectedIndex = [...this.options].findIndex((o) => o.text.trim() === text);
		if (this.selectedIndex < 0) throw new Error("no option " + text);
		this.dispatchEvent(new Event("input", {bubbles: true}));
		this.dispatchEvent(new Event("change", {bubbles: true}));
	}`, option)
}

// press sends keys to the focused element; see the package kb for names.
func (p *page) press(keys string) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(keys))
}

// setFiles chooses files in the file input that matches a CSS selector.
func (p *page) setFiles(selector string, files ...string) {
	p.t.Helper()
	p.do(chromedp.SetUploadFiles(chromedp.CSS(selector), p.absolute(files)))
}

// drop drops files onto the middle of the element that matches a CSS selector. Once the program runs, the drop target covers it first.
func (p *page) drop(selector string, files ...string) {
	p.t.Helper()
	p.wait(selector)
	p.drag(input.DispatchDragEventTypeDragEnter, selector, files...)
	p.waitJS("the drop target", "!document.querySelector('.page[data-engine=yes]') || "+covered)
	p.drag(input.DispatchDragEventTypeDragOver, selector, files...)
	p.drag(input.DispatchDragEventTypeDrop, selector, files...)
}

// covered is true while the drop target covers the middle of the page.
const covered = `document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.id === "drop-target"`

// drag does one step of dragging files to the middle of the element that matches a CSS selector.
func (p *page) drag(step input.DispatchDragEventType, selector string, files ...string) {
	p.t.Helper()
	nodes, err := chromedp.Run(p.ctx, chromedp.Nodes(chromedp.CSS(selector)))
	p.must(err)
	x, y := p.centre(nodes[0].BackendNodeID)
	_, err = chromedp.Call(p.ctx, input.DispatchDragEvent, input.DispatchDragEventParams{
		Type: step, X: x, Y: y,
		Data: &input.DragData{Items: []*input.DragDataItem{}, Files: p.absolute(files), DragOperationsMask: 1},
	})
	p.must(err)
}

// download does something that starts a download and returns the file's name
// and content.
func (p *page) download(start func()) (name string, content []byte) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, p.patience)
	defer cancel()
	begun := chromedp.BrowserEvents(ctx, cdpbrowser.DownloadWillBegin)
	progress := chromedp.BrowserEvents(ctx, cdpbrowser.DownloadProgress)
	start()
	var id string
	for event, err := range begun { // those of all pages
		p.must(err)
		if string(event.FrameID) == string(chromedp.FromContext(p.ctx).Target.TargetID) {
			name, id = event.SuggestedFilename, event.GUID
			break
		}
	}
	for event, err := range progress {
		p.must(err)
		if event.GUID == id && event.State == cdpbrowser.DownloadProgressStateCompleted {
			break
		}
	}
	content, err := os.ReadFile(filepath.Join(p.downloads, name))
	p.must(err)
	return name, content
}

// load drops a table on the page and waits for its plan, in the section Data or, if the address names that, Settings.
func (p *page) load(name, content string) {
	p.t.Helper()
	p.drop(".page", p.write(name, content))
	p.wait("#plan, #outline")
}

// set fills a field of the settings.
func (p *page) set(name, value string) {
	p.t.Helper()
	p.settings()
	p.fill(name, value)
}

// train starts a run and waits for its rules.
func (p *page) train() {
	p.t.Helper()
	p.click("Start training")
	p.rules()
}

// model downloads the model file and reads it.
func (p *page) model() (*protocol.Model, []byte) {
	p.t.Helper()
	_, file := p.download(func() { p.click("Download the model (JSON)") })
	m, err := protocol.ReadModel(file)
	p.must(err)
	return m, file
}

// control waits for the one control with an accessible name.
func (p *page) control(name string) cdp.BackendNodeID {
	p.t.Helper()
	var found []cdp.BackendNodeID
	p.waitFor("one control named "+name, func() bool {
		found = p.controlsNamed(name)
		return len(found) == 1
	})
	return found[0]
}

func (p *page) controlsNamed(name string) (found []cdp.BackendNodeID) {
	document, err := chromedp.Run(p.ctx, chromedp.Evaluate[*runtime.RemoteObject]("document"))
	p.must(err)
	result, err := chromedp.Call(p.ctx, accessibility.QueryAXTree, accessibility.QueryAXTreeParams{
		ObjectID: document.ObjectID, AccessibleName: name,
	})
	p.must(err)
	p.release(document.ObjectID)
	for _, node := range result.Nodes {
		var role string
		if node.Ignored || node.Role == nil || json.Unmarshal(node.Role.Value, &role) != nil {
			continue
		}
		if slices.Contains(controls, role) {
			found = append(found, node.BackendDOMNodeID)
		}
	}
	return found
}

// centre scrolls an element into view and returns its middle in the viewport.
func (p *page) centre(node cdp.BackendNodeID) (x, y float64) {
	p.t.Helper()
	x, y, visible := p.rest(node)
	if !visible {
		p.t.Fatal("the element is not visible")
	}
	return x, y
}

// rest scrolls an element into view, waits until it no longer moves, and returns its middle in the viewport if it is visible.
func (p *page) rest(node cdp.BackendNodeID) (x, y float64, visible bool) {
	p.t.Helper()
	p.allDrawn()
	// Scroll to the middle: the bar at the bottom may cover an element at the edge of the viewport.
	p.call(node, `function () { this.scrollIntoView({block: "center", inline: "nearest"}); }`)
	still := 0
	p.waitFor("the element to stay where it is", func() bool { // late content moves the elements below it
		wasX, wasY := x, y
		box, err := chromedp.Call(p.ctx, dom.GetContentQuads, dom.GetContentQuadsParams{BackendNodeID: node})
		p.must(err)
		if visible = len(box.Quads) > 0; !visible {
			return true
		}
		quad := box.Quads[0] // x, y of four corners
		x, y = (quad[0]+quad[4])/2, (quad[1]+quad[5])/2
		if still++; x != wasX || y != wasY {
			still = 0
		}
		return still >= 3
	})
	return x, y, visible
}

// call calls a function with an element as this.
func (p *page) call(node cdp.BackendNodeID, function string, args ...any) {
	p.t.Helper()
	resolved, err := chromedp.Call(p.ctx, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: node})
	p.must(err)
	onElement := func(c *runtime.CallFunctionOnParams) { c.ObjectID = resolved.Object.ObjectID }
	p.do(chromedp.CallFunctionOn[chromedp.Void](function, onElement, args...))
	p.release(resolved.Object.ObjectID)
}

// release releases a value of the page. A value that the test holds stays in memory, with everything it references.
func (p *page) release(id runtime.RemoteObjectID) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, runtime.ReleaseObject, runtime.ReleaseObjectParams{ObjectID: id})
	p.must(err)
}

func (p *page) absolute(files []string) []string {
	list := make([]string, len(files))
	for i, file := range files {
		path, err := filepath.Abs(file)
		p.must(err)
		list[i] = path
	}
	return list
}

// write makes a file to choose or to drop.
func (p *page) write(name, content string) string {
	p.t.Helper()
	path := filepath.Join(p.t.TempDir(), name)
	p.must(os.WriteFile(path, []byte(content), 0o644))
	return path
}
