# The way to the server: its address and token, one request at a time, and its errors.

#' Connects to a server: `url` and `token`, else TIDEMARK_URL and TIDEMARK_TOKEN, else the one server that runs on this machine.
tidemark <- function(url = Sys.getenv("TIDEMARK_URL"), token = Sys.getenv("TIDEMARK_TOKEN")) {
  if (url == "" || token == "") {
    note <- running_server(url)
    url <- note$url
    token <- note$token
  }
  url <- sub("/+$", "", url)
  loopback <- grepl("^http://(localhost|127(\\.[0-9]+){3}|\\[::1\\])(:[0-9]+)?$", url)
  if (!loopback && !grepl("^https://[^/@]+$", url))
    fail("usage", paste0(url, " is no address of a server on this machine (http://127.0.0.1:4848), nor one with TLS (https://host)."))
  structure(list(url = url, token = token), class = "tidemark")
}

print.tidemark <- function(x, ...) {
  cat("Tidemark at", x$url, "\n")
  invisible(x)
}

running_server <- function(url = "") {
  files <- list.files(file.path(person_folder(), "servers"), pattern = "\\.json$", full.names = TRUE)
  notes <- lapply(files, function(file) tryCatch(jsonlite::fromJSON(file), error = function(e) NULL))
  alive <- Filter(function(note) is.list(note) && is.numeric(note$pid) && lives(note$pid, as.character(note$start %||% "")), notes)
  if (url != "") {
    alive <- Filter(function(note) identical(note$url, sub("/+$", "", url)), alive)
    if (length(alive) == 0) fail("usage", paste0("The token of ", url, " is not known here: say it, or set TIDEMARK_TOKEN."))
  }
  if (length(alive) == 1) return(alive[[1]])
  if (length(alive) == 0)
    fail("server-unreachable", "No Tidemark server runs on this machine. Start one: npm run serve -- --data DIR, or set TIDEMARK_URL and TIDEMARK_TOKEN.")
  fail("server-unclear", "Several Tidemark servers run on this machine: say which by TIDEMARK_URL and TIDEMARK_TOKEN.")
}

person_folder <- function() {
  home <- path.expand("~")
  if (.Platform$OS.type == "windows") return(file.path(Sys.getenv("LOCALAPPDATA", file.path(home, "AppData", "Local")), "tidemark"))
  if (Sys.info()[["sysname"]] == "Darwin") return(file.path(home, "Library", "Application Support", "tidemark"))
  data <- Sys.getenv("XDG_DATA_HOME")
  file.path(if (startsWith(data, "/")) data else file.path(home, ".local", "share"), "tidemark")
}

# Whether the process that wrote a note lives: numbers are used again, and the dead keep theirs until they are reaped.
# On Windows a signal would end it; an address that nobody answers at says so itself.
lives <- function(pid, start) {
  if (.Platform$OS.type == "windows") return(TRUE)
  if (!isTRUE(tools::pskill(pid, 0L))) return(FALSE)
  stat <- stat_of(pid)
  !(stat$state %in% c("Z", "X")) && ("" %in% c(start, stat$start) || identical(start, stat$start))
}

# State, and start in ticks since the system's own, where Linux tells them.
stat_of <- function(pid) {
  text <- tryCatch(readLines(sprintf("/proc/%.0f/stat", pid), warn = FALSE), error = function(e) "", warning = function(w) "")
  fields <- strsplit(sub("^.*\\) ", "", paste(text, collapse = " ")), " ", fixed = TRUE)[[1]]
  if (length(fields) < 20) return(list(state = "", start = ""))
  list(state = fields[1], start = fields[20])
}

#' Stops with what the server refused: a condition "tidemark_error" with `code`, `detail`, `problems` and `questions`.
fail <- function(code, detail, problems = list(), questions = list()) {
  others <- vapply(problems, function(problem) as.character(problem$message %||% ""), "")
  others <- others[!vapply(others, grepl, TRUE, x = detail, fixed = TRUE)]
  condition <- list(
    message = paste(c(detail, others), collapse = "\n  "), call = NULL,
    code = code, detail = detail, problems = problems, questions = questions
  )
  stop(structure(condition, class = c("tidemark_error", "error", "condition")))
}

`%||%` <- function(a, b) if (is.null(a)) b else a

TRIES <- 3

#' One call, tried again where the connection breaks. POSTs carry a key, so that nothing is done twice.
call_server <- function(tm, method, path, body = NULL, type = NULL, headers = character(), form = NULL) {
  if (method == "POST") headers <- c(headers, "Idempotency-Key" = new_key())
  if (!is.null(type)) headers <- c(headers, "Content-Type" = type)
  answer <- NULL
  repeat {
    for (tried in seq_len(TRIES)) {
      answer <- tryCatch(once(tm, method, path, body, headers, form), error = function(e) e)
      if (!inherits(answer, "error")) break
      if (tried == TRIES)
        fail("server-unreachable", paste0("The server at ", tm$url, " can't be reached (", conditionMessage(answer), "). Start it: npm run serve -- --data DIR"))
      Sys.sleep(0.2 * tried)
    }
    text <- rawToChar(answer$content)
    Encoding(text) <- "UTF-8"
    # a connection broke, and what it asked for is still being done: it will be told under the same key
    if (answer$status_code != 409 || !grepl('"code":"key-at-work"', text, fixed = TRUE)) break
    Sys.sleep(1)
  }
  if (answer$status_code < 300) return(text)
  if (answer$status_code < 400) fail("redirected", "The server answers with another address; the token goes there by no means.")
  problem <- tryCatch(jsonlite::fromJSON(text, simplifyVector = FALSE), error = function(e) list())
  fail(
    problem$code %||% paste0("http-", answer$status_code),
    problem$detail %||% problem$title %||% paste("The server answered", answer$status_code),
    problem$problems %||% list(), problem$questions %||% list()
  )
}

# Past any proxy, and without following redirects.
once <- function(tm, method, path, body, headers, form) {
  handle <- curl::new_handle(
    customrequest = method, followlocation = 0L, proxy = "", noproxy = "*", connecttimeout = 10L,
    timeout = if (is.null(form)) 600L else 6L * 3600L # the server answers when it has read all files
  )
  if (!is.null(body)) {
    bytes <- if (is.raw(body)) body else charToRaw(enc2utf8(body))
    curl::handle_setopt(handle, post = TRUE, postfieldsize = length(bytes), postfields = bytes, customrequest = method)
  } else if (!is.null(form)) {
    curl::handle_setform(handle, .list = form)
  } else if (method == "POST") {
    curl::handle_setopt(handle, post = TRUE, postfieldsize = 0L, postfields = raw(0))
    headers <- c(headers, "Content-Type" = "") # nothing has no type; curl would name one
  }
  sent <- c("Authorization" = paste("Bearer", tm$token), "Accept" = "application/json", "Expect" = "")
  sent[names(headers)] <- headers
  curl::handle_setheaders(handle, .list = as.list(sent))
  curl::curl_fetch_memory(paste0(tm$url, path), handle)
}

new_key <- function() paste(Sys.getpid(), basename(tempfile("")), sprintf("%.0f", as.numeric(Sys.time()) * 1e6), sep = "-")

part <- function(text) utils::URLencode(as.character(text), reserved = TRUE)

read_json <- function(text) if (nzchar(text)) jsonlite::fromJSON(text, simplifyVector = FALSE) else NULL

LISTS <- c("rules", "any", "all", "none", "symbols", "sectors", "values", "axes", "keep", "computed")

#' As JSON: what the API has as a list stays one, whatever its length; numbers keep every digit.
write_json <- function(value) {
  jsonlite::toJSON(listed(value), auto_unbox = TRUE, null = "null", na = "null", digits = I(17))
}

listed <- function(value) {
  if (!is.list(value)) return(value)
  for (at in seq_along(value)) {
    name <- names(value)[at] %||% ""
    if (is.null(value[[at]])) next
    each <- if (name %in% LISTS && !is.list(value[[at]])) as.list(value[[at]]) else value[[at]]
    value[[at]] <- listed(each)
  }
  value
}
