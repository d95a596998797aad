package page

import (
	"strings"
	"testing"

	"drnet/app/core/coretest"
	"drnet/app/learn"
	"drnet/app/link"
	"drnet/app/page/state"
	"drnet/engine/protocol"
	"drnet/engine/sample"
)

func teaching(t *testing.T) []situation {
	opened := after(state.New(), state.Connected{})
	load := func(name string, before ...state.Msg) state.State {
		built, ok := sample.Find(name)
		if !ok {
			t.Fatalf("there is no table %q", name)
		}
		table := protocol.Describe(built.Table(), nil)
		return after(after(opened, before...), state.SampleChosen{Name: name}, heard(protocol.Loaded{Table: table}, 0), heard(planned(), 0))
	}
	square, blue := sample.SecretCondition{Column: 1, Op: "=", Value: 2}, sample.SecretCondition{Op: "="}
	draft := func(rule ...sample.SecretCondition) state.Msg { return learn.Drafted{Rule: rule} }
	guessed := after(load("secret-5"), draft(square), learn.Guessed{}, draft(square, blue), learn.HintAsked{}, learn.Ticked{})
	return []situation{
		{"lessons listed", after(opened, learn.MenuToggled{})},
		{"handout", after(opened, learn.MenuToggled{}, learn.HandoutOpened{Lesson: 2})},
		{"link shared", after(load("heart-risk"), link.ShareToggled{}, link.AreaToggled{Name: "tabs"},
			link.LessonChosen{Lesson: 2})},
		{"address with wrong parts", after(opened, link.AddressChanged{Hash: "zoom=<b>&b=900&hide=samples,nothing"})},
		{"lesson begun", after(opened, learn.LessonBegun{Lesson: 1})},
		{"lesson step reached", load("heart-risk", learn.LessonBegun{Lesson: 1})},
		{"lesson prediction", after(load("heart-risk", learn.LessonBegun{Lesson: 1}), learn.StepTaken{By: 1},
			learn.Answered{Question: learn.Before, Choice: 2})},
		{"lesson question", after(load("heart-risk", learn.LessonBegun{Lesson: 1}), learn.Answered{Question: learn.After, Choice: 2})},
		{"lesson ended", after(opened, learn.LessonBegun{Lesson: 1}, learn.StepTaken{By: 6})},
		{"game", guessed},
		{"game revealed", after(guessed, learn.SecretRevealed{})},
	}
}

// No element and no attribute of the page contains the secret before it is revealed.
func TestSecretStaysSecret(t *testing.T) {
	secret := sample.NewSecret(sample.Medium, 5)
	for _, test := range teaching(t) {
		if !strings.HasPrefix(test.name, "game") {
			continue
		}
		var b strings.Builder
		whole(t, test.state).write(&b, 0)
		for _, rule := range secret.Rules {
			told := strings.Contains(b.String(), secret.Text(rule))
			coretest.Equal(t, told, test.name == "game revealed", "%s: the page tells the rule %q", test.name, secret.Text(rule))
		}
	}
}

// Every part that a link can hide has a rule in the style sheet. The page contains the elements of that rule.
func TestAreasCanBeHidden(t *testing.T) {
	file := coretest.File(t, "../../web/style/link.css")
	names := map[string]bool{}
	for _, test := range append(situations(t), teaching(t)...) {
		whole(t, test.state).each(func(n *node) {
			names["#"+n.attributes["id"]] = true
			for class := range strings.FieldsSeq(n.attributes["class"]) {
				names["."+class] = true
			}
		})
	}
	for _, area := range link.Areas {
		_, rest, ok := strings.Cut(file, `.page[data-hide~="`+area.Name+`"] `)
		if !ok {
			t.Errorf("the style sheet does not hide %q", area.Name)
			continue
		}
		selector, _, _ := strings.Cut(rest, "\n")
		for _, name := range strings.FieldsFunc(selector, func(r rune) bool { return strings.ContainsRune(" ,(){}:>;", r) }) {
			if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "#") {
				if !names[name] {
					t.Errorf("%s: no page has %s", area.Name, name)
				}
			}
		}
	}
}

func TestExplanation(t *testing.T) {
	s := after(state.New(), state.Connected{}, link.AddressChanged{Hash: "v=how"})
	dials := func(pairs ...any) state.State {
		now := s
		for i := 0; i < len(pairs); i += 2 {
			now = after(now, learn.NumberTyped{Dial: pairs[i].(string), Text: pairs[i+1].(string)})
		}
		return now
	}
	for _, test := range []struct {
		name  string
		state state.State
		says  []string
	}{
		{"as it opens", s, []string{
			"age ≤ 52: 0; age ≤ 62: 1; age ≤ 71: 1.", "IF age ≤ 50 AND smoker = no",
			"Activation 1.0. All conditions hold: the neuron fires.", "The output is 0.5", "open with a probability of 83.2%",
			"10 phases", "100%",
		}},
		{
			"numbers changed", dials("cuts", "1", "x1", "0", "w3", "0.5", "holding",
				"0", "location", "-5", "alternate", "10000", "price", "20"),
			[]string{
				"age ≤ 62: 1.", "IF age ≤ 50 AND smoker = no AND exercise = daily",
				"Activation −1.0. “age ≤ 50” is unmet and subtracts 1.5; “exercise = daily” is unmet and subtracts 0.5: the " +
					"neuron does not fire.",
				"The output is −0.5: no rule holds", "open with a probability of 3.2%", "2 phases",
			},
		},
		{"numbers beyond their bounds", dials("cuts", "900", "price", "x", "alternate",
			"-3", "draw", "0", "location", "99"), []string{"9 thresholds", "40 phases", "9 is used.", "0.01 is used.", "5 is used."}},
		{"numbers between two steps", dials("w1", "0.04", "x1", "0", "holding", "1.7", "cuts", "2.6"), []string{
			"0 is used.", "IF smoker = no", "Activation 1.0. All conditions hold: the neuron fires.", "2 is used.", "The output is 1.5",
			"3 is used.",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree := parse(t, page(test.state, new(Root)))
			accessible(t, tree)
			words := tree.words()
			coretest.Contains(t, "the page", words, test.says...)
		})
	}
}
