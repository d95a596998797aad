package baseline_test

import (
	"testing"
)

// BenchmarkLearn measures all learners on adult without its first fold: 24,129 rows and 145 features.
func BenchmarkLearn(b *testing.B) {
	train, _, _ := tables[1].fold0(b)
	for _, l := range learners {
		b.Run(l.name, func(b *testing.B) {
			for b.Loop() {
				l.Learn(b.Context(), train, 1, quiet)
			}
		})
	}
}
