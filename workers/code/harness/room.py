"""
What runs a person's Python in a room. The text shares the interpreter with it, so once the text has run this file uses
builtins of its own, kept functions written in C, and nothing of a library in Python, which would look at builtins that
the text may have replaced. What a text still finds by tricks (frames, gc) is its own run: nothing leads out of here.

`take` is called with one piece of memory: the length of an order and the order in JSON, the instrument's columns, and a
place for one number a bar. It writes the numbers there and gives a reply in JSON.
"""


def _room():
    import random
    import sys
    import time
    from _json import encode_basestring_ascii as quote
    from _random import Random
    from _sha2 import sha512
    from array import array
    from types import ModuleType

    SOURCE = "own-number.py"
    MOST_LINES = 200
    LONGEST_LINE = 1000
    LONGEST_TEXT = 500
    # What a room has no way to, by the name of the module that leads there; a package goes with all that is in it.
    GONE = {
        "js": "the page and the browser",
        "pyodide": "the page and the browser",
        "pyodide_js": "the page and the browser",
        "_pyodide": "the page and the browser",
        "_pyodide_core": "the page and the browser",
        "ctypes": "the machine's own memory",
        "_ctypes": "the machine's own memory",
        "socket": "the network",
        "_socket": "the network",
        "ssl": "the network",
        "_ssl": "the network",
        "subprocess": "other programs",
        "_posixsubprocess": "other programs",
        "multiprocessing": "other programs",
        # These would fail by themselves, since they import one of those above. They are refused by their own names
        # because a fresh interpreter takes seconds to read one of them up to that import.
        "asyncio": "the network",
        "ftplib": "the network",
        "http.client": "the network",
        "http.cookiejar": "the network",
        "http.server": "the network",
        "imaplib": "the network",
        "mailbox": "the network",
        "poplib": "the network",
        "smtplib": "the network",
        "socketserver": "the network",
        "urllib.request": "the network",
        "wsgiref": "the network",
        "xmlrpc": "the network",
    }

    def gone(name):
        """What the module of this name, or the package that it is in, would lead to; None where it is let in."""
        return GONE.get(name) or GONE.get(name.partition(".")[0])

    literals = {"__builtins__": {}, "null": None, "true": True, "false": False}
    shared_random = random._inst
    seed_with = Random.seed

    def seed(text):
        """What random.seed(text) does."""
        data = text.encode("utf-8", "surrogatepass")
        seed_with(shared_random, int.from_bytes(data + sha512(data).digest()))
        shared_random.gauss_next = None

    class Gone:
        """Says what is not there, in place of an error about something else."""

        @staticmethod
        def find_spec(name, path=None, target=None):
            reason = gone(name)
            if reason is not None:
                raise ModuleNotFoundError(f"{name} is not there: a room has no way to {reason}", name=name)

    sys.meta_path.insert(0, Gone)
    for name in list(sys.modules):
        if gone(name) is not None:
            del sys.modules[name]
    del time.sleep

    class Written:
        """What print writes: the first 200 lines."""

        encoding = "utf-8"
        errors = "strict"
        closed = False

        def __init__(self):
            self.lines = 0
            self.part = ""
            self.done = []

        def write(self, text):
            if not isinstance(text, str):
                raise TypeError(f"write() argument must be str, not {type(text).__name__}")
            if self.lines < MOST_LINES:
                *whole, last = text[: MOST_LINES * LONGEST_LINE].split("\n")
                for line in whole:
                    self.end_line(self.part + line)
                self.part = (self.part + last)[:LONGEST_LINE]
            return len(text)

        def end_line(self, line):
            self.part = ""
            if self.lines < MOST_LINES:
                self.lines += 1
                units = line.encode("utf-16-le", "replace")[: 2 * LONGEST_LINE]
                self.done.append(units.decode("utf-16-le", "ignore") + "\n")

        def take(self):
            if self.part:
                self.end_line(self.part)
            lines, self.done = "".join(self.done), []
            return lines

        def flush(self):
            pass

        def isatty(self):
            return False

        def writable(self):
            return True

    written = Written()

    def kind_of(value):
        if value is None:
            return "None"
        if isinstance(value, (str, bytes, bytearray)):
            return "text"
        if isinstance(value, bool):
            return "True" if value else "False"
        name = type(value).__name__
        return ("an " if name[:1].lower() in "aeiou" else "a ") + name

    def is_number(value):
        if isinstance(value, (float, int)):
            return not isinstance(value, bool)
        # numpy's: kinds of its own type that say so
        return type(value).__module__ == "numpy" and getattr(getattr(value, "dtype", None), "kind", "") in ("f", "i", "u")

    def read_numbers(given, bars, out):
        """Each number once. Gives what is wrong, or None."""
        sequence = type(given)
        if (
            isinstance(given, (str, bytes, bytearray, dict, set, frozenset))
            or not hasattr(sequence, "__len__")
            or not hasattr(sequence, "__getitem__")
        ):
            if sequence.__name__ == "coroutine":
                given.close()  # else it is told of, in words of no use
            return f"compute gave back {kind_of(given)}, not a sequence of numbers"
        count = len(given)
        if count != bars:
            return f"compute gave back {count} numbers for {bars} bars"
        if sequence is array or sequence.__module__ == "numpy":
            view = memoryview(given)
            if view.format == "d" and view.ndim == 1:
                out[:] = view
                return None
        for place in range(bars):
            value = given[place]
            if type(value) is float:
                out[place] = value
            elif value is None:
                out[place] = float("nan")
            elif is_number(value):
                try:
                    out[place] = float(value)
                except OverflowError:
                    out[place] = float("nan")
            else:
                return f"compute gave back {kind_of(value)} at place {place}, not a number"
        return None

    def column_of(line_text, byte):
        """Places count as in JavaScript, so that an editor finds them: units of UTF-16, from 1."""
        before = line_text.encode("utf-8", "surrogatepass")[:byte].decode("utf-8", "replace")
        return len(before.encode("utf-16-le", "surrogatepass")) // 2 + 1

    def fault_of(error, source_lines):
        if isinstance(error, MemoryError):
            fault = {"code": "code-too-big", "text": "Python needed more than 512 MB of memory"}
        else:
            try:
                said = str(error.msg if isinstance(error, SyntaxError) else error)
            except BaseException:
                said = ""
            name = type(error).__name__
            fault = {"code": "code-failed", "text": (f"{name}: {said}" if said else f"{name} was raised")[:LONGEST_TEXT]}
        try:
            line, column = place_of(error, source_lines)
        except BaseException:
            return fault
        if line:
            fault["line"] = line
            if column:
                fault["column"] = column
        return fault

    def place_of(error, source_lines):
        if isinstance(error, SyntaxError) and error.filename == SOURCE and error.lineno:
            text = source_lines[error.lineno - 1] if error.lineno <= len(source_lines) else ""
            offset = max(error.offset or 1, 1) - 1
            return error.lineno, len(text[:offset].encode("utf-16-le", "surrogatepass")) // 2 + 1
        found = None
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == SOURCE:
                found = trace
            trace = trace.tb_next
        if found is None:
            return None, None
        for at, (line, _, byte, _) in enumerate(found.tb_frame.f_code.co_positions()):
            if at == found.tb_lasti // 2 and line and byte is not None:
                return line, column_of(source_lines[line - 1], byte)
        return found.tb_lineno, None

    compute = None
    name = ""
    lines_of_source = []

    def open_source(order):
        nonlocal compute, name, lines_of_source
        name = order["name"]
        source = order["source"]
        lines_of_source = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        seed(f"{name}/")
        module = ModuleType("own_number")
        module.__file__ = SOURCE
        sys.modules["own_number"] = module
        sys.stdout = sys.stderr = written
        try:
            exec(compile(source, SOURCE, "exec", dont_inherit=True), module.__dict__)
        except BaseException as error:
            return fault_of(error, lines_of_source)
        compute = module.__dict__.get("compute")
        if not callable(compute):
            return {"code": "code-failed", "text": "there is no function compute at the top level"}
        return None

    def compute_one(order, memory, at):
        length = order["length"]

        def next_column():
            nonlocal at
            column = array("d")
            column.frombytes(memory[at : at + length * 8])
            at += length * 8
            return column

        bars = {"length": length, "symbol": order["symbol"], "sector": order["sector"]}
        if order["hasDates"]:
            days = array("i")
            days.frombytes(memory[at : at + length * 4])
            at += (length + length % 2) * 4
            bars["date"] = days
        for column in order["columns"]:
            bars[column] = next_column()
        facts = {fact: next_column() for fact in order["facts"]}
        unknown = None

        def fact(asked):
            nonlocal unknown
            found = facts.get(asked.lower()) if isinstance(asked, str) else None
            if found is None:
                if unknown is None:
                    unknown = asked if isinstance(asked, str) else kind_of(asked)
                raise LookupError("fact: no fact of that name")
            return found

        bars["fact"] = fact
        market = order["market"]
        bars["market"] = None if market is None else {column: next_column() for column in market}
        seed(f"{name}/{order['symbol']}")
        out = memory[at : at + length * 8].cast("d")
        try:
            wrong = read_numbers(compute(bars), length, out)
        except BaseException as error:
            if unknown is None:
                return fault_of(error, lines_of_source)
            wrong = None
        finally:
            out.release()
        if unknown is not None:
            text = f'fact("{unknown[:100]}") is no fact of this dataset that the source names'
            return {"code": "rules-unknown-name", "text": text}
        return None if wrong is None else {"code": "code-failed", "text": wrong}

    def take(memory):
        size = int.from_bytes(memory[0:4], "little")
        order = eval(bytes(memory[8 : 8 + size]).decode(), literals)  # JSON is Python, but for three names
        at = 8 + (size + 7) // 8 * 8
        try:
            fault = open_source(order) if order["op"] == "open" else compute_one(order, memory, at)
        except BaseException as error:
            fault = fault_of(error, [])
        told = ["null" if fault is None else object_of(fault), quote(written.take())]
        return f'{{"fault": {told[0]}, "lines": {told[1]}}}'.encode()

    def object_of(fault):
        parts = [f"{quote(key)}: {quote(value) if isinstance(value, str) else value}" for key, value in fault.items()]
        return "{" + ", ".join(parts) + "}"

    return take


take = _room()
