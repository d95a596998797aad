const rules = (() => {
  "use strict";

{{runtime}}
  const columns = [{{columns}}];

  // The numbers of the rules that fire on a row, from 1.
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

  // The answers of the rules, the first of which that fires decides.
  const answers = [{{answers}}];
{{else}}
  function predict(row) {
    return fires(row).length > 0 ? {{positive}} : {{negative}};
  }
{{end}}

  // Rows to test with: cells in the order of the columns, and the rules that fire.
  const tests = [
{{tests}},
  ];

  // The number of rows of tests on which the rules do not fire as they should.
  function selfTest() {
    return tests.filter(([cells, fired]) => {
      const row = Object.fromEntries(columns.map((name, i) => [name, cells[i]]));
      return String(fires(row)) !== String(fired);
    }).length;
  }

  return { columns, fires, predict, read, selfTest, tests };
})();
