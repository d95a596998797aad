const rules = (() => {
  "use strict";

{{runtime}}
  const columns = [{{columns}}];

  // The numbers of the rules that hold for a row, from 1.
  function fires(row) {
{{cells}}    const fired = [];
{{fires}}    return fired;
  }

  // The answer for a row.
{{if many}}
  function predict(row) {
    const fired = fires(row);
    return fired.length > 0 ? answers[fired[0] - 1] : {{negative}};
  }

  // The answers of the rules: the first rule that holds decides.
  const answers = [{{answers}}];
{{else}}
  function predict(row) {
    return fires(row).length {{enough}} ? {{positive}} : {{negative}};
  }
{{end}}

{{if scored}}
  // The points of the rules, and behind them of single conditions. The sum of those that hold, from least on, is the place
  // of the probability in one of two lists: that of the other rows, and that of the rows where {{when}}.
  const points = [{{points}}];
  const least = {{least}};
  const probabilities = [
    [{{without}}],
    [{{with}}],
  ];

  // The probability of the answer where {{when}}; it is at least 1/2 exactly there.
  function probability(row) {
    const fired = fires(row);
    const sum = fired.concat(conditions(row)).reduce((sum, k) => sum + points[k - 1], 0);
    return probabilities[fired.length {{enough}} ? 1 : 0][sum - least];
  }

{{if decided}}
  // A row is positive from the probability threshold on; rows from askFrom to less than askTo are left to a person.
  const threshold = {{threshold}};
  const askFrom = {{from}};
  const askTo = {{to}};

  // The decision about a row, by its probability.
  function decide(row) {
    const p = probability(row);
    if (p >= askFrom && p < askTo) return "ask a person";
    return p >= threshold ? {{positive}} : {{negative}};
  }

{{end}}
  // The numbers of the single conditions that hold for a row.
  function conditions(row) {
{{more}}    const fired = [];
{{conditions}}    return fired;
  }

  // Rows to test with: cells in the order of the columns, the rules and conditions that hold, and the probability.
  const tests = [
{{tests}},
  ];

  // The number of rows of tests that the rules and points do not answer as they should.
  function selfTest() {
    return tests.filter(([cells, held, p]) => {
      const row = Object.fromEntries(columns.map((name, i) => [name, cells[i]]));
      return String(fires(row).concat(conditions(row))) !== String(held) || probability(row) !== p;
    }).length;
  }

  return { columns, {{dating}}fires, predict, probability, {{decide}}read, selfTest, tests };
{{else}}
  // Rows to test with: cells in the order of the columns, and the rules that hold.
  const tests = [
{{tests}},
  ];

  // The number of rows of tests for which other rules hold than should.
  function selfTest() {
    return tests.filter(([cells, fired]) => {
      const row = Object.fromEntries(columns.map((name, i) => [name, cells[i]]));
      return String(fires(row)) !== String(fired);
    }).length;
  }

  return { columns, {{dating}}fires, predict, read, selfTest, tests };
{{end}}
})();
