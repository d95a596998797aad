package learn

import (
	"maps"
	"slices"
	"time"

	"drnet/app/core"
	"drnet/engine/sample"
)

// Messages about lessons. LessonBegun starts a lesson, by its index in Lessons. StepTaken moves forward by a number of steps,
// which may be negative. StepDone performs the action of the step. Answered answers one of its questions by a choice from 1.
// HandoutOpened shows a lesson for print, by its place in Lessons from 1; 0 closes it. Opened applies the teaching options of a
// link; its Lesson is an index in Lessons, or negative for none.
type (
	MenuToggled       struct{}
	TeachingSwitched  struct{ On bool }
	ProjectorSwitched struct{ On bool }
	LessonBegun       struct{ Lesson int }
	StepTaken         struct{ By int }
	StepDone          struct{ At time.Time }
	Answered          struct{ Question, Choice int }
	LessonEnded       struct{}
	HandoutOpened     struct{ Lesson int }
	Opened            struct {
		Teaching, Projector, Explained bool
		Lesson                         int
	}
)

// Messages about the explanation of the method: it is opened or closed, and a number of a drawing changes.
type (
	ExplanationOpened struct{ Open bool }
	NumberTyped       struct {
		Dial string // its name
		Text string
	}
)

// GameChosen selects the next game by its level, an index into levels, and its seed as typed; GameBegun begins it. Drafted changes the next
// guess, Guessed compares it with the secret. HintAsked shows a column of the secret. SecretRevealed ends the game. Ticked comes each
// second.
type (
	GameChosen struct {
		Level int
		Seed  string
	}
	GameBegun      struct{}
	Drafted        struct{ Rule []sample.SecretCondition }
	Guessed        struct{}
	HintAsked      struct{}
	SecretRevealed struct{}
	Ticked         struct{}
)

// ShowStep is the effect of another step of a lesson: the page scrolls to its place once drawn, and focuses the title of the step.
type ShowStep struct{ Place Place }

// ShowAnswer is the effect of a result or an answer: the text of the step scrolls to its end.
type ShowAnswer struct{}

// Commands that the page passes on to other features. RuleSwitch switches a rule off or on, by its line. ShowRows lists the whole table.
type (
	LoadSample  struct{ Name string }
	TrySettings struct{ At time.Time }
	RuleSwitch  struct{ Line int }
	UndoEdit    struct{}
	ShowRows    struct{}
)

// IDs of elements that get the focus.
const (
	lessonsButton    = "lessons"
	explanationTitle = "how-title"
	handoutTitle     = "handout-title"
	guessColumn      = "guess-column"
	secretTitle      = "secret"
	// StepTitle is the title of the current step.
	StepTitle = "coach-title"
)

// Update returns the model after a message, and the resulting commands. A lesson that ends gives the user's settings back.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	m, commands := m.update(msg, c)
	if m.Guided || m.own == nil {
		return m, commands
	}
	c.Setup = c.Setup.With(m.own)
	c.Setup.KeepDates(c.Table)
	m.own = nil
	return m, append([]core.Command{core.Configure{Setup: c.Setup}}, commands...)
}

func (m Model) update(msg core.Msg, c core.View) (_ Model, commands []core.Command) {
	switch msg := msg.(type) {
	case MenuToggled:
		if m.Menu = !m.Menu; !m.Menu {
			return m, []core.Command{core.Focus{ID: lessonsButton}}
		}
	case TeachingSwitched:
		m.Teaching = msg.On
	case ProjectorSwitched:
		m.Projector = msg.On
	case LessonBegun:
		m.begin(msg.Lesson)
		return m, m.showStep()
	case StepTaken:
		m.move(msg.By)
		return m, m.showStep()
	case LessonEnded:
		m.Guided = false
		return m, m.showStep()
	case Answered:
		m.chosen[msg.Question] = msg.Choice
		if step, ok := m.Step(); ok && msg.Question == After {
			return m, answer(step.Asks[After].answerInWords(msg.Choice, c))
		}
		return m, []core.Command{ShowAnswer{}}
	case StepDone:
		commands = m.perform(c, msg.At)
		m.keep(c, commands)
	case Opened:
		m.Explained, m.Teaching, m.Projector = msg.Explained, msg.Teaching, msg.Projector
		if m.begin(msg.Lesson); m.Guided {
			return m, m.showStep()
		}
	case HandoutOpened:
		return m.handout(msg.Lesson)
	case ExplanationOpened:
		m.Explained, m.Handout, m.Menu = msg.Open, 0, false
		focus := core.Either(msg.Open, explanationTitle, lessonsButton)
		return m, []core.Command{core.Send{Msg: core.HelpToggled{}}, core.Focus{ID: focus}}
	case NumberTyped:
		m.dials = core.With(m.dials, msg.Dial, msg.Text)
	case GameChosen:
		m.Game.Next = msg
	case GameBegun:
		return m.beginGame()
	case core.TableRead:
		if !msg.Again {
			m.Game.deal(c)
			m.Guided = m.Guided && (m.own == nil || loaded(Lessons()[m.Lesson], c.Source.Sample))
		}
	case core.Refresh:
		commands = m.refresh(c)
	default:
		commands = m.Game.play(msg, c)
	}
	return m, commands
}

// refresh scores the game anew if the rules have changed. The text of a step that is completed now scrolls to its result.
func (m *Model) refresh(c core.View) []core.Command {
	if m.Game.Standing != nil && m.Game.counted != learned(c) {
		m.Game.count(c)
	}
	before := m.reached
	if m.reached = m.Reached(c); m.reached && !before {
		return answer(m.resultInWords(c))
	}
	return nil
}

// answer shows a result or an answer, and announces it in place of what the page said about the same event.
func answer(text string) []core.Command {
	return []core.Command{ShowAnswer{}, core.Say{Text: text}}
}

func (m Model) beginGame() (Model, []core.Command) {
	if m.Game.complaint() != "" {
		return m, nil
	}
	m.Menu, m.Explained, m.Handout = false, false, 0
	return m, []core.Command{LoadSample{Name: m.Game.Next.name()}, core.Focus{ID: lessonsButton}}
}

// play handles the messages of a game that is in progress. The focus moves if its button goes.
func (g *Game) play(msg core.Msg, c core.View) []core.Command {
	if g.Standing == nil || g.Revealed {
		return nil
	}
	switch msg := msg.(type) {
	case Drafted:
		shorter := len(msg.Rule) < len(g.Draft)
		if g.Draft, g.Repeated = msg.Rule, false; shorter {
			return []core.Command{core.Focus{ID: guessColumn}}
		}
	case Guessed:
		same := func(earlier []sample.SecretCondition) bool {
			return guessed(g.secret, earlier).equals(guessed(g.secret, g.Draft))
		}
		if g.Repeated = slices.ContainsFunc(g.Guesses, same); !g.Repeated {
			g.Guesses, g.Draft = append(slices.Clip(g.Guesses), g.Draft), g.condition(0)
			g.count(c)
		}
		if g.Standing.Share == 100 { // every rule is guessed
			g.Revealed = true
			return []core.Command{core.Focus{ID: secretTitle}}
		}
	case HintAsked:
		g.Hints = min(g.Hints+1, len(g.hints()))
	case SecretRevealed:
		g.Revealed = true
		return []core.Command{core.Focus{ID: secretTitle}}
	case Ticked:
		g.Seconds++
	}
	return nil
}

// handout opens the handout of a lesson, by its number from 1, or closes it.
func (m Model) handout(lesson int) (Model, []core.Command) {
	focus := handoutTitle
	if m.Handout = lesson; lesson <= 0 || lesson > len(Lessons()) {
		m.Handout, focus = 0, lessonsButton
	}
	m.Explained, m.Menu, m.Guided = false, false, m.Guided && m.Handout == 0
	return m, []core.Command{core.Send{Msg: core.HelpToggled{}}, core.Focus{ID: focus}}
}

// showStep moves the page to the current step, or the focus to the list of lessons.
func (m Model) showStep() []core.Command {
	if step, ok := m.Step(); ok {
		return []core.Command{ShowStep{Place: step.Place}}
	}
	return []core.Command{core.Focus{ID: lessonsButton}}
}

func (m Model) perform(c core.View, at time.Time) []core.Command {
	step, ok := m.Step()
	if !ok || step.do == nil || m.obstacle(c) != "" {
		return nil
	}
	commands := step.do(c, at)
	if _, undoes := commands[0].(UndoEdit); undoes && m.Reached(c) { // by a second click
		return commands[1:]
	}
	return commands
}

// keep notes the user's own values of the settings that the commands of a step change.
func (m *Model) keep(c core.View, commands []core.Command) {
	for _, command := range commands {
		set, ok := command.(core.Configure)
		if !ok {
			continue
		}
		own := fields{}
		for f, text := range c.Setup.Fields {
			if set.Setup.Fields[f] != text {
				own[f] = text
			}
		}
		maps.Copy(own, m.own) // values saved by earlier steps are the user's, those of c may be the lesson's
		m.own = own
	}
}
