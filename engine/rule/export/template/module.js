{{about}}//
// rules.predict(row) answers for a row, and rules.fires(row) tells the numbers of the rules that hold for it. A row is an
// object: the name of each column in rules.columns to a number or a text. null, undefined, NaN and "" are missing cells.
// In Node: const rules = require("./rules.js"). To test this file: node rules.js --test

{{script}}
if (typeof module === "object" && module.exports) {
  module.exports = rules;
  if (require.main === module && process.argv.includes("--test")) {
    const wrong = rules.selfTest();
    console.log((rules.tests.length - wrong) + " of " + rules.tests.length + " rows are answered as they should be");
    process.exitCode = wrong > 0 ? 1 : 0;
  }
}
