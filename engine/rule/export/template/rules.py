{{about}}#
# predict(row) answers for a row, and fires(row) tells the numbers of the rules that fire on it. A row is a dictionary:
# the name of each column in COLUMNS to a number or a text. None, nan and "" are missing cells.
# To test this file: python3 rules.py
{{runtime}}

COLUMNS = [{{columns}}]
{{if many}}

# The answers of the rules, the first of which that fires decides.
ANSWERS = [{{answers}}]


def predict(row):
    """Return the answer for a row."""
    fired = fires(row)
    return ANSWERS[fired[0] - 1] if fired else {{negative}}
{{else}}


def predict(row):
    """Return the answer for a row."""
    return {{positive}} if fires(row) else {{negative}}
{{end}}


def fires(row):
    """Return the numbers of the rules that fire on a row, from 1."""
{{cells}}    fired = []
{{fires}}    return fired


# Rows to test with: cells in the order of COLUMNS, and the rules that fire.
TESTS = [
{{tests}},
]


def self_test():
    """Return the number of rows of TESTS on which the rules do not fire as they should."""
    return sum(fires(dict(zip(COLUMNS, cells))) != fired for cells, fired in TESTS)


if __name__ == "__main__":
    wrong = self_test()
    print(f"{len(TESTS) - wrong} of {len(TESTS)} rows are answered as they should be")
    raise SystemExit(1 if wrong else 0)
