
  # The year, the month, the days since 0000-03-01 and the hour of a date; NaN four times without one.
  date <- function(row, name, pattern, year, month, day) {
    cell <- cell_of(row, name)
    none <- rep(NaN, 4)
    if (is.numeric(cell)) cell <- sprintf("%.17g", cell)
    if (!is.character(cell)) return(none)
    found <- regmatches(cell, regexec(paste0("\\A(?:", pattern, ")\\z"), cell, perl = TRUE))[[1]]
    if (length(found) == 0) return(none)
    if (year == 0) return(since_1970(as.numeric(found[2]) %/% month, none))
    group <- function(k) if (k < length(found)) found[k + 1] else ""
    y <- as.numeric(group(year))
    if (nchar(group(year)) == 2) y <- y + if (y >= 69) 1900 else 2000
    m <- if (grepl("^[0-9]+$", group(month))) as.numeric(group(month)) else match(tolower(substr(group(month), 1, 3)), tolower(month.abb))
    d <- if (day > 0) as.numeric(group(day)) else 1
    h <- 0
    if (day > 0 && group(4) != "") {
      h <- as.numeric(group(4))
      half <- toupper(group(5))
      if (half == "PM" && h < 12) h <- h + 12
      if (half == "AM" && h == 12) h <- 0
    }
    leap <- y %% 4 == 0 && (y %% 100 != 0 || y %% 400 == 0)
    last <- c(31, if (leap) 29 else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    if (y < 1 || m < 1 || m > 12 || d < 1 || d > last[m]) return(none)
    years <- y - (m < 3)
    c(y, m, 365 * years + years %/% 4 - years %/% 100 + years %/% 400 + (153 * ((m + 9) %% 12) + 2) %/% 5 + d - 1, h)
  }

  since_1970 <- function(hours, none) {
    n <- hours %/% 24 + 719468
    day <- n %% 146097
    years <- (day - day %/% 1460 + day %/% 36524 - day %/% 146096) %/% 365
    m <- (5 * (day - 365 * years - years %/% 4 + years %/% 100) + 2) %/% 153
    y <- 400 * (n %/% 146097) + years + (m > 9)
    if (y < 1) none else c(y, if (m < 10) m + 3 else m - 9, n, hours %% 24)
  }

  weekday <- function(days, fill = NA) {
    if (is.na(days)) fill else c("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")[(days + 2) %% 7 + 1]
  }
