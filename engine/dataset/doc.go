// Package dataset reads bytes into a Table: dialect, names, kinds and missing cells.
// It knows nothing of bits, features or rules.
//
// A table takes four steps, or five: content.go finds files that are not text, such as workbooks, which dataset/spreadsheet
// converts to comma-separated text. Bytes become records in dataset/csvfile: source.go decompresses and decodes, sniff.go detects
// the dialect, layout.go finds the table in the file and its names, and splitter.go splits its rows. Rows become
// columns in builder.go, which keeps a code for each distinct text and makes the Columns of a Table in the end. Texts become
// kinds in dataset/infer: number.go parses numbers, date.go dates, missing.go missing marks, and infer.go decides; read.go
// runs the steps. Target and Filter then select from the table.
package dataset
