package coretest

import (
	"cmp"
	"slices"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// Feature is the model of a feature.
type Feature[M any] interface {
	Update(msg core.Msg, c core.View) (M, []core.Command)
}

// Page is a page with one feature.
type Page[M Feature[M]] struct {
	Model    M
	View     core.View
	Commands []core.Command // of all messages so far

	pending []core.Request
}

// NewPage returns a page with Table, the default settings and the rules of Model.
func NewPage[M Feature[M]](model M) *Page[M] {
	table, rules := Table(), Model()
	p := &Page[M]{Model: model}
	p.View.Ready, p.View.Table, p.View.Source = true, &table, core.Source{Name: table.Name}
	p.View.Setup, p.View.Obstacle = core.NewSetup(), func() string { return "" }
	p.View.Setup.Target, p.View.Setup.Positive = table.Guess, rules.Positive
	p.View.Revision = core.Revision{Model: rules, Refined: rules.Rules, From: table.Name}
	return p
}

// Send passes messages to the feature, each followed by core.Refresh, and returns the commands, nil without any. An event
// alone or without an ID answers the oldest request that it can answer.
func (p *Page[M]) Send(messages ...core.Msg) []core.Command {
	before := len(p.Commands)
	for _, m := range messages {
		if e, ok := m.(protocol.Event); ok {
			m = core.Heard{Event: e}
		}
		if h, ok := m.(core.Heard); ok {
			if h.ID == core.NoID {
				h.ID = Answering(p.pending, h.Event)
			}
			if protocol.Final(h.Event) {
				p.pending = slices.DeleteFunc(p.pending, func(r core.Request) bool { return r.ID == h.ID })
			}
			m = h
		}
		p.update(m)
		p.update(core.Refresh{})
	}
	return append([]core.Command(nil), p.Commands[before:]...)
}

// Requests is Send for tests that only need the requests to the engine.
func (p *Page[M]) Requests(messages ...core.Msg) []protocol.Request {
	return Requests(p.Send(messages...))
}

func (p *Page[M]) update(m core.Msg) {
	p.View.Free = max(p.View.Free, 1)
	var commands []core.Command
	p.Model, commands = p.Model.Update(m, p.View)
	for _, c := range commands {
		switch c := c.(type) {
		case core.Request:
			if c.ID >= p.View.Free {
				p.pending = append(p.pending, c)
				p.View.Free = c.ID + 1
			}
		case core.Configure:
			p.View.Setup = c.Setup
		case core.SetPlan:
			p.View.SetPlan(c)
		case core.ShowRules:
			p.View.Revision = c.Revision
		case core.SetRun:
			p.View.Run = c.Run
		}
	}
	p.Commands = append(p.Commands, commands...)
}

// Said returns the newest announcement to screen readers among commands, "" for none.
func Said(commands []core.Command) (text string) {
	for _, say := range Of[core.Say](commands) {
		text = cmp.Or(say.Text, text)
	}
	return text
}
