import { gzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { FileNotes } from "#workers/model/reading.ts";
import { factsOf } from "./facts-support.ts";
import { bytesSource, rangeSource, readSources, readTexts, refusalOf, textSource } from "./text-sources.ts";

const prices = "symbol,date,close\nA,2020-01-02,10\nB,2020-01-02,20\n";
const encoder = new TextEncoder();

async function factsIn(files: Readonly<Record<string, string>>): Promise<unknown[]> {
  const { market } = await readTexts({ "p.csv": prices, ...files });
  return factsOf(market);
}

/** Facts that are well: forty days of eps of A, so that one bad row among them stays under 5 %. */
const goodRows = Array.from(
  { length: 40 },
  (_, day) => `A,${new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10)},eps,${day}\n`,
).join("");

/** The notes of a facts.csv whose rows stand below the header and forty good ones: the first is line 42. */
async function notesOn(rows: string): Promise<FileNotes> {
  const { notes } = await readTexts({
    "p.csv": prices,
    "facts.csv": `symbol,date,name,value\n${goodRows}${rows}`,
  });
  const found = notes.files.find(({ file }) => file === "facts.csv");
  if (!found) throw new Error("no notes");
  return found;
}

describe("facts.csv", () => {
  it("in the long form has a figure a row, by instrument and day whatever the order of rows and columns", async () => {
    const text =
      "value,source,Name,DATE,symbol\n7.5,x,eps,2020-03-31,B\n-1,x,debt,2020-02-01,A\n6,x,EPS,2019-12-31,B\n1e3,x,Eps,2020-01-01,A\n";
    expect(await factsIn({ "facts.csv": text })).toEqual([
      ["debt", "fact", [["A", "2020-02-01", -1]]],
      [
        "eps",
        "fact",
        [
          ["A", "2020-01-01", 1000],
          ["B", "2019-12-31", 6],
          ["B", "2020-03-31", 7.5],
        ],
      ],
    ]);
  });

  it("in the wide form has a column for each figure, and an empty cell says nothing", async () => {
    const text =
      "Q4.eps,date,symbol,book_value\n5,2020-01-01,A,\n,2020-02-01,A,9\n, 2020-03-01T00:00:00Z ,A\n";
    expect(await factsIn({ "facts.csv": text })).toEqual([
      ["book_value", "fact", [["A", "2020-02-01", 9]]],
      ["Q4.eps", "fact", [["A", "2020-01-01", 5]]],
    ]);
  });

  it("in the long form may end what is known with an empty value", async () => {
    const text = "symbol,date,name,value\nA,2020-01-01,eps,5\nA,2020-02-01,eps,\nA,2020-03-01,eps\n";
    expect(await factsIn({ "facts.csv": text })).toEqual([
      [
        "eps",
        "fact",
        [
          ["A", "2020-01-01", 5],
          ["A", "2020-02-01", null],
          ["A", "2020-03-01", null],
        ],
      ],
    ]);
  });

  it("has the facts that it names, whosever they are, and ignores symbols without prices", async () => {
    const { market, notes } = await readTexts({
      "p.csv": `${prices}C,2020-01-02,0\n${"A,2020-01-02,10\n".repeat(20)}`, // C has no bar
      "facts.csv": "symbol,date,name,value\nZ,2020-01-01,eps,5\nC,2020-01-01,pe,5\nZ,2020-01-02,eps,6\n",
    });
    expect(factsOf(market)).toEqual([
      ["eps", "fact", []],
      ["pe", "fact", []],
    ]);
    expect(notes.files[0]).toMatchObject({
      file: "facts.csv",
      rows: 3,
      bars: 0,
      leftOut: 0,
      instruments: 0,
      firstDate: null,
      warnings: ["2 symbols without prices are ignored: C, Z."],
      facts: { kind: "fact", names: ["eps", "pe"], steps: 0, contradictions: 0, unmatched: 2 },
    });
  });

  it("is told in the notes", async () => {
    const { notes } = await readTexts({
      "p.csv": prices,
      "facts.csv": "symbol,date,pb,EPS\nA,2020-01-01,5,6\nB,2020-02-01,5,\nZ,2020-03-01,5,\n",
    });
    expect(notes.files[0]).toEqual({
      file: "facts.csv",
      layout: "facts, a column each",
      rows: 3,
      bars: 0,
      leftOut: 0,
      repeats: 0,
      closeOnly: 0,
      instruments: 2,
      firstDate: "2020-01-01",
      lastDate: "2020-02-01",
      issues: [],
      warnings: ["1 symbol without prices is ignored: Z."],
      facts: { kind: "fact", names: ["EPS", "pb"], steps: 3, contradictions: 0, unmatched: 1 },
    });
  });

  it("may be packed, in an archive, saved by a spreadsheet or an old Mac, and quoted", async () => {
    const expected = [["eps", "fact", [["A", "2020-01-01", 5]]]];
    const text = "symbol,date,eps\nA,2020-01-01,5\n";
    const packed = bytesSource("FACTS.csv.gz", gzipSync(encoder.encode(text)));
    const archive = rangeSource("x.zip", zipSync({ "sub/facts.csv": encoder.encode(text) }));
    const sources = [
      packed,
      archive,
      textSource("facts.csv", `\uFEFF${text.replaceAll(",", ";").replaceAll("\n", "\r\n")}`),
      textSource("facts.csv", text.replaceAll("\n", "\r")),
      textSource("facts.csv", `"symbol","date","eps"\n"A","2020-01-01","5"\n`, [3, 20, 33]),
      textSource("facts.csv", `symbol,date,eps,note.of\n\n"A",2020-01-01,5,""`, [3, 20, 33]),
    ];
    for (const [at, source] of sources.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- small files
      const { market } = await readSources([textSource("p.csv", prices), source]);
      const [first] = factsOf(market);
      expect([at, first]).toEqual([at, expected[0]]);
    }
  });

  it("alone makes a market without instruments", async () => {
    const { market } = await readTexts({ "facts.csv": "symbol,date,eps\nA,2020-01-01,5\n" });
    expect([market.instruments, factsOf(market)]).toEqual([[], [["eps", "fact", []]]]);
  });

  it("is absent from the market where there is none", async () => {
    const { market } = await readTexts({ "p.csv": prices });
    expect("facts" in market).toBe(false);
  });
});

describe("signals.csv", () => {
  it("has the shape of facts.csv, and its figures are signals", async () => {
    const facts = "symbol,date,eps\nA,2020-01-01,5\n";
    const signals = "symbol,date,name,value\nB,2020-01-01,Model,0.25\n";
    expect(await factsIn({ "signals.csv": signals, "facts.csv": facts })).toEqual([
      ["eps", "fact", [["A", "2020-01-01", 5]]],
      ["Model", "signal", [["B", "2020-01-01", 0.25]]],
    ]);
  });

  it.each([
    {
      title: "a column of a wide file",
      signals: "symbol,date,EPS\nA,2020-01-01,5\n",
      message:
        "signals.csv:1: EPS is in facts.csv:3 already, and a fact and a signal cannot have the same name; rename one of them",
    },
    {
      title: "a row of a long file",
      signals: "symbol,date,name,value\nA,2020-01-01,model,5\nZ,2020-01-01,ePs,5\n",
      message:
        "signals.csv:3: ePs is in facts.csv:3 already, and a fact and a signal cannot have the same name; rename one of them",
    },
  ])("cannot have a name of facts.csv: $title", async ({ signals, message }) => {
    const facts = "symbol,date,name,value\nA,2020-01-01,pe,5\nA,2020-01-01,eps,5\n";
    const problem = await refusalOf({ "p.csv": prices, "facts.csv": facts, "signals.csv": signals });
    expect(problem).toEqual({ code: "file-refused", place: "signals.csv", message });
  });
});

describe("the same symbol, name and date twice", () => {
  it("with the same value is passed over, with another one reported, and the first stays", async () => {
    const notes = await notesOn("A,2020-01-03,EPS,2.0\nA,2020-01-03,eps,3\nA,2020-01-05,eps,\n");
    expect(notes).toMatchObject({ rows: 43, leftOut: 0, repeats: 1 });
    expect(notes.facts).toMatchObject({ steps: 40, contradictions: 2 });
    expect(notes.issues).toEqual([
      {
        file: "facts.csv",
        line: 43,
        message:
          "facts.csv:43: A has eps of 2020-01-03 a second time with a different value; the first (facts.csv:4) stays. Delete one of the two.",
      },
      {
        file: "facts.csv",
        line: 44,
        message:
          "facts.csv:44: A has eps of 2020-01-05 a second time with a different value; the first (facts.csv:6) stays. Delete one of the two.",
      },
    ]);
    expect(notes.warnings).toEqual([
      "2 values contradict an earlier row of the same symbol, name and date, which stays.",
    ]);
  });

  it("is the first in the order of files and of lines, wherever its day lies", async () => {
    const { market, notes } = await readTexts({
      "p.csv": prices,
      "b/facts.csv": "symbol,date,eps\nB,2020-01-02,9\nA,2020-01-02,9\nA,2020-01-01,1\n",
      "a/facts.csv": "symbol,date,eps,EPS\nA,2020-01-02,5,6\nB,2020-01-02,,6\n",
    });
    expect(factsOf(market)).toEqual([
      [
        "eps",
        "fact",
        [
          ["A", "2020-01-01", 1],
          ["A", "2020-01-02", 5],
          ["B", "2020-01-02", 6],
        ],
      ],
    ]);
    expect(notes.files.map(({ facts }) => facts && [facts.steps, facts.contradictions])).toEqual([
      [2, 1],
      [1, 2],
      undefined,
    ]);
    expect(notes.files[1]?.issues[0]?.message).toMatch(/^b\/facts\.csv:2: B has eps .* \(a\/facts\.csv:3\)/);
  });
});

describe("a row that can't be read", () => {
  it.each([
    { row: ",2020-01-01,eps,5", message: "no symbol. Fill it in or delete that row." },
    { row: "A,,eps,5", message: "no date. Fill it in or delete that row." },
    {
      row: "A,31/01/2020,eps,5",
      message: 'date is "31/01/2020", which cannot be read. Write it as YYYY-MM-DD or delete that row.',
    },
    {
      row: "A,2020-01-01,eps,n/a",
      message: 'value is "n/a", which cannot be read. Correct or delete that row.',
    },
    {
      row: "A,2020-01-01,eps,1_000",
      message: 'value is "1_000", which cannot be read. Correct or delete that row.',
    },
    {
      row: "Z,2020-01-01,eps,1e999",
      message: 'value is "1e999", which cannot be read. Correct or delete that row.',
    },
    {
      row: "\uFFFDX,2020-01-01,eps,5",
      message: 'symbol is "\uFFFDX", which cannot be read. Save the file as UTF-8 or delete that row.',
    },
    {
      row: 'A,2020-02-30,eps,"5"',
      message: 'date is "2020-02-30", which cannot be read. Write it as YYYY-MM-DD or delete that row.',
    },
  ])("is left out and told: $row", async ({ row, message }) => {
    const notes = await notesOn(`${row}\n`);
    expect(notes.issues).toEqual([{ file: "facts.csv", line: 42, message: `facts.csv:42: ${message}` }]);
    expect(notes).toMatchObject({ rows: 41, leftOut: 1, facts: { names: ["eps"], steps: 40 } });
  });

  it("is left out whole in the wide form", async () => {
    const rows = Array.from({ length: 20 }, (_, at) => `A,2020-01-${at + 10},1,2\n`).join("");
    const { market, notes } = await readTexts({
      "p.csv": prices,
      "facts.csv": `symbol,date,eps,pe\nB,2020-01-01,5,x\n${rows}`,
    });
    expect(JSON.stringify(factsOf(market))).not.toContain('"B"');
    expect(notes.files[0]?.issues[0]?.message).toBe(
      'facts.csv:2: pe is "x", which cannot be read. Correct or delete that row.',
    );
  });

  it("refuses the file where there are more than 5 % of them, with the first ten reasons", async () => {
    const bad = "A,x,eps,5\n";
    expect(await notesOn(bad.repeat(2))).toMatchObject({ rows: 42, leftOut: 2 });
    const problem = await refusalOf({
      "p.csv": prices,
      "facts.csv": `symbol,date,name,value\n${goodRows}${bad.repeat(12)}`,
    });
    expect(problem).toMatchObject({ code: "file-refused", place: "facts.csv" });
    expect(problem.message).toMatch(/^facts\.csv: 12 of 52 rows \(23\.1 %\) .* facts\.csv:42: date is "x"/);
    expect(problem.details).toHaveLength(10);
  });

  it("is no contradiction: those stay however many there are", async () => {
    const again = goodRows.replaceAll(/,\d+\n/g, ",99\n");
    expect(await notesOn(again)).toMatchObject({ rows: 80, leftOut: 0, facts: { contradictions: 40 } });
  });
});

function wrong(name: string): string {
  return `${JSON.stringify(name)} cannot be the name of a fact. A name is a letter from a to z, then letters, digits, "_" and ".", at most 40 characters. Rename it`;
}

function reserved(name: string): string {
  return `${name} cannot be the name of a fact: rules use that word; rename it, e.g. to my.${name}`;
}

describe("a name that no fact can have", () => {
  it.each([
    { name: "p/e", message: wrong("p/e") },
    { name: "2020eps", message: wrong("2020eps") },
    { name: "_eps", message: wrong("_eps") },
    { name: "größe", message: wrong("größe") },
    { name: "", message: wrong("") },
    { name: `a${"b".repeat(40)}`, message: wrong(`a${"b".repeat(39)}...`) },
    { name: "Close", message: reserved("Close") },
    { name: "volume", message: reserved("volume") },
    { name: "RSI", message: reserved("RSI") },
    { name: "and", message: reserved("and") },
    { name: "bn", message: reserved("bn") },
    { name: "held", message: reserved("held") },
    { name: "rank", message: reserved("rank") },
    { name: "Place", message: reserved("Place") },
  ])("refuses the file at its place: $name", async ({ name, message }) => {
    const long = await refusalOf({
      "p.csv": prices,
      "facts.csv": `symbol,date,name,value\nA,2020-01-01,eps,5\nZ,2020-01-01,${name},\n`,
    });
    expect(long).toEqual({ code: "file-refused", place: "facts.csv", message: `facts.csv:3: ${message}` });
    const wide = await refusalOf({ "p.csv": prices, "facts.csv": `symbol,date,eps,${name}\n` });
    expect(wide).toEqual({ code: "file-refused", place: "facts.csv", message: `facts.csv:1: ${message}` });
  });

  it("may have 40 characters, points, digits and underscores", async () => {
    const name = `a${".9_Z".repeat(9)}end`;
    expect(await factsIn({ "facts.csv": `symbol,date,${name}\n` })).toEqual([[name, "fact", []]]);
  });
});

describe("a facts.csv that is none", () => {
  it.each([
    { title: "empty", text: "", message: "facts.csv:1: empty file; give it a header and rows" },
    {
      title: "without symbols",
      text: "date,eps\n2020-01-01,5\n",
      message:
        'facts.csv:1: no symbol column in the header "date,eps"; name the columns symbol,date,name,value, or symbol,date and a column for each figure',
    },
    {
      title: "without figures",
      text: "\ndate,symbol\n2020-01-01,A\n",
      message:
        "facts.csv:2: no column with figures; name the columns symbol,date,name,value, or symbol,date and a column for each figure",
    },
    {
      title: "with a quote that does not end",
      text: 'symbol,date,eps\nA,2020-01-01,5\n"B,2020-01-01,5\n',
      message: "facts.csv:3: a line or a quote that does not end; close the quote or mend the line ends",
    },
    {
      title: "a workbook",
      text: "PK\u0003\u0004",
      message:
        "facts.csv: a zip archive or a workbook, not CSV; save it as CSV, or name an archive of CSV files .zip",
    },
  ])("is refused: $title", async ({ text, message }) => {
    expect(await refusalOf({ "p.csv": prices, "facts.csv": text })).toMatchObject({
      code: "file-refused",
      message,
    });
  });

  it("counts the lines that a stray quote swallows as left out", async () => {
    const notes = refusalOf({
      "p.csv": prices,
      "facts.csv": `symbol,date,name,value\n"A,2020-01-01,eps,5\n${goodRows}B",2020-01-01,eps,5\n`,
    });
    expect((await notes).message).toMatch(
      /^facts\.csv: 42 of 42 rows .* a quote that opens here closes 41 lines later/,
    );
  });
});
