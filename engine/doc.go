// Package engine learns rules from a table. It is the facade over the packages below it and the only one that runs
// their stages in order. Session.Handle takes a request and emits events. The web worker, the command line and the
// tests all use it this way.
//
// The map, in the order in which data flows (no package imports one further down):
//
//	codebook   aliases, units and groups of values, as people write them
//	dataset/infer    texts of a column -> kind, numbers, dates, missing marks
//	dataset/csvfile  bytes -> records: encoding, dialect, layout, header
//	dataset    files of all formats -> Table
//	split      classes, groups or times of rows -> folds and splits as row numbers
//	numeric    random streams, Adam and functions with the same bits on every machine
//	bitmat     bits by column, 64 rows a word
//	binarize   Table -> bits, and the condition of each bit (Feature)
//	rule       literals, rules, sets: match, simplify, write as text; Model = encoder + rules
//	rule/refine  a search on bits -> shorter and more accurate rules
//	rule/scorecard  rules + bits -> points and a probability for each row
//	rule/export  Model -> text, SQL, Python, a formula, a page
//	drnet      bits -> network -> rules
//	baseline   labeled bits, or numbers -> benchmark classifiers
//	eval       rules + labeled bits -> scores; folds -> means with standard errors; Pareto front
//	sample     the built-in tables
//	protocol   every Request and Event, and the model file
//	prepare    table -> samples: target, columns, split, encoder, bits, leakage check
//	train      samples -> rules: plan, units, restarts, refinement
//	multiclass one set of rules for each class, or for each digit of a code
//	crossval   folds x settings -> units -> one evaluation
//	stability  runs on resamples -> how often each rule recurs
//	query      model + rows -> predictions, explanations, scores, selections, coverage
//	engine     Session: the stages in order
//	setting    every setting of a run: its name, range, default and flag
//	remote     remote sessions: spawn, handshake, pause, stop, pace, replace; a pool of helpers
//	chart      numbers -> a scene of lines, marks and words, or an SVG file
//	worker     the web worker
//	cmd/drnet  the command line
//	research   measurements, not shipped: tables of the paper, mutation tests, results and notebook
//
// A multiclass target is trained as several runs over one encoder (package multiclass). The runs are units that any
// session can execute. rule.Classes combines the predictions of their rule sets. The model file is protocol.MultiClass.
//
// RATIONALE.md records the decisions, research/ the measurements behind them.
package engine
