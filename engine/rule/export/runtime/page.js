// A number as this page shows it, or as a sheet does: with commas between thousands, and with a unit.
function typed(text) {
  const bare = text.replace(/^[\s$€£¥₹]+|[\s%$€£¥₹]+$/g, "");
  return /^[+-]?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]*)?$/.test(bare) ? bare.replaceAll(",", "") : bare;
}

// The row as it stands in the form.
function currentRow() {
  return Object.fromEntries(rules.columns.map((name, i) => {
    const field = document.getElementById("c" + (i + 1));
    if (Array.isArray(options[i])) return [name, field.value === "missing" ? null : options[i][Number(field.value)]];
    const text = options[i] === null ? typed(field.value) : field.value.trim();
    const right = text === "" || !Number.isNaN(options[i] === null ? rules.read(text) : rules.date({text}, "text", options[i].pattern, ...options[i].groups)[0]);
    const expected = options[i] === null ? "a number such as 37.5" : "a date written as " + field.placeholder;
    document.getElementById(field.id + "-note").textContent = right ? "" : "This is not " + expected + ": it counts as not known.";
    return [name, right ? text : null];
  }));
}

// A share with one decimal; less than all is at most 99.9%.
function percent(share) {
  if (share === 0 || share === 1) return 100 * share + "%";
  return Math.min(Number((100 * share).toFixed(1)), 99.9).toFixed(1) + "%";
}

function showAnswer() {
  const row = currentRow();
  const unknown = Object.values(row).filter((cell) => cell === null || cell === "").length;
  const fired = rules.fires(row);
  const which = fired.length === 0 ? "no rule holds" : fired.length === 1 ? "rule " + fired[0] + " holds" : "rules " + fired.join(", ") + " hold";
  document.getElementById("answer").textContent = says[fired.length >= votes ? Math.min(fired[0], says.length - 1) : 0] + " (" + which + ")" +
    (rules.probability ? ". Probability of " + says[1] + ": " + percent(rules.probability(row)) : "") +
    (rules.decide ? ". Decision: " + rules.decide(row) : "") +
    (unknown > 0 ? ". Not known: " + unknown + " of " + rules.columns.length + (rules.columns.length === 1 ? " column" : " columns") : "");
  for (const item of document.querySelectorAll("li")) {
    item.querySelector("strong").textContent = fired.includes(Number(item.id.slice("rule".length))) ? "holds" : "";
  }
}

function showTest() {
  const right = rules.tests.length - rules.selfTest();
  document.getElementById("tested").textContent = right + " of " + rules.tests.length + " rows are answered as they should be.";
}

if (typeof document !== "undefined") {
  const form = document.querySelector("form");
  form.addEventListener("input", showAnswer);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("test").addEventListener("click", showTest);
  showAnswer();
  if (location.hash === "#test") showTest();
}
