{{about}}#
# predict(row) answers for a row, and fires(row) tells the numbers of the rules that hold for it. A row is a dictionary:
# the name of each column in COLUMNS to a number or a text. None, nan and "" are missing cells.
{{if scored}}
# probability(row) is the probability of the answer that the rules give where {{when}}.
{{else}}
{{end}}
# To test this file: python3 rules.py
{{runtime}}

COLUMNS = [{{columns}}]
{{if many}}

# The answers of the rules: the first rule that holds decides.
ANSWERS = [{{answers}}]


def predict(row):
    """Return the answer for a row."""
    fired = fires(row)
    return ANSWERS[fired[0] - 1] if fired else {{negative}}
{{else}}


def predict(row):
    """Return the answer for a row."""
    return {{positive}} if len(fires(row)) {{enough}} else {{negative}}
{{end}}


def fires(row):
    """Return the numbers of the rules that hold for a row, from 1."""
{{cells}}    fired = []
{{fires}}    return fired

{{if scored}}

# The points of the rules, and behind them of single conditions. The sum of those that hold, from LEAST on, is the place of
# the probability in one of two lists: that of the other rows, and that of the rows where {{when}}.
POINTS = [{{points}}]
LEAST = {{least}}
PROBABILITIES = [
    [{{without}}],
    [{{with}}],
]


def probability(row):
    """Return the probability of the answer where {{when}}; it is at least 1/2 exactly there."""
    fired = fires(row)
    points = sum(POINTS[k - 1] for k in fired + _conditions(row))
    return PROBABILITIES[1 if len(fired) {{enough}} else 0][points - LEAST]
{{if decided}}


# A row is positive from the probability THRESHOLD on; rows from ASK_FROM to less than ASK_TO are left to a person.
THRESHOLD = {{threshold}}
ASK_FROM, ASK_TO = {{from}}, {{to}}


def decide(row):
    """Return the decision about a row, by its probability."""
    p = probability(row)
    if ASK_FROM <= p < ASK_TO:
        return "ask a person"
    return {{positive}} if p >= THRESHOLD else {{negative}}
{{end}}


def _conditions(row):
    """Return the numbers of the single conditions that hold for a row."""
{{more}}    fired = []
{{conditions}}    return fired


# Rows to test with: cells in the order of COLUMNS, the rules and conditions that hold, and the probability.
TESTS = [
{{tests}},
]


def self_test():
    """Return the number of rows of TESTS that the rules and points do not answer as they should."""
    rows = [(dict(zip(COLUMNS, cells)), held, p) for cells, held, p in TESTS]
    return sum(fires(row) + _conditions(row) != held or probability(row) != p for row, held, p in rows)
{{else}}

# Rows to test with: cells in the order of COLUMNS, and the rules that hold.
TESTS = [
{{tests}},
]


def self_test():
    """Return the number of rows of TESTS for which other rules hold than should."""
    return sum(fires(dict(zip(COLUMNS, cells))) != fired for cells, fired in TESTS)
{{end}}


if __name__ == "__main__":
    wrong = self_test()
    print(f"{len(TESTS) - wrong} of {len(TESTS)} rows are answered as they should be")
    raise SystemExit(1 if wrong else 0)
