  form <- "^[+-]?((0|[1-9][0-9]*)(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?\\z"
  telephone <- "^\\+[0-9]{8}"

  # The number that a text is, or NaN: words, blanks and a zero before other digits make it no number.
  read <- function(text) {
    if (!grepl(form, text, perl = TRUE) || grepl(telephone, text, perl = TRUE)) return(NaN)
    x <- as.numeric(text)
    if (is.finite(x)) x else NaN
  }

  # The cell of a column: a number, a text, or NA if it is missing.
  cell_of <- function(row, name) {
    at <- match(name, names(row))
    if (is.na(at)) stop("the row has no ", dQuote(name, FALSE))
    cell <- row[[at]]
    if (is.null(cell)) return(NA)
    if (is.factor(cell)) cell <- as.character(cell)
    if (length(cell) != 1 || !(is.numeric(cell) || is.character(cell) || is.na(cell))) {
      stop("a cell must be a number, a text or NA: ", dQuote(name, FALSE))
    }
    if (is.na(cell) || identical(cell, "")) NA else cell
  }

  # The number in a cell of a column that is compared with thresholds; NaN or the fill if it is missing.
  number <- function(row, name, fill = NaN) {
    cell <- cell_of(row, name)
    x <- if (is.character(cell)) read(cell) else as.double(cell)
    if (is.na(x)) fill else x
  }

  # Which of the named values a cell is, "" if it is another one, NA if it is missing.
  value <- function(row, name, named, aside = NULL, fill = NA) {
    cell <- cell_of(row, name)
    if (is.na(cell)) cell <- fill
    if (is.na(cell)) return(NA)
    if (is.character(cell)) {
      if (cell %in% named) return(cell)
      if (cell %in% aside) return("")
    }
    x <- if (is.character(cell)) read(cell) else as.double(cell)
    if (!is.na(x)) for (text in named) if (identical(read(text), x)) return(text)
    ""
  }

  at_most <- function(x, threshold) !is.na(x) && x <= threshold
  above <- function(x, threshold) !is.na(x) && x > threshold
  equals <- function(x, text) !is.na(x) && x == text
