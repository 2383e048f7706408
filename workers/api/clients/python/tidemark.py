"""Backtests on a Tidemark server of this machine: strategies in, results out, nothing leaves the device.

Only the standard library is needed. Where pandas is installed, tables are DataFrames; without it, lists of dicts.
"""

from __future__ import annotations

import csv
import http.client
import io
import ipaddress
import json
import os
import pathlib
import ssl
import sys
import time
import urllib.parse
import uuid

try:
    import pandas
except ImportError:  # tables are lists of dicts then
    pandas = None

__all__ = ["Result", "Tidemark", "TidemarkError", "all_of", "any_of", "axis", "none_of", "strategy"]
__version__ = "0.1.0"

# A connection that breaks is tried again so often; every POST has a key, so that nothing is done twice.
_TRIES = 3
# Files are sent and then read by the server: it answers when all of them are, however long that takes.
_UPLOAD_SECONDS = 6 * 3600
_CHUNK = 1 << 20


class TidemarkError(Exception):
    """What the server refused, in its words: `code` for programs, `detail` for people, `problems` with place and message each."""

    def __init__(self, code, detail, problems=(), questions=(), status=None):
        lines = [detail] + [p.get("message", "") for p in problems if p.get("message", "") not in detail]
        super().__init__("\n  ".join(line for line in lines if line))
        self.code = code
        self.detail = detail
        self.problems = list(problems)
        self.questions = list(questions)
        self.status = status


class Result(dict):
    """result/1 as the server sent it, with its tables at hand."""

    @property
    def positions(self):
        """One row a position."""
        return _table(self["positions"])

    @property
    def equity(self):
        """One row a session: date, value, benchmark; and growth, as if no money had come or gone, where any did."""
        curve = self["equity"]
        columns = {"date": curve["dates"], "value": curve["values"], "benchmark": curve["benchmark"]}
        if "growth" in curve:
            columns["growth"] = curve["growth"]
        return _curves(columns)

    @property
    def yearly(self):
        """One row a year, with its flows (money in less money out) where any came or went."""
        return _table(self["yearlyPerformance"])

    @property
    def rebalances(self):
        """One row a close at which weights gave orders; none for a strategy by slots."""
        return _table(self.get("rebalances", []), dates=["date"])

    @property
    def money(self):
        """What came, went and was earned, by name, with both returns a year; None for a run without flows and interest."""
        return self.get("money")

    @property
    def same_money(self):
        """One row a session: the account, and the same money in benchmark and average share; none without flows and interest."""
        money = self.get("money")
        if money is None:
            return _table([], dates=["date"])
        return _curves(
            {
                "date": self["equity"]["dates"],
                "value": self["equity"]["values"],
                "benchmarkValue": money["benchmarkValues"],
                "universeValue": money["universeValues"],
            }
        )

    @property
    def performance(self):
        """The figures by name."""
        return self["performance"]


def strategy(name="My strategy", *, scanner=None, buy=None, sell=None, **simulation):
    """A strategy as a dict. Rules are texts of the rule language; what is left out has its default.

    >>> strategy("Dips", buy=["rsi(2) < 10"], sell={"stopLoss": 8}, maxPositions=5)["buy"]
    {'rules': ['rsi(2) < 10']}
    """
    made = {"format": "strategy/3", "name": name}
    for key, section in (("scanner", scanner), ("buy", buy), ("sell", sell)):
        if section is not None:
            made[key] = dict(section) if isinstance(section, dict) else {"rules": list(section)}
    if simulation:
        made["simulation"] = simulation
    return made


def any_of(*rules):
    """A group of rules of which one is enough."""
    return {"any": list(rules)}


def all_of(*rules):
    """A group of rules that must all hold."""
    return {"all": list(rules)}


def none_of(*rules):
    """A group of rules of which none may hold."""
    return {"none": list(rules)}


def axis(path, values, number=None):
    """What a sweep varies: a setting, as "sell.trailingStopLoss", or a figure within one, as "simulation.flows[0].amount"; or the
    number-th number (from 1) of a rule's text, as "buy.rules[0]" or "simulation.weights[2].weight"."""
    made = {"path": path, "values": [_plain(value) for value in values]}
    if number is not None:
        made["number"] = number
    return made


class Tidemark:
    """A connection to a server. Without `url` and `token`, TIDEMARK_URL and TIDEMARK_TOKEN, else the one server that runs here."""

    def __init__(self, url=None, token=None, *, timeout=90):
        url = url or os.environ.get("TIDEMARK_URL")
        token = token or os.environ.get("TIDEMARK_TOKEN")
        if not url or not token:
            url, token = _running_server(url)
        address = urllib.parse.urlsplit(url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise TidemarkError("usage", f"{url} is no address of a server; write it as http://127.0.0.1:4848")
        if address.scheme == "http" and not _is_loopback(address.hostname):
            raise TidemarkError("usage", f"{url} would carry the token over the network unencrypted; use https")
        self._address = address
        self._token = token
        self._timeout = timeout

    # What is there

    def health(self):
        """Whether the server is well, its version, and how much it has to do."""
        return self._json("GET", "/v1/health")

    def functions(self):
        """The functions of the rule language, a row each."""
        return _table(self._json("GET", "/v1/functions")["functions"])

    def datasets(self):
        """The datasets, as dicts."""
        return list(self._pages("/v1/datasets", "datasets"))

    def dataset(self, dataset):
        """One dataset: instruments, bars, facts, and what was understood of its files."""
        return self._json("GET", f"/v1/datasets/{_part(dataset)}")

    def instruments(self, dataset):
        """One row an instrument."""
        return _table(list(self._pages(f"/v1/datasets/{_part(dataset)}/instruments", "instruments")))

    def upload(self, files, name, *, exchange="NSE", instrument_type="EQUITY", answers=None, dry_run=False):
        """Makes a dataset of price files. Files that can be read in several ways raise `questions`; say the same with `answers`.

        `instrument_type="RATE"` has them read as series of rates: any numbers, never traded.
        """
        fields = {"exchange": exchange, "instrumentType": instrument_type}
        if answers is not None:
            fields["answers"] = json.dumps(answers)
        query = {"name": name, **({"dryRun": "1"} if dry_run else {})}
        return self._upload(f"/v1/datasets?{urllib.parse.urlencode(query)}", files, fields)

    def add_files(self, dataset, files, *, replace=False):
        """Adds days or files to a dataset that was uploaded: all of them or none."""
        query = "?replace=1" if replace else ""
        return self._upload(f"/v1/datasets/{_part(dataset)}/files{query}", files, {})

    def delete_dataset(self, dataset):
        """Results of its runs stay."""
        self._json("DELETE", f"/v1/datasets/{_part(dataset)}")

    # A model's own numbers

    def signals(self, numbers, dataset=None, name=None):
        """Sends a model's numbers, known on their day's close: a DataFrame, or rows, with symbol, date and one more column.

        The name is that column's where none is given; rules can use it at once. What had the name is replaced as a whole.
        """
        return self._series("signals", numbers, dataset, name)

    def facts(self, numbers, dataset=None, name=None):
        """As signals(), for numbers that rules may use from the day after their date on."""
        return self._series("facts", numbers, dataset, name)

    def delete_signals(self, name, dataset=None):
        self._json("DELETE", f"/v1/datasets/{_part(self._only(dataset))}/signals/{_part(name)}")

    def _series(self, kind, numbers, dataset, name):
        rows, column = _rows_of(numbers)
        name = name or column
        if not name or name == "value":
            raise TidemarkError("usage", f"Say what the {kind} are called, as in {kind}(df, name=\"score\").")
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["symbol", "date", "value"])
        writer.writerows(rows)
        path = f"/v1/datasets/{_part(self._only(dataset))}/{kind}/{_part(name)}"
        return self._json("PUT", path, text.getvalue().encode(), {"Content-Type": "text/csv; charset=utf-8"})

    # Strategies and runs

    def check(self, strategy, dataset=None):
        """Everything that is wrong with a strategy, a dict each; an empty list for one that can run."""
        body = {"strategy": strategy, **({"dataset": dataset} if dataset else {})}
        return self._post("/v1/strategies/check", body)["problems"]

    def run(self, strategy, dataset=None, *, progress=True):
        """Runs a strategy and gives its result/1. Ctrl-C cancels the run. @raises TidemarkError with all that is wrong"""
        record = self.start(strategy, dataset)
        self.wait(record["id"], progress=progress)
        return self.result(record["id"])

    def start(self, strategy, dataset=None):
        """Asks for a run and gives its record at once."""
        body = {"dataset": self._only(dataset), "strategy": strategy}
        return self._post("/v1/runs", body)

    def wait(self, run, *, progress=True):
        """Waits for the end of a run, and gives its record."""
        return self._wait(f"/v1/runs/{_part(run)}", progress)

    def result(self, run):
        """The result of a run that is done."""
        return Result(self._json("GET", f"/v1/runs/{_part(run)}/result"))

    def runs(self):
        """The records, newest first, a row each."""
        return _table([_flat(record) for record in self._pages("/v1/runs", "runs")])

    def cancel(self, run):
        return self._post(f"/v1/runs/{_part(run)}/cancel", None)

    def delete(self, run):
        """Ends the run where it is at work, and deletes it with its result."""
        self._json("DELETE", f"/v1/runs/{_part(run)}")

    # Sweeps

    def sweep(self, strategy, axes, dataset=None, *, keep=(), progress=True):
        """Runs all variants that some axes make, and gives a row each: index, values, figures, account, problem."""
        body = {"dataset": self._only(dataset), "strategy": strategy, "axes": list(axes)}
        if keep:
            body["keep"] = list(keep)
        record = self._post("/v1/sweeps", body)
        self._wait(f"/v1/sweeps/{_part(record['id'])}", progress)
        text = self._bytes("GET", f"/v1/sweeps/{_part(record['id'])}/rows").decode()
        rows = [json.loads(line) for line in text.split("\n") if line]
        names = [a["path"] if a.get("number") is None else f"{a['path']}#{a['number']}" for a in axes]
        return _table([_flat_row(row, names) for row in rows])

    def _wait(self, path, progress):
        bar = _Bar(progress)
        try:
            while True:
                record = self._json("GET", path, headers={"Prefer": "wait=1"})
                bar.show(record["progress"], record["status"])
                if record["status"] not in ("waiting", "running"):
                    break
        except KeyboardInterrupt:
            self._post(f"{path}/cancel", None)
            raise
        finally:
            bar.end()
        if record["status"] == "done":
            return record
        problem = record.get("problem") or {}
        detail = problem.get("detail") or f"It was {record['status']}."
        raise TidemarkError(problem.get("code", f"run-{record['status']}"), detail, problem.get("problems", ()))

    # The way there

    def _only(self, dataset):
        """The dataset that is named, or the only one."""
        if dataset is not None:
            return dataset
        there = self.datasets()
        if len(there) == 1:
            return there[0]["id"]
        names = ", ".join(sorted(each["id"] for each in there)) or "none"
        raise TidemarkError("usage", f"Say which dataset; the server has: {names}.")

    def _pages(self, path, name):
        after = None
        while True:
            query = "" if after is None else "?" + urllib.parse.urlencode({"after": after})
            page = self._json("GET", path + query)
            yield from page[name]
            after = page.get("next")
            if after is None:
                return

    def _post(self, path, body):
        headers = {"Content-Type": "application/json"} if body is not None else {}
        headers["Idempotency-Key"] = str(uuid.uuid4())
        data = None if body is None else json.dumps(_plain(body), allow_nan=False).encode()
        for _ in range(60):
            try:
                return self._json("POST", path, data, headers)
            except TidemarkError as error:
                if error.code != "dataset-reading":
                    raise
                time.sleep(1)
        return self._json("POST", path, data, headers)

    def _upload(self, path, files, fields):
        if isinstance(files, (str, os.PathLike)):
            files = [files]
        boundary = uuid.uuid4().hex
        body = _Multipart(boundary, fields, [pathlib.Path(each) for each in files])
        headers = {
            "Content-Type": f"multipart/form-data; boundary={boundary}",
            "Content-Length": str(body.length),
            "Idempotency-Key": str(uuid.uuid4()),
        }
        return self._json("POST", path, body, headers)

    def _json(self, method, path, body=None, headers=None):
        answer = self._bytes(method, path, body, headers)
        return json.loads(answer) if answer else None

    def _bytes(self, method, path, body=None, headers=None):
        for waited in range(_UPLOAD_SECONDS):
            try:
                return self._tried(method, path, body, headers or {})
            except TidemarkError as error:
                # a connection broke, and what it asked for is still being done: it will be told under the same key
                if error.code != "key-at-work" or waited == _UPLOAD_SECONDS - 1:
                    raise
                time.sleep(1)
        raise AssertionError("never reached")

    def _tried(self, method, path, body, headers):
        for tried in range(1, _TRIES + 1):
            try:
                status, kind, answer = self._once(method, path, body, headers)
                break
            except (OSError, http.client.HTTPException) as error:
                if tried == _TRIES:
                    where = self._address.netloc
                    text = f"The server at {where} can't be reached ({error or type(error).__name__}). Start it: npm run serve -- --data DIR"
                    raise TidemarkError("server-unreachable", text) from error
                time.sleep(0.2 * tried)
        if status < 300:
            return answer
        if status < 400:
            raise TidemarkError("redirected", "The server answers with another address; the token goes there by no means.", status=status)
        try:
            problem = json.loads(answer) if "json" in kind else {}
        except ValueError:
            problem = {}
        raise TidemarkError(
            problem.get("code", f"http-{status}"),
            problem.get("detail") or problem.get("title") or f"The server answered {status}.",
            problem.get("problems", ()),
            problem.get("questions", ()),
            status,
        )

    def _once(self, method, path, body, headers):
        """One request on a connection of its own, past any proxy; http.client follows no redirect."""
        host, port = self._address.hostname, self._address.port
        is_long = isinstance(body, _Multipart) or method == "PUT"
        timeout = max(self._timeout, _UPLOAD_SECONDS) if is_long else self._timeout
        if self._address.scheme == "https":
            context = ssl.create_default_context()
            connection = http.client.HTTPSConnection(host, port, timeout=timeout, context=context)
        else:
            connection = http.client.HTTPConnection(host, port, timeout=timeout)
        try:
            sent = {"Authorization": f"Bearer {self._token}", "Accept": "application/json", **headers}
            data = iter(body) if isinstance(body, _Multipart) else body
            try:
                connection.request(method, path, body=data, headers=sent)
            except (BrokenPipeError, ConnectionResetError):
                if not isinstance(body, _Multipart):
                    raise
                # the server has answered and takes no more of it: what it said counts
            response = connection.getresponse()
            return response.status, response.headers.get("Content-Type", ""), response.read()
        finally:
            connection.close()


class _Multipart:
    """Fields and files as multipart/form-data, read while they are sent."""

    def __init__(self, boundary, fields, files):
        self._parts = []
        for name, value in fields.items():
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'
            self._parts += [head.encode(), str(value).encode(), b"\r\n"]
        for path in files:
            quoted = path.name.replace("\\", "\\\\").replace('"', '\\"')
            kind = "Content-Type: application/octet-stream"
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="files"; filename="{quoted}"\r\n{kind}\r\n\r\n'
            self._parts += [head.encode(), path, b"\r\n"]
        self._parts.append(f"--{boundary}--\r\n".encode())
        self.length = sum(each.stat().st_size if isinstance(each, pathlib.Path) else len(each) for each in self._parts)

    def __iter__(self):
        for part in self._parts:
            if not isinstance(part, pathlib.Path):
                yield part
                continue
            with part.open("rb") as file:
                while chunk := file.read(_CHUNK):
                    yield chunk


class _Bar:
    """How far it is, on one line of a terminal or a notebook; nothing elsewhere."""

    def __init__(self, wanted):
        notebook = "ipykernel" in sys.modules
        self._out = sys.stderr if wanted and (notebook or sys.stderr.isatty()) else None
        self._shown = False

    def show(self, share, status):
        if self._out is None:
            return
        done = round(30 * share)
        self._out.write(f"\r[{'#' * done}{' ' * (30 - done)}] {round(100 * share):3d} % {status:<9}")
        self._out.flush()
        self._shown = True

    def end(self):
        if self._shown:
            self._out.write("\n")


def _running_server(url=None):
    """Address and token of the one server that runs on this machine; of the one at that address."""
    found = []
    folder = _person_folder() / "servers"
    for file in sorted(folder.glob("*.json")) if folder.is_dir() else []:
        try:
            note = json.loads(file.read_text())
            alive = _lives(int(note["pid"]), str(note.get("start", "")))
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if alive and (not url or note["url"] == url.rstrip("/")):
            found.append((note["url"], note["token"]))
    if len(found) == 1:
        return found[0]
    if not found and url:
        raise TidemarkError("usage", f"The token of {url} is not known here: say it, or set TIDEMARK_TOKEN.")
    if not found:
        text = "No Tidemark server runs on this machine. Start one: npm run serve -- --data DIR, or set TIDEMARK_URL and TIDEMARK_TOKEN."
        raise TidemarkError("server-unreachable", text)
    text = "Several Tidemark servers run on this machine: say which by TIDEMARK_URL and TIDEMARK_TOKEN."
    raise TidemarkError("server-unclear", f"{text} ({', '.join(url for url, _ in found)})")


def _person_folder():
    home = pathlib.Path.home()
    if sys.platform == "win32":
        return pathlib.Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "tidemark"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "tidemark"
    data = os.environ.get("XDG_DATA_HOME", "")
    return (pathlib.Path(data) if data.startswith("/") else home / ".local" / "share") / "tidemark"


def _lives(pid, start):
    """Whether the process that wrote a note lives: numbers are used again, and the dead keep theirs until they are reaped."""
    if sys.platform == "win32":
        return True  # os.kill would end it; an address that nobody answers at says so itself
    try:
        os.kill(pid, 0)
    except PermissionError:
        pass  # it is another person's, and lives
    except OSError:
        return False
    state, now = _stat_of(pid)
    return state not in ("Z", "X") and ("" in (start, now) or start == now)


def _stat_of(pid):
    """State, and start in ticks since the system's own, where Linux tells them."""
    try:
        stat = pathlib.Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except OSError:
        return "", ""
    fields = stat.rpartition(")")[2].split()
    return fields[0], fields[19]


def _is_loopback(host):
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _part(text):
    return urllib.parse.quote(str(text), safe="")


def _plain(value):
    """With plain Python numbers in place of numpy's."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value.item() if hasattr(value, "item") and not hasattr(value, "__len__") else value


def _table(rows, dates=("entryDate", "exitDate")):
    """A DataFrame where pandas is there; else the rows."""
    if pandas is None:
        return rows
    frame = pandas.DataFrame(rows)
    for name in dates:
        if name in frame:
            frame[name] = pandas.to_datetime(frame[name])
    return frame


def _curves(columns):
    """One row a session of columns that are all of one length."""
    return _table([dict(zip(columns, row)) for row in zip(*columns.values())], dates=["date"])


def _rows_of(numbers):
    """(symbol, date, value) each, and the third column's name."""
    if pandas is not None and isinstance(numbers, pandas.DataFrame):
        frame = numbers if {"symbol", "date"} <= set(numbers.columns) else numbers.reset_index()
        rows = frame.to_dict("records")
    else:
        rows = list(numbers)
    if rows and not isinstance(rows[0], dict):
        return [(symbol, _day(date), _number(value)) for symbol, date, value in rows], None
    names = [name for name in (rows[0] if rows else {}) if name not in ("symbol", "date")]
    if rows and (len(names) != 1 or not {"symbol", "date"} <= set(rows[0])):
        raise TidemarkError("usage", "The numbers need the columns symbol and date and one more.")
    name = names[0] if names else None
    return [(row["symbol"], _day(row["date"]), _number(row[name])) for row in rows], name


def _day(date):
    return date.isoformat()[:10] if hasattr(date, "isoformat") else str(date)[:10]


def _number(value):
    """An empty cell is unknown from then on."""
    return "" if value is None or value != value else repr(float(value))


def _flat(record):
    return {**record, "dataset": record["dataset"]["id"]}


def _flat_row(row, names):
    values = dict(zip(names, row["values"]))
    more = {"equity": row["equity"]} if "equity" in row else {}
    problem = row.get("problem")
    told = None if problem is None else f"{problem.get('code')}: {problem.get('message') or problem.get('detail') or ''}"
    return {"index": row["index"], **values, **(row.get("performance") or {}), "account": row.get("account"), "problem": told, **more}
