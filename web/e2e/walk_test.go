package e2e

import (
	"fmt"
	"strings"
)

// walk leads through every view of the page, and calls see in each.
func walk(p *page, see func(view string)) {
	p.t.Helper()
	p.ready()
	see("welcome")
	p.drop(".page", p.write("photo.csv", "\x89PNG\r\n\x1a\n\x00\x00"))
	p.waitText(".problem", "picture")
	see("wrong-file")
	p.drop(".page", p.write("people.csv", people()))
	p.wait("#plan")
	see("table")
	p.click("Change how it is read")
	p.click("Thresholds of age")
	p.wait(".editor")
	see("thresholds")
	p.click("Thresholds of age")
	p.click("Change how it is read")
	p.click("All settings")
	p.fill("Epochs", "none")
	p.waitText("#settings", "Type a whole number")
	see("settings")
	p.fill("Epochs", "400000")
	p.click("Start training")
	p.waitText("#training", "The rules right now")
	p.click("Pause")
	p.waitJS("the pause", `document.querySelector("#pause")?.textContent === "Resume"`)
	see("training")
	p.click("4 columns: what they hold, and which are used")
	p.choose("Type of price", "category")
	p.wait(".question")
	see("question")
	p.click("Go on training")
	p.click("Stop and keep")
	p.wait("#accuracy")
	p.wait("#rules .card")
	see("rules")
	p.click("Edit rule 1")
	p.wait("#add-condition")
	p.click("Add the condition")
	p.fill("Note", "seen before")
	see("edited")
	p.click("Try a row")
	p.waitText("#answer", "buys")
	see("try-a-row")
	p.click("Trade-off")
	p.wait("#try-settings")
	see("trade-off")
	p.click("Export")
	p.waitJS("the file", `document.querySelector("#file-preview")?.textContent.length > 0`)
	see("export")
	p.click("Rules")
	p.wait("#rules .card")
	_, model := p.download(func() { p.click("Download the model (JSON)") })
	file := p.write("model.json", string(model))
	p.reload()
	p.ready()
	p.setFiles("#open-model", file)
	p.wait("#rules .card")
	see("model")
}

// walkClasses leads through the views of a model of many classes.
func walkClasses(p *page, see func(view string)) {
	p.t.Helper()
	p.ready()
	p.drop(".page", p.write("kinds.csv", kinds()))
	p.wait("#plan")
	p.choose("Predict the column", "kind (category)")
	p.click("Each value has rules of its own")
	p.click("Start training")
	p.wait("#whole-accuracy")
	p.wait("#rules .card")
	p.click("What is answered for each class")
	p.click("Where rules of several classes are true")
	see("classes")
	p.click("Try a row")
	p.waitText("#answer", "kind")
	see("classes-row")
}

// kinds is a table of three classes, which the size decides.
func kinds() string {
	var b strings.Builder
	b.WriteString("size,colour,kind\n")
	for i := range 150 {
		size := i * 7 % 90
		fmt.Fprintf(&b, "%d,%s,%s\n", size, []string{"red", "blue"}[i%2], []string{"small", "middle", "large"}[size/30])
	}
	return b.String()
}
