package kit_test

import (
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/kit"
	"drnet/engine/protocol"
)

// The button that starts a task and the one that stops it are the same element, which keeps the focus, also while the task is stopping.
func TestTaskKeepsFocus(t *testing.T) {
	send := func(core.Msg) {}
	var task core.Task
	place := func() string {
		html := app.HTMLString(kit.TaskView(task, send, "sweep", "Sweep", "", nil, kit.Button(send, nil).ID("sweep")))
		before, _, _ := strings.Cut(html, "<button")
		coretest.Lacks(t, "the button", html, " disabled")
		inside, _, _ := strings.Cut(before, "<progress")
		return strings.Join(strings.Fields(inside), "")
	}
	idle := place()
	task.Begin(protocol.Evaluate{}, time.Time{}, 1)
	coretest.Equal(t, strings.TrimSuffix(place(), "</div>"), strings.TrimSuffix(idle, "</div>"), "before the button of a running task")
	task.Stop()
	coretest.Equal(t, strings.TrimSuffix(place(), "</div>"), strings.TrimSuffix(idle, "</div>"), "before the button of a stopping task")
}

// The words of a text are as core.Directed prepares them; short ones with a hyphen cannot be broken.
func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"age ≥ 30":                            "age ≥ 30",
		"capital-gain ≥ 5,101":                "<span class=\"word\">capital-gain ≥ 5,101</span>",
		"job is none of Craft-repair, Sales":  "job is none of <span class=\"word\">Craft-repair,</span> Sales",
		"a-" + strings.Repeat("b", 31) + " c": "a-" + strings.Repeat("b", 31) + " c",
		"A-" + strings.Repeat("B", 25) + " c": "A-" + strings.Repeat("B", 25) + " c",
		"a-" + strings.Repeat("京", 16) + " c": "a-" + strings.Repeat("京", 16) + " c",
		"NON-HISPANIC-WHITE 北京-上海":            "<span class=\"word\">NON-HISPANIC-WHITE</span> <span class=\"word\">北京-上海</span>",
	} {
		html := strings.Join(strings.Fields(app.HTMLString(kit.Names(text))), " ")
		html = strings.NewReplacer("> ", ">", " <", "<").Replace(html)
		coretest.Equal(t, html, "<span>"+strings.NewReplacer(" <span", "<span", "> ", ">").Replace(want)+"</span>", "%s", text)
	}
}
