package learn

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/kit"
)

const mathNamespace = "http://www.w3.org/1998/Math/MathML"

// formula is an equation with a text alternative.
func formula(words string, parts ...app.UI) app.UI {
	return app.Div().Class("formula").TabIndex(0).Role("group").Aria("label", "Equation").Body(
		mathElement("math").Attr("display", "block").Aria("hidden", "true").Body(mathElement("mrow").Body(parts...)),
		kit.Unseen(words))
}

func mathElement(name string) app.HTMLElem { return app.Elem(name).XMLNS(mathNamespace) }

func mi(text string) app.UI { return mathElement("mi").Text(text) }
func mo(text string) app.UI { return mathElement("mo").Text(text) }
func mn(text string) app.UI { return mathElement("mn").Text(text) }

func sub(base, index string) app.UI { return mathElement("msub").Body(mi(base), mi(index)) }

func sumOver(index string) app.UI { return mathElement("munder").Body(mo("∑"), mi(index)) }
