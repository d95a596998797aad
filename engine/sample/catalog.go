package sample

// All returns the samples, the easiest to read first.
func All() []Sample {
	return []Sample{heartRisk(), ticTacToe(), monk1(), irises(), balanceScale(), digitDisplay()}
}

// Find returns the sample of that name: one of All, or the table of a Secret, "secret-17" or, with wrong answers, "noisy-17".
func Find(name string) (Sample, bool) {
	for _, s := range All() {
		if s.Name == name {
			return s, true
		}
	}
	return secretTable(name)
}
