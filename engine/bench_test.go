package engine_test

import (
	"context"
	"os"
	"testing"

	"drnet/engine"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/realdata"
)

// BenchmarkPaper runs the complete schedule of the paper on its four tables: 10,000 epochs, batch size 2,000, layer
// alternation every 1,000 epochs.
func BenchmarkPaper(b *testing.B) {
	for _, table := range []struct {
		name, target string
		policy       binarize.Policy
		marks        []string
	}{
		{"adult", "label", binarize.Drop, nil},
		{"magic", "class:", binarize.Own, nil},
		{"heloc", "RiskPerformance", binarize.Impute, []string{"-7", "-8", "-9"}},
		{"house", "binaryClass", binarize.Own, nil},
	} {
		b.Run("table="+table.name+",batch=2000", func(b *testing.B) {
			s := loaded(b, realdata.Path(b, table.name+".csv"), dataset.Options{MissingValues: table.marks})
			request := protocol.Train{
				Target: table.target, Encoding: binarize.FitOptions{Policy: table.policy},
				Network: drnet.Config{Epochs: 10_000, AlternateEpochs: 1_000, Batch: 2_000, Seed: 1}, Split: protocol.Split{Share: 0.2, Seed: 1},
			}
			steps := 0
			for b.Loop() {
				s.Handle(context.Background(), request, func(e protocol.Event) {
					if trained, ok := e.(protocol.Trained); ok {
						steps += trained.Steps
					}
				})
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(steps), "ms/step")
		})
	}
}

func loaded(b *testing.B, path string, o dataset.Options) *engine.Session {
	b.Helper()
	file, err := os.Open(path)
	if err != nil {
		b.Skipf("the real tables are not on this computer: %v", err)
	}
	defer file.Close()
	s := engine.NewSession()
	s.Handle(context.Background(), protocol.Load{File: file, Options: o}, func(e protocol.Event) {
		if refused, ok := e.(protocol.Refused); ok {
			b.Fatal(refused.Message)
		}
	})
	return s
}
