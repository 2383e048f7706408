# What can be asked of a server. Tables are data frames.

tm_health <- function(tm) read_json(call_server(tm, "GET", "/v1/health"))

#' The functions of the rule language, a row each.
tm_functions <- function(tm) table_of(call_server(tm, "GET", "/v1/functions"), "functions")

tm_datasets <- function(tm) pages(tm, "/v1/datasets", "datasets")

tm_dataset <- function(tm, dataset) read_json(call_server(tm, "GET", paste0("/v1/datasets/", part(dataset))))

tm_instruments <- function(tm, dataset) pages(tm, paste0("/v1/datasets/", part(dataset), "/instruments"), "instruments")

#' Makes a dataset of price files. Files that can be read in several ways stop with `questions`; say the same with `answers`.
#' `instrument_type = "RATE"` has them read as series of rates: any numbers, never traded.
tm_upload <- function(tm, files, name, exchange = "NSE", instrument_type = "EQUITY", answers = NULL) {
  form <- list(exchange = exchange, instrumentType = instrument_type)
  if (!is.null(answers)) form$answers <- as.character(write_json(answers))
  form <- c(form, as_parts(files))
  read_json(call_server(tm, "POST", paste0("/v1/datasets?name=", part(name)), form = form))
}

#' Adds days or files to a dataset that was uploaded: all of them or none.
tm_add_files <- function(tm, dataset, files, replace = FALSE) {
  path <- paste0("/v1/datasets/", part(dataset), "/files", if (replace) "?replace=1" else "")
  read_json(call_server(tm, "POST", path, form = as_parts(files)))
}

as_parts <- function(files) named_files(lapply(files, curl::form_file))

named_files <- function(parts) {
  names(parts) <- rep("files", length(parts))
  parts
}

#' Sends a model's numbers, known on their day's close: a data frame with symbol, date and one more column, whose name rules can use.
tm_signals <- function(tm, numbers, dataset = NULL, name = NULL) send_series(tm, "signals", numbers, dataset, name)

#' As tm_signals, for numbers that rules may use from the day after their date on.
tm_facts <- function(tm, numbers, dataset = NULL, name = NULL) send_series(tm, "facts", numbers, dataset, name)

send_series <- function(tm, kind, numbers, dataset, name) {
  others <- setdiff(names(numbers), c("symbol", "date"))
  if (!all(c("symbol", "date") %in% names(numbers)) || length(others) != 1)
    fail("usage", "The numbers need the columns symbol and date and one more.")
  name <- name %||% others
  values <- numbers[[others]]
  cells <- ifelse(is.na(values), "", format(values, digits = 17, trim = TRUE, scientific = FALSE))
  symbols <- paste0('"', gsub('"', '""', numbers$symbol, fixed = TRUE), '"')
  lines <- c("symbol,date,value", paste(symbols, format(as.Date(numbers$date)), cells, sep = ","))
  path <- paste0("/v1/datasets/", part(only(tm, dataset)), "/", kind, "/", part(name))
  read_json(call_server(tm, "PUT", path, paste0(paste(lines, collapse = "\n"), "\n"), "text/csv; charset=utf-8"))
}

#' A strategy as a list. Rules are texts of the rule language; what is left out has its default.
tm_strategy <- function(name = "My strategy", scanner = NULL, buy = NULL, sell = NULL, ...) {
  section <- function(given) if (is.character(given)) list(rules = as.list(given)) else given
  made <- list(format = "strategy/3", name = name)
  if (!is.null(scanner)) made$scanner <- section(scanner)
  if (!is.null(buy)) made$buy <- section(buy)
  if (!is.null(sell)) made$sell <- section(sell)
  if (...length() > 0) made$simulation <- list(...)
  made
}

#' What a sweep varies: a setting or a figure within one, or the `number`-th number (from 1) of a rule's or weight's text.
tm_axis <- function(path, values, number = NULL) {
  made <- list(path = path)
  if (!is.null(number)) made$number <- number
  made$values <- as.list(values)
  made
}

#' Everything that is wrong with a strategy, a list each; none for one that can run.
tm_check <- function(tm, strategy, dataset = NULL) {
  body <- list(strategy = strategy)
  if (!is.null(dataset)) body$dataset <- dataset
  read_json(post(tm, "/v1/strategies/check", body))$problems
}

#' Runs a strategy; stops with all that is wrong with it. Interrupting cancels the run.
tm_run <- function(tm, strategy, dataset = NULL, progress = interactive()) {
  record <- tm_start(tm, strategy, dataset)
  tm_wait(tm, record$id, progress)
  tm_result(tm, record$id)
}

tm_start <- function(tm, strategy, dataset = NULL) {
  body <- list(dataset = only(tm, dataset), strategy = strategy)
  for (tried in 1:60) {
    record <- tryCatch(read_json(post(tm, "/v1/runs", body)), tidemark_error = function(e) e)
    if (!inherits(record, "tidemark_error")) return(record)
    if (record$code != "dataset-reading") stop(record)
    Sys.sleep(1)
  }
  stop(record)
}

tm_wait <- function(tm, run, progress = interactive()) wait_for(tm, paste0("/v1/runs/", part(run)), progress)

#' result/1: positions, equity, yearlyPerformance and, with weights, rebalances are data frames; with money in and out or an
#' interest sameMoney, too: the account beside the same money in benchmark and average share.
tm_result <- function(tm, run) {
  text <- call_server(tm, "GET", paste0("/v1/runs/", part(run), "/result"))
  result <- jsonlite::fromJSON(text)
  result$positions <- with_dates(as.data.frame(result$positions), c("entryDate", "exitDate"))
  result$yearlyPerformance <- as.data.frame(result$yearlyPerformance)
  curve <- result$equity
  result$equity <- data.frame(
    date = as.Date(as.character(curve$dates)), value = as.numeric(curve$values), benchmark = as.numeric(curve$benchmark)
  )
  if (!is.null(curve$growth)) result$equity$growth <- as.numeric(curve$growth)
  if (!is.null(result$rebalances)) result$rebalances <- with_dates(as.data.frame(result$rebalances), "date")
  money <- result$money
  if (!is.null(money)) {
    result$sameMoney <- data.frame(
      date = result$equity$date, value = result$equity$value,
      benchmarkValue = as.numeric(money$benchmarkValues), universeValue = as.numeric(money$universeValues)
    )
  }
  result
}

#' The records, newest first.
tm_runs <- function(tm) pages(tm, "/v1/runs", "runs")

tm_cancel <- function(tm, run) read_json(call_server(tm, "POST", paste0("/v1/runs/", part(run), "/cancel")))

tm_delete <- function(tm, run) invisible(call_server(tm, "DELETE", paste0("/v1/runs/", part(run))))

#' Runs all variants that some axes make; a row each: index, a column an axis, the figures, account and problem.
tm_sweep <- function(tm, strategy, axes, dataset = NULL, progress = interactive()) {
  body <- list(dataset = only(tm, dataset), strategy = strategy, axes = axes)
  record <- read_json(post(tm, "/v1/sweeps", body))
  path <- paste0("/v1/sweeps/", part(record$id))
  wait_for(tm, path, progress)
  text <- call_server(tm, "GET", paste0(path, "/rows"), headers = c("Accept" = "text/csv"))
  utils::read.csv(text = text, check.names = FALSE, na.strings = "")
}

post <- function(tm, path, body) call_server(tm, "POST", path, write_json(body), "application/json")

wait_for <- function(tm, path, progress) {
  over <- FALSE
  on.exit(if (!over) try(call_server(tm, "POST", paste0(path, "/cancel")), silent = TRUE))
  bar <- if (progress) utils::txtProgressBar(style = 3) else NULL
  repeat {
    record <- read_json(call_server(tm, "GET", path, headers = c("Prefer" = "wait=1")))
    if (progress) utils::setTxtProgressBar(bar, record$progress)
    if (!record$status %in% c("waiting", "running")) break
  }
  over <- TRUE
  if (progress) close(bar)
  if (record$status == "done") return(invisible(record))
  problem <- record$problem
  fail(problem$code %||% paste0("run-", record$status), problem$detail %||% paste("It was", record$status), problem$problems %||% list())
}

only <- function(tm, dataset) {
  if (!is.null(dataset)) return(dataset)
  there <- tm_datasets(tm)
  if (NROW(there) == 1) return(there$id[1])
  fail("usage", paste0("Say which dataset; the server has: ", paste(there$id, collapse = ", "), "."))
}

# Rows of all pages together make one table: what is missing in all rows of a page must not change its shape.
pages <- function(tm, path, name) {
  rows <- list()
  after <- NULL
  repeat {
    page <- read_json(call_server(tm, "GET", if (is.null(after)) path else paste0(path, "?after=", part(after))))
    rows <- c(rows, page[[name]])
    after <- page[["next"]]
    if (is.null(after)) break
  }
  as.data.frame(jsonlite::fromJSON(write_json(rows)))
}

table_of <- function(text, name) as.data.frame(jsonlite::fromJSON(text)[[name]])

with_dates <- function(frame, names) {
  for (name in intersect(names, names(frame))) frame[[name]] <- as.Date(frame[[name]])
  frame
}
