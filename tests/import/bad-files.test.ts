/** Files that are damaged, hostile or doubtful, each made here: the verdict of every one, and the word that says why. */
import { gzipSync, zipSync, zlibSync } from "fflate";
import { describe, expect, it } from "vitest";
import { rangeSource } from "../market/text-sources.ts";
import { barsOfText, checkAll, checkBytes, checkText } from "./check-support.ts";
import { commas, dmy, encode, good, goodLines, HEADER, rewritten, weekdays } from "./good-rows.ts";

describe("files that are refused", () => {
  const html = "<!DOCTYPE html><html><body>Service unavailable</body></html>";
  const monthly = Array.from(
    { length: 24 },
    (_, at) => `${2020 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}-01,1,2,1,2,5`,
  );
  it.each([
    { title: "empty", text: "", reason: /empty/ },
    { title: "blank lines only", text: "\n\n  \n", reason: /empty/ },
    { title: "header only", text: HEADER, reason: /without rows|no row/ },
    { title: "a web page", text: html, reason: /web page/ },
    { title: "a web page after blanks", text: `\n\n${html}`, reason: /web page/ },
    { title: "JSON", text: '{"error":"limit reached"}', reason: /program answered instead: .*limit reached/ },
    {
      title: "prose",
      text: "Thank you for your visit.\nThe data is not available.\n",
      reason: /no table|no price|no header/,
    },
    {
      title: "conflict marks",
      text: good.replace("2024-02-01", "<<<<<<< HEAD\n2024-02-01"),
      reason: /conflict/,
    },
    {
      title: "quarterly bars",
      text: HEADER + monthly.filter((_, at) => at % 3 === 0).join("\n"),
      reason: /quarterly/,
    },
    {
      title: "no date column",
      text: "symbol,open,high,low,close\nAAPL,1,2,1,2\nMSFT,1,2,1,2\n",
      reason: /date/,
    },
    { title: "no price column", text: "date,comment\n2024-01-02,fine\n2024-01-03,well\n", reason: /price/ },
    {
      title: "unquoted decimal commas between commas",
      text: HEADER + rewritten((cells) => cells.map(commas).join(",")),
      reason: /cells under a header/,
    },
    {
      title: "two date orders",
      text:
        HEADER +
        rewritten(([day = "", ...rest], at) =>
          [at % 2 === 0 ? dmy(day) : dmy(day).replace(/(\d+)\/(\d+)/, "$2/$1"), ...rest].join(","),
        ),
      reason: /two orders|some dates are day\/month and others month\/day/,
    },
    {
      title: "prices that are all zero",
      text: HEADER + rewritten(([day = ""]) => `${day},0,0,0,0,5`),
      reason: /above 0/,
    },
    {
      title: "high below low everywhere",
      text: HEADER + rewritten(([day = ""]) => `${day},5,4,6,5,5`),
      reason: /below low/,
    },
    {
      title: "numbers too large to hold",
      text: HEADER + rewritten(([day = ""]) => `${day},1e309,1e309,1e309,1e309,5`),
      reason: /cannot be read/,
    },
    {
      title: "several instruments without a symbol",
      text: HEADER + goodLines.flatMap((line) => [line, line.replace(/,1/g, ",2")]).join("\n"),
      reason: /second time/,
    },
    {
      title: "symbols that are formulas",
      text: `symbol,${HEADER}${rewritten((cells) => `=cmd(),${cells.join(",")}`)}`,
      reason: /symbol is "=cmd\(\)", which a spreadsheet would take for a formula\./,
    },
    {
      title: "symbols that are markup",
      text: `symbol,${HEADER}${rewritten((cells) => `<img src=x onerror=alert(1)>,${cells.join(",")}`)}`,
      reason: /symbol is "<img src=x onerror=alert\(1\)>", which is not a symbol\./,
    },
    {
      title: "symbols with a mark of direction",
      text: `symbol,${HEADER}${rewritten((cells) => `AC\u200fME,${cells.join(",")}`)}`,
      reason: /which has a character that cannot be seen \(U\+200F\)\./,
    },
    {
      title: "a symbol of 300 characters",
      text: `symbol,${HEADER}${rewritten((cells) => `${"A".repeat(300)},${cells.join(",")}`)}`,
      reason: /symbol is/,
    },
    {
      title: "every quote left open",
      text: HEADER + rewritten((cells) => `"${cells.join(",")}`),
      reason: /cannot be read/,
    },
  ])("$title", async ({ text, reason }) => {
    const check = await checkText("ACME.csv", text);
    expect([check.verdict, check.bars === 0 || check.verdict === "refuse"]).toEqual(["refuse", true]);
    expect(`${check.message} ${check.leftOut[0]?.reason ?? ""}`).toMatch(reason);
  });

  it.each([
    {
      title: "a picture",
      bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0),
      reason: /picture/,
    },
    { title: "a PDF", bytes: encode("%PDF-1.4\n1 0 obj"), reason: /PDF/ },
    {
      title: "an old workbook",
      bytes: Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0),
      reason: /workbook/,
    },
    {
      title: "noise",
      bytes: Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919 + (at >> 3) * 31) % 256),
      reason: /not a text file/,
    },
    {
      title: "NUL bytes among rows",
      bytes: encode(good.replace("2024-01-09", "2024\u0000\u0000\u0000")),
      reason: /not a text file/,
    },
    { title: "zlib data", bytes: zlibSync(encode(good)), reason: /not a text file|no table/ },
  ])("$title", async ({ bytes, reason }) => {
    const check = await checkBytes("ACME.csv", bytes);
    expect([check.verdict, check.kind]).toEqual(["refuse", "other"]);
    expect(check.message).toMatch(reason);
  });

  it("a line of two megabytes, and ten thousands of columns", async () => {
    expect((await checkText("A.csv", `${HEADER}${"9".repeat(2_000_000)}`)).verdict).toBe("refuse");
    expect((await checkText("A.csv", `date${",x".repeat(30_000)}\n`)).message).toMatch(/columns/);
  });
});

describe("packed files", () => {
  const packed = gzipSync(encode(good));
  it("gzip is read, in one member or in two", async () => {
    expect((await checkBytes("ACME.csv.gz", packed)).bars).toBe(60);
    const half = good.indexOf("\n", 900) + 1;
    const two = Buffer.concat([gzipSync(encode(good.slice(0, half))), gzipSync(encode(good.slice(half)))]);
    expect((await checkBytes("ACME.csv.gz", new Uint8Array(two))).bars).toBe(60);
  });

  it.each([
    { title: "cut short", bytes: packed.slice(0, -40) },
    {
      title: "with a wrong checksum",
      bytes: packed.map((byte, at) => (at === packed.length - 6 ? byte ^ 1 : byte)),
    },
    { title: "that is none", bytes: encode(good) },
  ])("a .gz $title is refused", async ({ bytes }) => {
    const check = await checkBytes("ACME.csv.gz", bytes);
    expect([check.verdict, check.message]).toEqual(["refuse", expect.stringMatching(/cannot be read/)]);
  });

  it("an archive gives a check an entry; archives in it, pictures and tricks with paths are refused", async () => {
    const archive = zipSync({
      "prices/ACME.csv": encode(good),
      "prices/BETA.txt": encode(good),
      "inner.zip": zipSync({ "X.csv": encode(good) }),
      "../../etc/EVIL.csv": encode(good),
      "__MACOSX/._ACME.csv": encode("x"),
    });
    const checks = (await checkAll([rangeSource("all.zip", archive)])).map(({ check }) => check);
    expect(checks.map(({ file, verdict }) => [file, verdict])).toEqual([
      ["all.zip/prices/ACME.csv", "ok"],
      ["all.zip/prices/BETA.txt", "ok"],
      ["all.zip/inner.zip", "refuse"],
      ["all.zip/../../etc/EVIL.csv", "refuse"],
    ]);
    expect(checks[3]?.message).toMatch(/path/);
  });

  it("a bomb, a damaged entry and an archive cut short are refused", async () => {
    const bomb = zipSync({ "B.csv": new Uint8Array(30_000_000).fill(48) }, { level: 9 });
    const [bombCheck] = await checkAll([rangeSource("bomb.zip", bomb)]);
    expect([bombCheck?.check.verdict, bombCheck?.check.message]).toEqual([
      "refuse",
      expect.stringMatching(/times its size, as archives do that are made to fill a device/),
    ]);
    const archive = zipSync({ "ACME.csv": encode(good) });
    const damaged = archive.map((byte, at) => (at === 60 ? byte ^ 0xff : byte));
    expect((await checkAll([rangeSource("d.zip", damaged)]))[0]?.check.verdict).toBe("refuse");
    expect((await checkAll([rangeSource("c.zip", archive.slice(0, -30))]))[0]?.check.verdict).toBe("refuse");
  });

  it("a workbook is named as one", async () => {
    const workbook = zipSync({ "[Content_Types].xml": encode("<x/>"), "xl/workbook.xml": encode("<x/>") });
    expect((await checkAll([rangeSource("book.xlsx", workbook)]))[0]?.check.message).toMatch(/workbook/);
  });
});

describe("files that are asked about", () => {
  const ambiguous = Array.from(
    { length: 12 },
    (_, at) => `${String((at % 12) + 1).padStart(2, "0")}/05/2024,1.5,2.5,1.25,2.25,5`,
  );
  it("days up to 12 only: the order is asked, and the answer decides", async () => {
    const text = HEADER + ambiguous.join("\n");
    const check = await checkText("ACME.csv", text);
    expect(check.verdict).toBe("ask");
    expect(check.questions.map(({ about, choices }) => [about, choices])).toEqual([
      ["date-order", ["dmy", "mdy"]],
    ]);
    const answered = await checkText("ACME.csv", text, { dateOrder: "dmy" });
    expect([answered.verdict, answered.first, answered.last]).toEqual(["ok", "2024-05-01", "2024-05-12"]);
  });

  it("a later day above 12 decides for the whole file, however far behind the first rows", async () => {
    const days = Array.from({ length: 9000 }, (_, at) => {
      const date = new Date(Date.UTC(1990, 0, 1 + at));
      return date.getUTCDate() <= 12 || at > 8500
        ? [
            `${date.getUTCDate()}/${date.getUTCMonth() + 1}/${date.getUTCFullYear()},1.5,2.5,1.25,2.25,123456789.00000000`,
          ]
        : [];
    }).flat();
    const check = await checkText("ACME.csv", `${HEADER}${days.join("\n")}\n`);
    expect([check.verdict, check.first]).toEqual(["ok", "1990-01-01"]);
  });

  it("a file whose name says nothing: the symbol", async () => {
    const check = await checkText("data.csv", good);
    expect([check.verdict, check.symbols, check.questions[0]?.about]).toEqual(["ask", [], "symbol"]);
    expect((await checkText("data.csv", good, { symbol: "ACME" })).symbols).toEqual(["ACME"]);
  });

  it("a symbol that contradicts the file's name", async () => {
    const check = await checkText(
      "MSFT.csv",
      `symbol,${HEADER}${rewritten((cells) => `AAPL,${cells.join(",")}`)}`,
    );
    expect([check.verdict, check.questions[0]?.choices]).toEqual(["ask", ["AAPL", "MSFT"]]);
  });

  it("bars of an hour: folded into days on demand", async () => {
    const hours = weekdays(5).flatMap((day) =>
      [9, 10, 11].map(
        (hour) => `${day} ${String(hour).padStart(2, "0")}:00,${hour},${hour + 2},${hour - 1},${hour + 1},10`,
      ),
    );
    const text = HEADER + hours.join("\n");
    const check = await checkText("ACME.csv", text);
    expect([check.verdict, check.frequency, check.rows, check.bars]).toEqual(["ask", "intraday", 15, 5]);
    expect(await barsOfText("ACME.csv", text, { intraday: "fold" })).toContain(
      "ACME,2024-01-02,9,13,8,12,30",
    );
  });

  it("a damaged name: high without low, or adjusted prices beside a column that nobody knows", async () => {
    const noLow = await checkText("ACME.csv", good.replace("low", "l?w"));
    expect([noLow.verdict, noLow.message]).toEqual([
      "ask",
      expect.stringMatching(/open, high, l\?w, close look like open, high, low and close\. Is that right/),
    ]);
    const noOpen = await checkText("ACME.csv", good.replace("open", "oxxn"));
    expect([noOpen.verdict, noOpen.message]).toEqual([
      "ask",
      expect.stringMatching(/oxxn, high, low, close look like/),
    ]);
    const rows = rewritten((cells) => [...cells, cells[4] ?? ""].join(","));
    const noClose = await checkText("ACME.csv", `date,open,high,low,cl?se,volume,adj close\n${rows}\n`);
    expect([noClose.verdict, noClose.questions[0]?.about]).toEqual(["ask", "columns"]);
  });

  it("LEAN's whole numbers outside of its folders", async () => {
    const check = await checkText(
      "spy.csv",
      rewritten(([day = ""]) => `${day.replaceAll("-", "")} 00:00,973100,975300,965300,973600,2150000`),
    );
    expect([check.verdict, check.questions[0]?.about]).toEqual(["ask", "scale"]);
  });

  it("prices like 1,234 where nothing says what the comma is", async () => {
    const check = await checkText(
      "ACME.csv",
      HEADER.replaceAll(",", ";") + rewritten(([day = ""]) => `${day};1,234;1,250;1,200;1,240;5`),
    );
    expect([check.verdict, check.questions[0]?.about]).toEqual(["ask", "decimal"]);
  });
});
