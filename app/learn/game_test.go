package learn

import (
	"slices"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/protocol"
	"drnet/engine/sample"
)

func TestGuesses(t *testing.T) {
	secret := sample.NewSecret(5) // depth > 700 OR origin = mine AND weight > 100
	for _, test := range []struct {
		name, guess string
		found       []bool
		problem     string
	}{
		{"as they are", "depth > 700\norigin = mine AND weight > 100", []bool{true, true}, ""},
		{"written in another way", "IF Weight>=120 and ORIGIN = \"Mine\"\n\n depth > 799", []bool{true, true}, ""},
		{"the other values", "origin != beach AND origin ≠ river AND weight > 100", []bool{false, true}, ""},
		{"a threshold beside it", "depth > 600", []bool{false, false}, ""},
		{"a column that is not there", "height > 7", []bool{false, false}, "Line 1: unknown column “height”."},
		{"a word for a number", "depth > deep", []bool{false, false}, "Line 1: depth is a number"},
		{"a value that is not there", "depth > 700\norigin = moon", []bool{true, false}, "Line 2: origin can be beach, mine, river"},
		{"no condition", "precious", []bool{false, false}, "Line 1: write a condition"},
		{"half a condition", "depth > 700 AND", []bool{false, false}, "Line 1: write a condition"},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := reveal(secret, core.Revision{}, test.guess)
			found := map[string]bool{}
			for _, u := range v.Secret {
				found[u.Text] = u.Found
			}
			for i, text := range []string{"depth > 700", "origin = mine AND weight > 100"} {
				if got, ok := found[text]; !ok || got != test.found[i] {
					t.Errorf("%q found %v (%v), want %v", text, got, ok, test.found[i])
				}
			}
			if got := strings.Join(v.Problems, " "); !strings.Contains(got, test.problem) || test.problem == "" && got != "" {
				t.Errorf("problems %q, want %q", got, test.problem)
			}
		})
	}
}

// A guess may be any text.
func FuzzGuess(f *testing.F) {
	secret := sample.NewSecret(5)
	f.Add("depth > 700\norigin = mine AND weight > 100")
	f.Add("IF = AND <= and ≠\n\x00")
	f.Fuzz(func(t *testing.T, guess string) {
		if r := reveal(secret, core.Revision{}, guess); len(r.Secret) != len(secret.Rules) {
			t.Errorf("revealed %+v", r)
		}
	})
}

// The secret is revealed on request, and hidden again when the guess changes or another table is read.
func TestReveal(t *testing.T) {
	p := newPage()
	if p.Send(SecretRevealed{}); p.Model.Game.Revealed != nil {
		t.Error("revealed without a game")
	}
	p.View.Table, p.View.Source.Sample = new(protocol.TableSummary), "secret-5"
	for _, hide := range []core.Msg{GuessTyped{Text: "depth > 700"}, core.TableRead{}} {
		commands := p.Send(SecretRevealed{})
		if p.Model.Game.Revealed == nil || !slices.Equal(commands, []core.Command{core.Say{Text: p.Model.Game.Revealed.Verdict}}) {
			t.Fatalf("revealed %+v, commands %v", p.Model.Game.Revealed, commands)
		}
		if p.Send(hide); p.Model.Game.Revealed != nil {
			t.Errorf("revealed after %T", hide)
		}
	}
}

// Only a valid number begins a game.
func TestGameBegun(t *testing.T) {
	for seed, want := range map[string]string{"": "secret-1", "17": "secret-17", "-1": "", "1.5": "", "x": ""} {
		got := ""
		for _, load := range coretest.Of[LoadSample](newPage().Send(SeedTyped{Text: seed}, GameBegun{})) {
			got = load.Name
		}
		if got != want {
			t.Errorf("the number %q begins %q, want %q", seed, got, want)
		}
	}
}
