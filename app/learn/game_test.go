package learn

import (
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

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
	const right, other = "depth > 700", "origin = mine AND weight > 100"
	for name, test := range map[string]struct {
		guesses []string
		after   []core.Msg
		verdict string
		points  int
		runs    bool
	}{
		"as they are":                        {[]string{right, other}, nil, "2 of 2", 100, false},
		"in another order":                   {[]string{"weight > 100 AND origin = mine"}, nil, "1 of 2", 50, true},
		"with a condition that always holds": {[]string{"depth > 700 AND size ≤ 50"}, nil, "1 of 2", 50, true},
		"a threshold beside it":              {[]string{"depth > 600"}, nil, "0 of 2", 0, true},
		"one of three":                       {[]string{"depth > 600", right, "cut = oval"}, nil, "1 of 2 secret rules found, after 3", 30, true},
		"twice":                              {[]string{right, "cut = oval", "cut = oval"}, nil, "1 of 2 secret rules found, after 2", 40, true},
		"with a hint":                        {[]string{right}, []core.Msg{HintAsked{}}, "1 of 2", 30, true},
		"with every hint":                    {[]string{right}, slices.Repeat([]core.Msg{HintAsked{}}, 9), "1 of 2", 0, true},
		"with a hint after the end":          {[]string{right, other}, []core.Msg{HintAsked{}}, "2 of 2", 100, false},
		"revealed":                           {[]string{right}, []core.Msg{SecretRevealed{}}, "1 of 2", 50, false},
	} {
		p := playing()
		for _, text := range test.guesses {
			guess(t, p, text)
		}
		p.Send(test.after...)
		if g := p.Model.Game; !strings.HasPrefix(g.Standing.Verdict, test.verdict) || g.Points() != test.points || g.Runs() != test.runs {
			t.Errorf("%s: %q, %d points, in progress: %v", name, g.Standing.Verdict, g.Points(), g.Runs())
		}
	}
}

// A guess that was made before is pointed out until the next one is drafted.
func TestRepeatedGuess(t *testing.T) {
	p := playing()
	view := func() string { return app.HTMLString(GameView(p.Model, p.View, func(core.Msg) {})) }
	guess(t, p, "weight > 100 AND cut = oval")
	coretest.Lacks(t, "a guess", view(), repeatedGuess)
	guess(t, p, "cut = oval AND weight > 100")
	coretest.Contains(t, "the same guess", view(), repeatedGuess)
	p.Send(Drafted{p.Model.Game.condition(1)})
	coretest.Lacks(t, "the next draft", view(), repeatedGuess)
}

// learnt returns the rule depth > 700 as learned.
func learnt() core.Revision {
	return core.Revision{Model: &protocol.Model{Model: rule.Model{
		Encoder: &binarize.Encoder{Columns: []binarize.EncodedColumn{{Name: "depth", Thresholds: []float64{700}}}},
		Rules:   rule.Set{{{Feature: 0, Not: true}}},
	}}}
}

// Rules are counted as soon as they are learned, also after the secret is revealed. Those of another table are not.
func TestLearnedRulesAreCounted(t *testing.T) {
	p := playing()
	guess(t, p, "cut = oval")
	for _, reveal := range []core.Msg{nil, SecretRevealed{}} {
		p.View.Revision = learnt()
		p.Send(core.Refresh{})
		coretest.Equal(t, p.Model.Game.Standing.Verdict, "1 of 2 secret rules found, after 1 guess.", "with rules learned")
		p.View.Revision.Foreign = true
		p.Send(core.Refresh{}, reveal)
		coretest.Equal(t, p.Model.Game.Standing.Verdict, "0 of 2 secret rules found, after 1 guess.", "with rules of another table")
	}
}

// After the secret is revealed no guess counts; another table begins anew.
func TestReveal(t *testing.T) {
	p := newPage()
	p.Send(SecretRevealed{}, Guessed{})
	coretest.Equal(t, p.Model.Game.Revealed, false, "revealed without a game")
	p = playing()
	p.View.Revision = learnt()
	p.Send(core.Refresh{})
	coretest.Equal(t, p.Model.Game.Points(), 25, "points for a learned rule, half of those for a guess")
	p.Send(SecretRevealed{})
	coretest.Equal(t, p.Model.Game.Points(), 0, "points after a reveal before a guess")
	p = playing()
	guess(t, p, "depth > 600")
	p.Send(SecretRevealed{})
	guess(t, p, "depth > 700")
	if g := p.Model.Game; !g.Revealed || len(g.Guesses) != 1 {
		t.Errorf("revealed %v, %d guesses", g.Revealed, len(g.Guesses))
	}
	p.Send(core.TableRead{})
	coretest.Equal(t, p.Model.Game.Revealed, false, "revealed after another table")
}

// The focus moves when its button goes: that of a removed condition, or all at the end of the game. The last hint keeps its button.
func TestFocusInGame(t *testing.T) {
	p := playing()
	g := &p.Model.Game
	coretest.Equal(t, p.Send(Drafted{append(g.condition(0), g.condition(1)...)}), nil, "a condition added")
	coretest.Equal(t, p.Send(Drafted{g.condition(1)}), []core.Command{core.Focus{ID: "guess-column"}}, "a condition removed")
	coretest.Equal(t, p.Send(SecretRevealed{}), []core.Command{core.Focus{ID: "secret"}}, "the secret revealed")
	p = playing()
	guess(t, p, "depth > 700")
	last := len(p.Commands)
	guess(t, p, "weight > 100 AND origin = mine")
	coretest.Equal(t, coretest.Of[core.Focus](p.Commands[last:]), []core.Focus{{ID: "secret"}}, "the last rule guessed")
	coretest.Equal(t, p.Model.Game.Points(), 100, "points of a game without a wrong guess")
	coretest.Lacks(t, "a finished game", app.HTMLString(GameView(p.Model, p.View, func(core.Msg) {})), "Your next guess", "not found")
}

// Only a valid number begins a game.
func TestGameBegun(t *testing.T) {
	for seed, want := range map[string][]LoadSample{"": {{"hard-1"}}, "17": {{"hard-17"}}, "-1": nil, "1.5": nil, "x": nil} {
		coretest.Equal(t, coretest.Of[LoadSample](newPage().Send(GameChosen{2, seed}, GameBegun{})), want, "the table of the number %q", seed)
	}
}
