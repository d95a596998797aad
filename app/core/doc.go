// Package core holds what every feature of the page may read, and how features talk to the engine: the settings, the
// run, the revisions of a model, the wording of figures, and commands. It imports no feature and no browser package.
package core
