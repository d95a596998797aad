{{about}}#
# source("rules.R") makes the list rules: rules$predict(row) answers for a row, and rules$fires(row) tells the numbers of
# the rules that fire on it. A row is a list, or one row of a data frame: the name of each column in rules$columns to a
# number or a text. NA, NaN, NULL and "" are missing cells. R may read a text with a fraction as a number that differs in
# its last bit: give numbers as numbers. To test this file: Rscript -e 'source("rules.R"); rules$self_test()'

rules <- local({
{{runtime}}
  columns <- c({{columns}})

  # The numbers of the rules that fire on a row, from 1.
  fires <- function(row) {
{{cells}}    fired <- integer(0)
{{fires}}    fired
  }

  # The answer for a row.
{{if many}}
  predict <- function(row) {
    fired <- fires(row)
    if (length(fired) > 0) answers[fired[1]] else {{negative}}
  }

  # The answers of the rules, the first of which that fires decides.
  answers <- c({{answers}})
{{else}}
  predict <- function(row) {
    if (length(fires(row)) {{enough}}) {{positive}} else {{negative}}
  }
{{end}}

  # Rows to test with: cells in the order of the columns, and the rules that fire.
  tests <- list(
{{tests}}
  )

  # The number of rows of tests on which the rules do not fire as they should.
  self_test <- function() {
    wrong <- 0
    for (test in tests) {
      row <- test[[1]]
      names(row) <- columns
      fired <- fires(row)
      if (length(fired) != length(test[[2]]) || any(fired != test[[2]])) wrong <- wrong + 1
    }
    cat(length(tests) - wrong, "of", length(tests), "rows are answered as they should be\n")
    invisible(wrong)
  }

  list(columns = columns, fires = fires, predict = predict, self_test = self_test, tests = tests)
})
