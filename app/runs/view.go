package runs

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
)

const switcherID = "open-runs"

const undoID = "undelete"

// deleteID is the ID of a button that is never disabled, so that it can take the focus.
func deleteID(number int) string { return "run-" + strconv.Itoa(number) + "-delete" }

// View lists the runs, the newest first, and compares two of them.
func View(m Model, c core.View, send func(core.Msg)) []app.UI {
	list := slices.Clone(m.List)
	slices.Reverse(list)
	var undo, dropped, two app.UI
	if m.deleted != nil {
		undo = app.P().Class("run-deleted").Body(app.Text("Deleted "+name(m.deleted.Number)+". "),
			kit.SmallButton(send, DeletionUndone{}).ID(undoID).
				Body(kit.DrawIcon(kit.UndoIcon), app.Text("Restore"), kit.Unseen(" "+name(m.deleted.Number))))
	}
	if m.dropped > 0 {
		dropped = kit.Note("The list was full, so " + name(m.dropped) + " was dropped.")
	}
	if models, ok := m.compared(); ok {
		side := func(number int) (_, size, scores string) {
			scores, size = scoreInWords(m.List[m.index(number)])
			return name(number), size, scores
		}
		two = kit.ComparisonView(kit.Compared{ID: "runs-compared", Title: "Two runs compared", Pair: m.pair, Models: models, Side: side}, c, send)
	} else if len(list) > 1 {
		two = app.P().Class("quiet").Text(core.Either(m.comparable() > 1, chooseTwo, noneCompared))
	}
	return []app.UI{
		app.H3().Text("Runs"), app.P().Class("quiet").Text(note), kit.Some(dropped, undo),
		app.Ul().Class("run-list").Body(kit.Each(list, func(r core.ListedRun) app.UI { return runView(m, r, c, send) })),
		kit.Some(two),
	}
}

func runView(m Model, r core.ListedRun, c core.View, send func(core.Msg)) app.UI {
	id, n, shown := "run-"+strconv.Itoa(r.Number), r.Number, shown(r.Number, c)
	accuracy, size := scoreInWords(r)
	compared := slices.Contains(m.pair.Chosen, n)
	var compare app.UI
	if r.MultiClass == nil && m.comparable() > 1 {
		compare = app.Div().Class("radio").Body(kit.Checkbox(send, id+"-compare", compared, RunCompared{Number: n, On: !compared}),
			app.Label().For(id+"-compare").Body(app.Text("Compare"), kit.Unseen(" "+name(n))))
	}
	open := kit.Button(send, RunOpened{Number: n}).Disabled(shown || c.Run.Active()).
		Body(app.Text(core.Either(shown, "Shown", "Open")), kit.Unseen(" "+name(n)))
	return app.Li().Class("run"+core.When(shown, " current")).Body(
		app.P().Body(app.Strong().Text("Run "+core.Count(n)), app.Span().Text(size)),
		app.P().Class("run-score").Text(accuracy),
		app.P().Class("quiet").Text(m.settingsInWords(r)),
		app.P().Class("quiet").Text(timeInWords(r)),
		app.Div().Class("controls").Body(open, kit.Some(compare),
			kit.SmallButton(send, RunDeleted{Number: n}).ID(deleteID(n)).
				Body(kit.DrawIcon(kit.DeleteIcon), app.Text("Delete"), kit.Unseen(" "+name(n)))))
}
