package e2e

import (
	"strings"
	"testing"
)

// A link opens a table with its settings. Changes appear in the address a moment later, and in the shared link.
func TestLinkRoundTrip(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: "#d=monk-1&b=7&l1=0.02&s=42&test=25&zoom=3"})
	p.waitText("#data", "monk-1.csv 432 rows")
	p.waitText(".address-notes", "Ignored “zoom=3” in the address")
	p.shot("link-notes")
	p.click("Dismiss")
	p.waitJS("an address without what it does not know", `location.hash === "#d=monk-1&b=7&l1=0.02&l2=1e-5&test=25&s=42&v=data"`)
	p.settings()
	p.waitJS("the section in the address", `location.hash.endsWith("&v=settings")`)
	entries := eval[int](p, `history.length`)
	p.fill("Condition penalty λ₁", "0.5")
	p.waitJS("the address to say what was typed", `location.hash.includes("l1=0.5")`)
	if got := eval[int](p, `history.length`); got != entries {
		t.Errorf("the history grew from %d to %d entries: settings must not fill it", entries, got)
	}
	p.click("Share")
	p.waitText("#link", "#d=monk-1&b=7&l1=0.5&l2=1e-5&test=25&s=42&v=settings")
	p.click("For teachers")
	p.click("tabs of the rules")
	p.waitText("#link", "&hide=tabs")
	p.shot("share")
	link := p.text("#link")
	p.click("Copy")
	p.waitText("#toast", "Copied.")

	again := open(t, visit{path: link[strings.Index(link, "#"):]})
	again.ready()
	again.wait("#settings")
	again.settings()
	if got := eval[string](again,
		`document.querySelector("#set-lambda1").value + " " + document.querySelector("#set-seed").value`); got != "0.5 42" {
		again.t.Errorf("lambda and seed are %q, want 0.5 42", got)
	}
	again.train()
	if eval[bool](again, `document.querySelector(".tabs").checkVisibility()`) {
		t.Error("the tabs are shown, and the link hides them")
	}
	eval[bool](again, `(location.hash = "d=heart-risk&v=trade", true)`)
	again.waitText(".table-button", "heart-risk.csv")
}

// Input about the user's own table does not get into the address.
func TestAddressOfAFile(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{})
	p.drop(".page", p.write("clinic.csv", "salary,diagnosis\n"+strings.Repeat("31337,measles\n42424,mumps\n", 40)))
	p.waitText("#data", "clinic.csv 80 rows")
	p.choose("Target column", "salary (binary)")
	p.settings()
	p.fill("Condition penalty λ₁", "0.5")
	p.waitJS("the address to say what was typed", `location.hash.includes("l1=0.5")`)
	p.train()
	got := eval[string](p, `decodeURIComponent(location.href) + document.title + JSON.stringify(history.state)`)
	for _, secret := range []string{"clinic", "salary", "diagnosis", "measles", "mumps", "31337", "42424"} {
		if strings.Contains(got, secret) {
			t.Errorf("the address has %q: %s", secret, got)
		}
	}
	if !strings.Contains(got, "t=1") || !strings.Contains(got, "shape=") {
		t.Errorf("the address is %s, want the shape of the table and the place of the target", got)
	}
}
