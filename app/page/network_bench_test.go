package page

import (
	"fmt"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/network"
	"drnet/app/page/state"
	"drnet/app/settings"
	"drnet/app/training"
	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// BenchmarkNetwork measures one update of the drawing of an initial network: 50 rules over 500 features, all gates
// open.
func BenchmarkNetwork(b *testing.B) {
	head := &protocol.Model{
		Schema: protocol.ModelSchema,
		Model:  rule.Model{Target: "y", Positive: "yes", Negative: "no", Encoder: &binarize.Encoder{}},
	}
	for j := range 50 {
		c := binarize.EncodedColumn{Name: fmt.Sprintf("column %d", j)}
		for i := range 10 {
			c.Thresholds = append(c.Thresholds, float64(i)/7)
		}
		head.Encoder.Columns = append(head.Encoder.Columns, c)
	}
	begin, look := started(20), progress(100, nil)
	begin.Head = head
	net := drnet.NewNetwork(50, 500, drnet.InitAuthors, 1).Sketch(64)
	look.Net = &net
	loaded := after(state.New(), state.Connected{}, heard(protocol.Loaded{Table: wide(3)}, 0),
		core.TargetChosen{Column: 2}, settings.PositiveChosen{Value: 0}, training.StartAsked{At: noon}, heard(begin, 1))
	s := after(loaded, heard(look, 2), heard(look, 3))
	view := func() app.UI { return network.View(s.Network, s.View(), func(core.Msg) {}) }
	if view() == nil {
		b.Fatal("no network: " + s.Obstacle())
	}
	b.Run("view", func(b *testing.B) {
		for b.Loop() {
			view()
		}
	})
	b.Run("page", func(b *testing.B) {
		for b.Loop() {
			page(s, new(Root))
		}
	})
	b.Run("html", func(b *testing.B) {
		for b.Loop() {
			app.HTMLString(view())
		}
	})
}
