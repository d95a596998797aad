// Command app is DR-Net Lab. Compiled natively, it builds and serves the static site. Compiled for the browser, it is both the page and
// the engine in the workers of the page (engine/worker).
//
// The packages; each imports only packages above it:
//
//	core       what every feature may read: settings, runs, revisions of a model; commands, queries, the words of figures
//	kit        elements, fields, tables, icons and drawings that views are built from
//	audit      the rules by group, their stability, and drift in another table
//	compare    the benchmark of DR-Net and other learners on the same folds
//	data       the table: reading files, import options, the preview, columns and their thresholds
//	explain    the what-if view: the prediction for a row, why, and what would change it
//	export     the rules in other formats, and predictions for the rows of the table
//	learn      lessons that drive the page, handouts, the explanation of the method, the game
//	link       the address of the page: settings as a link, a dialog to share it, what an opened link applies
//	network    the drawing of the network, the trace of a row through it, and weights edited by hand
//	privacy    the panel about requests and the version of the site
//	rows       the list of rows by rule, prediction and class: filters, pages, download
//	rules      the rules: cards, editor, scores, stages, revisions, the matrix, the classes of a multiclass model
//	runs       the list of the runs on the table: open, compare, delete
//	settings   the target and the settings of the next run, the data it trains on, how long it takes
//	storage    projects: the current work as a file, autosave in this browser, and the list of saved works
//	tradeoff   the sweep of settings and the cross-validation of the current ones
//	training   the run: its controls, figures, charts, current rules and snapshots
//	page/state the state of the page: Update routes each message to its feature, and coordinates features when a table is read
//	           or a run ends
//	page       the root component: composes the views of the features, executes commands, schedules rendering
//	browser    for the browser only: the engine's worker, files, the database
//	site       native only: builds and serves the static site
//
// A feature imports core and kit, and no other feature. Its Update is pure: it takes a message and returns the next model and commands,
// which are requests to the engine or effects of the browser. The events that answer a request have its ID.
//
// The glossary:
//
//	message     something that happened: a click, an event of the engine, the clock
//	command     an action outside of the state that follows from a message: core.Request, or an effect such as saving a file
//	query       a question to the engine that is asked again when its key changes (core.Query)
//	section     one of the four views of the page: Data, Settings, Train, Rules; one is shown
//	run         training from the Train request until its final event; it may train several networks
//	snapshot    the rules of a run after a step; the best one is its checkpoint
//	revision    a model after an edit; undo returns to the previous one
//	stage       how far rules are processed: raw, simplified, refined
//	condition   a feature or its negation, in a rule
//	feature     one bit of a row, such as age ≤ 37, or a part of the page, where the code is about the page
package main
