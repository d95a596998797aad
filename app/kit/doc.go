// Package kit holds what every view is built from: elements, fields, tables, icons and drawings as go-app elements. It knows no
// feature and no state.
package kit
