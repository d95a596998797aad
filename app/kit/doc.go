// Package kit provides the building blocks of every view as go-app elements: fields, tables, icons and drawings. It
// imports no feature and no state.
package kit
