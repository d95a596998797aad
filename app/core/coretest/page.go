package coretest

import (
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
	Model M
	View  core.View

	pending []core.Request
}

// Send passes messages to the feature, each followed by core.Refresh, and returns the commands. An event without an ID answers
// the oldest request that it can answer.
func (p *Page[M]) Send(messages ...core.Msg) (commands []core.Command) {
	for _, m := range messages {
		if h, ok := m.(core.Heard); ok {
			if h.ID == core.NoID {
				h.ID = Answering(p.pending, h.Event)
			}
			if protocol.Final(h.Event) {
				p.pending = slices.DeleteFunc(p.pending, func(r core.Request) bool { return r.ID == h.ID })
			}
			m = h
		}
		commands = append(commands, p.update(m)...)
		commands = append(commands, p.update(core.Refresh{})...)
	}
	return commands
}

func (p *Page[M]) update(m core.Msg) (commands []core.Command) {
	p.View.Free = max(p.View.Free, 1)
	p.Model, commands = p.Model.Update(m, p.View)
	for _, c := range commands {
		if r, ok := c.(core.Request); ok && r.ID >= p.View.Free {
			p.pending = append(p.pending, r)
			p.View.Free = r.ID + 1
		}
	}
	return commands
}
