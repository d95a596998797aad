package sample_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"drnet/engine/sample"
)

// Every level has a secret for every seed, with as many rules and conditions as it says. Only the hard one has wrong labels.
func TestLevels(t *testing.T) {
	for level, want := range map[sample.Difficulty][2]int{sample.Easy: {2, 1}, sample.Medium: {3, 3}, sample.Hard: {3, 3}} {
		for seed := range uint64(20) {
			secret := sample.NewSecret(level, seed)
			for _, rule := range secret.Rules {
				if len(secret.Rules) > want[0] || len(rule) > want[1] || level == sample.Hard && len(secret.Rules) < 3 {
					t.Errorf("%s%d: rules %v", level, seed, secret.Rules)
				}
			}
			if s, ok := sample.Find(fmt.Sprintf("%s%d", level, seed)); !ok || strings.Contains(s.Title, "wrong") != (level == sample.Hard) {
				t.Errorf("%s%d: found %v, %q", level, seed, ok, s.Title)
			}
		}
	}
}

// TestSecretTablesFollowTheirRules checks for many seeds that the labels follow from two or three distinct rules.
func TestSecretTablesFollowTheirRules(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for seed := range uint64(200) {
		secret := sample.NewSecret(sample.Medium, seed)
		if len(secret.Rules) < 2 || len(secret.Rules) > 3 {
			t.Fatalf("seed %d: %d rules, want 2 or 3", seed, len(secret.Rules))
		}
		s, ok := sample.Find(fmt.Sprintf("secret-%d", seed))
		if !ok || len(s.Truth) > 0 {
			t.Fatalf("seed %d: found %v, tells %q; want a table that keeps its rules to itself", seed, ok, s.Truth)
		}
		table := s.Table()
		y, err := table.Target(s.Target, s.Positive)
		if err != nil {
			t.Fatal(err)
		}
		positive := 0
		for i, row := range secret.Rows {
			if y.Positives[i] != secret.Positive(row) {
				t.Fatalf("seed %d: row %d is %v, its rules say %v", seed, i, y.Positives[i], secret.Positive(row))
			}
			if y.Positives[i] {
				positive++
			}
		}
		if share := 100 * positive / len(secret.Rows); share < 25 || share > 60 {
			t.Errorf("seed %d: %d%% of the rows are positive, want 25 to 60", seed, share)
		}
	}
}

// In a noisy table about a tenth of the labels are flipped.
func TestNoisyTablesHaveWrongAnswers(t *testing.T) {
	clean, _ := sample.Find("secret-1")
	noisy, _ := sample.Find("noisy-1")
	var a, b bytes.Buffer
	if clean.WriteCSV(&a) != nil || noisy.WriteCSV(&b) != nil {
		t.Fatal("a table cannot be written")
	}
	turned := 0
	rows, others := strings.Split(a.String(), "\n"), strings.Split(b.String(), "\n")
	for i := range rows {
		if rows[i] != others[i] {
			turned++
		}
	}
	if turned < 55 || turned > 105 { // 80 of 800 are expected, with a deviation of 8.5
		t.Errorf("%d answers are turned, want about 80", turned)
	}
}

func TestSecretNames(t *testing.T) {
	for _, name := range []string{"secret-", "secret-x", "secret-01", "secret-1000001", "noisy--1", "secret", "secret-+1"} {
		if _, ok := sample.Find(name); ok {
			t.Errorf("%q is found, want none", name)
		}
	}
}

// A secret never changes: teachers share its number.
func TestSecretsStayTheSame(t *testing.T) {
	for name, want := range map[string]string{
		"secret-1": "439ebf4ad3b52005a90c0482b47ddea97289682770c5ba973de372287054fc5e",
		"noisy-1":  "ccc258bd347a94e60fda098541dab8f4decaa9d0be7bd182c19be58d779e2e24",
	} {
		s, _ := sample.Find(name)
		var csv bytes.Buffer
		if err := s.WriteCSV(&csv); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(csv.Bytes())
		if got := hex.EncodeToString(sum[:]); got != want {
			t.Errorf("%s: SHA-256 %s, want %s", name, got, want)
		}
	}
}
