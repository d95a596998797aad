package kit

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
)

// RowsButton returns a button that lists the rows of a selection of the current rules.
func RowsButton(send func(core.Msg), rows core.RowsAsked, body ...app.UI) app.HTMLButton {
	of := rows.Of
	scope := fmt.Sprint(of.Part, of.Lines, of.Alone, "|", of.Answer, "|", of.Truth, "|", rows.Whole)
	return app.Button().Type("button").OnClick(On(send, rows), scope).Body(body...)
}
