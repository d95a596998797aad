package learn

import (
	"slices"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/binarize"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/sample"
)

// playing returns a page with game 5, whose secret is depth > 700 OR origin = mine AND weight > 100.
func playing() *page {
	p := newPage()
	p.View.Table, p.View.Source.Sample = new(protocol.TableSummary), "secret-5"
	p.Send(core.TableRead{})
	return p
}

// guess sends the messages that guess a rule, such as "origin = mine AND weight > 100".
func guess(t *testing.T, p *page, text string) {
	t.Helper()
	var rule []sample.SecretCondition
	columns := p.Model.Game.secret.Columns
	for phrase := range strings.SplitSeq(text, " AND ") {
		word := strings.Fields(phrase)
		j := slices.IndexFunc(columns, func(c sample.SecretColumn) bool { return c.Name == word[0] })
		rule = append(rule, sample.SecretCondition{Column: j, Op: word[1], Value: slices.Index(columns[j].Values, word[2])})
	}
	p.Send(Drafted{rule}, Guessed{})
}

func TestGuesses(t *testing.T) {
	for _, test := range []struct {
		name    string
		guesses []string
		found   []bool // of the secret rules
		verdict string
	}{
		{"as they are", []string{"depth > 700", "origin = mine AND weight > 100"}, []bool{true, true}, "2 of 2"},
		{"in another order", []string{"weight > 100 AND origin = mine"}, []bool{false, true}, "1 of 2 secret rules found, after 1 guess."},
		{"with a condition that always holds", []string{"depth > 700 AND size ≤ 50"}, []bool{true, false}, "1 of 2"},
		{"a threshold beside it", []string{"depth > 600"}, []bool{false, false}, "0 of 2"},
		{"one of three", []string{"depth > 600", "depth > 700", "cut = oval"}, []bool{true, false}, "1 of 2 secret rules found, after 3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := playing()
			for _, text := range test.guesses {
				guess(t, p, text)
			}
			v := p.Model.Game.Standing
			for i, text := range []string{"depth > 700", "origin = mine AND weight > 100"} {
				if !slices.Contains(v.Secret, Judged{text, test.found[i]}) {
					t.Errorf("the secret is %v, want %q found: %v", v.Secret, text, test.found[i])
				}
			}
			if !strings.HasPrefix(v.Verdict, test.verdict) {
				t.Errorf("%q, want %q", v.Verdict, test.verdict)
			}
		})
	}
}

// Rules are counted as soon as they are learned, also after the secret is revealed. Those of another table are not.
func TestLearnedRulesAreCounted(t *testing.T) {
	p := playing()
	guess(t, p, "cut = oval")
	for _, reveal := range []core.Msg{nil, SecretRevealed{}} {
		p.View.Revision = core.Revision{Model: &protocol.Model{Model: rule.Model{
			Encoder: &binarize.Encoder{Columns: []binarize.EncodedColumn{{Name: "depth", Thresholds: []float64{700}}}},
			Rules:   rule.Set{{{Feature: 0, Not: true}}},
		}}}
		p.Send(core.Refresh{})
		if v := p.Model.Game.Standing.Verdict; v != "1 of 2 secret rules found, after 1 guess." {
			t.Errorf("rules learned: %q", v)
		}
		p.View.Revision.Foreign = true
		p.Send(core.Refresh{}, reveal)
		if v := p.Model.Game.Standing.Verdict; v != "0 of 2 secret rules found, after 1 guess." {
			t.Errorf("rules of another table: %q", v)
		}
	}
}

// The secret is revealed after a guess. Then no guess counts; another table begins anew.
func TestReveal(t *testing.T) {
	p := newPage()
	if p.Send(SecretRevealed{}, Guessed{}); p.Model.Game.Revealed {
		t.Error("revealed without a game")
	}
	p = playing()
	if p.Send(SecretRevealed{}); p.Model.Game.Revealed {
		t.Error("revealed before a guess")
	}
	guess(t, p, "depth > 600")
	p.Send(SecretRevealed{})
	guess(t, p, "depth > 700")
	if g := p.Model.Game; !g.Revealed || len(g.Guesses) != 1 {
		t.Errorf("revealed %v, %d guesses", g.Revealed, len(g.Guesses))
	}
	if p.Send(core.TableRead{}); p.Model.Game.Revealed {
		t.Error("revealed after another table")
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
