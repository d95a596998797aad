// Package numeric holds random numbers, elementary functions and Adam, with the same bits on every machine. It knows nothing
// of tables, networks or rules.
//
// The standard library's Exp, Log and Gamma may differ between processors in the last bit. The functions of this package
// use basic operations alone, and round every product before it is added, so that no compiler fuses the two.
package numeric
