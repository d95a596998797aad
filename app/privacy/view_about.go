package privacy

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
)

// Footer returns the credit of the method and the button of the About panel.
func Footer(m Model, send func(core.Msg)) app.UI {
	return app.Footer().Class("footer").Body(
		app.P().Text("DR-Net Lab learns with the Decision Rules Network of Qiao, Wang and Lin (AAAI 2021)."),
		app.Button().Type("button").Class("small").ID("about").Aria("expanded", kit.Truth(m.About)).
			OnClick(kit.On(send, AboutToggled{}), "about").
			Text("About: version, files, licences"),
		kit.Some(aboutView(m)),
	)
}

// aboutView shows the version and the third-party works; nil if closed.
func aboutView(m Model) app.UI {
	if !m.About {
		return nil
	}
	w := m.Log
	return app.Div().Class("about").ID("about-view").Body(
		app.P().ID("version").Text(w.VersionInWords()),
		app.P().Text("The site is built from its sources alone: building the same version again gives the same files, "+
			"byte for byte. The file SHA256SUMS lists their digests."),
		kit.Some(digestList(w)),
		app.P().Text("DR-Net Lab is under the MIT licence, and made with these works:"),
		app.Ul().Class("facts").Body(app.Range(Dependencies).Slice(func(i int) app.UI {
			w := Dependencies[i]
			return app.Li().Text(w.Name + " " + w.Version + ", " + w.Licence + ": " + w.For)
		})),
		app.P().Text("The texts of the licences are in the file "+LicensesFile+" of this site."),
	)
}

// digestList lists the files of the site with their digests; nil without a cache.
func digestList(w NetworkLog) app.UI {
	if len(w.Files) == 0 {
		return nil
	}
	return app.Details().Body(app.Summary().Text("The files and their SHA-256"),
		app.Ul().Class("facts").Body(app.Range(w.Files).Slice(func(i int) app.UI {
			f := w.Files[i]
			return app.Li().Body(app.Text(f.NameInWords()+" "), app.Span().Class("digest").Text(f.Hex()))
		})))
}
