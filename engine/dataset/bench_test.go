package dataset_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"drnet/engine/dataset"
	"drnet/engine/dataset/twin"
)

// adultLike returns rows like those of adult: six columns of numbers, eight of categories, a label, blanks after commas.
func adultLike(rows int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	words := []string{
		"Private", "Self-emp-not-inc", "Never-married", "Married-civ-spouse", "Exec-managerial", "Not-in-family", "White", "?",
		"Adm-clerical", "Husband", "Bachelors", "Some-college", "HS-grad", "Craft-repair", "Other-service", "Own-child",
	}
	word := func(n int) string { return words[r.IntN(n)] }
	var b bytes.Buffer
	b.WriteString("age, workclass, fnlwgt, education, education_num, marital-status, occupation, " +
		"relationship, race, sex, capital-gain, capital-loss, hours-per-week, native-country, label\n")
	for range rows {
		gain := 0
		if r.IntN(12) == 0 {
			gain = 100 * r.IntN(120)
		}
		fmt.Fprintf(&b, "%d, %s, %d, %s, %d, %s, %s, %s, %s, %s, %d, %d, %d, %s, %s\n", 17+r.IntN(70), word(8),
			12000+r.IntN(28000)*50, word(16), 1+r.IntN(16),
			word(7), word(14), word(6), word(5), []string{"Male", "Female"}[r.IntN(2)], gain, 0, 1+r.IntN(99),
			[]string{"United-States", "Mexico", "?"}[r.IntN(3)],
			[]string{"<=50K", ">50K"}[r.IntN(2)])
	}
	return b.Bytes()
}

func BenchmarkRead(b *testing.B) {
	for _, rows := range []int{20_000, 400_000} {
		csv := adultLike(rows)
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(csv)))
			for b.Loop() {
				if _,
					err := dataset.Read(context.Background(), "people.csv", bytes.NewReader(csv), dataset.Options{Size: int64(len(csv))}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkTwins(b *testing.B) {
	csv := adultLike(400_000)
	table, err := dataset.Read(context.Background(), "people.csv", strings.NewReader(string(csv)), dataset.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		twin.Find(table)
	}
}
