// Parses a file and counts its rows, which it does not keep: all that it costs is the parsing.
importScripts("papaparse.min.js");

self.onmessage = ({ data: { file, mode } }) => {
  let rows = 0;
  const count = mode === "step" ? { step: () => rows++ } : { chunk: ({ data }) => (rows += data.length) };
  Papa.parse(file, {
    ...count,
    worker: false, // it is in one already
    dynamicTyping: false,
    skipEmptyLines: true,
    complete: () => self.postMessage({ rows }),
    error: (problem) => self.postMessage({ problem: String(problem) }),
  });
};
