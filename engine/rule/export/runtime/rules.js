  const form = /^[+-]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
  const telephone = /^\+[0-9]{8}/;

  // The number that a text is, or NaN: words, blanks and a zero before other digits make it no number.
  function read(text) {
    const number = form.test(text) && !telephone.test(text) ? Number(text) : NaN;
    return Number.isFinite(number) ? number : NaN;
  }

  // The cell of a column: a number, a text, or null if it is missing.
  function cellOf(row, name) {
    if (!Object.prototype.hasOwnProperty.call(row, name)) {
      throw new Error("the row has no " + JSON.stringify(name));
    }
    const cell = row[name];
    if (cell === undefined || cell === null || cell === "" || Number.isNaN(cell)) return null;
    if (typeof cell === "bigint") return Number(cell);
    if (typeof cell !== "number" && typeof cell !== "string") {
      throw new TypeError("a cell must be a number, a text or null: " + JSON.stringify(name));
    }
    return cell;
  }

  // The number in a cell of a column that is compared with thresholds; NaN or the fill if it is missing.
  function number(row, name, fill = NaN) {
    const cell = cellOf(row, name);
    if (cell === null) return fill;
    const x = typeof cell === "string" ? read(cell) : cell;
    return Number.isNaN(x) ? fill : x;
  }

  // Which of the named values a cell is, "" if it is another one, null if it is missing.
  function value(row, name, named, aside = [], fill = null) {
    const cell = cellOf(row, name) ?? fill;
    if (cell === null) return null;
    if (named.includes(cell)) return cell;
    if (aside.includes(cell)) return "";
    const x = typeof cell === "string" ? read(cell) : cell;
    return named.find((text) => read(text) === x) ?? "";
  }
