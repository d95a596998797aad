{{about}}#
# source("rules.R") makes the list rules: rules$predict(row) answers for a row, and rules$fires(row) tells the numbers of
# the rules that hold for it. A row is a list, or one row of a data frame: the name of each column in rules$columns to a
# number or a text. NA, NaN, NULL and "" are missing cells. R may read a text with a fraction as a number that differs in
# its last bit: give numbers as numbers.
{{if scored}}
# rules$probability(row) is the probability of the answer that the rules give where {{when}}.
{{else}}
{{end}}
# To test this file: Rscript -e 'source("rules.R"); rules$self_test()'

rules <- local({
{{runtime}}
  columns <- c({{columns}})

  # The numbers of the rules that hold for a row, from 1.
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

  # The answers of the rules: the first rule that holds decides.
  answers <- c({{answers}})
{{else}}
  predict <- function(row) {
    if (length(fires(row)) {{enough}}) {{positive}} else {{negative}}
  }
{{end}}

{{if scored}}
  # The points of the rules, and behind them of single conditions. The sum of those that hold, from least on, is the place
  # of the probability in one of two vectors: that of the other rows, and that of the rows where {{when}}.
  points <- c({{points}})
  least <- {{least}}
  probabilities <- list(
    c({{without}}),
    c({{with}})
  )

  # The probability of the answer where {{when}}; it is at least 1/2 exactly there.
  probability <- function(row) {
    fired <- fires(row)
    place <- sum(points[c(fired, conditions(row))]) - least + 1
    probabilities[[if (length(fired) {{enough}}) 2 else 1]][place]
  }

{{if decided}}
  # A row is positive from the probability threshold on; rows from ask_from to less than ask_to are left to a person.
  threshold <- {{threshold}}
  ask_from <- {{from}}
  ask_to <- {{to}}

  # The decision about a row, by its probability.
  decide <- function(row) {
    p <- probability(row)
    if (p >= ask_from && p < ask_to) return("ask a person")
    if (p >= threshold) {{positive}} else {{negative}}
  }

{{end}}
  # The numbers of the single conditions that hold for a row.
  conditions <- function(row) {
{{more}}    fired <- integer(0)
{{conditions}}    fired
  }

  # Rows to test with: cells in the order of the columns, the rules and conditions that hold, and the probability.
{{else}}
  # Rows to test with: cells in the order of the columns, and the rules that hold.
{{end}}
  tests <- list(
{{tests}}
  )

  # The number of rows of tests that are not answered as they should be.
  self_test <- function() {
    wrong <- 0
    for (test in tests) {
      row <- test[[1]]
      names(row) <- columns
{{if scored}}
      held <- c(fires(row), conditions(row))
      right <- identical(as.integer(test[[2]]), held) && probability(row) == test[[3]]
{{else}}
      right <- identical(as.integer(test[[2]]), fires(row))
{{end}}
      if (!right) wrong <- wrong + 1
    }
    cat(length(tests) - wrong, "of", length(tests), "rows are answered as they should be\n")
    invisible(wrong)
  }

{{if scored}}
  list(
    columns = columns, fires = fires, predict = predict, probability = probability,
{{if decided}}
    decide = decide,
{{end}}
    self_test = self_test, tests = tests
  )
{{else}}
  list(columns = columns, fires = fires, predict = predict, self_test = self_test, tests = tests)
{{end}}
})
