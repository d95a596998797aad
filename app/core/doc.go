// Package core holds what every feature of the page may read, and how features talk to the engine: the settings, the run, the
// revisions of a model, the words of figures, and commands. It knows no feature, no view and no browser.
package core
