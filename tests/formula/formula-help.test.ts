/** What the formula field offers and says: completions, help, problems with their mends, parts with their colours. */
import { describe, expect, it } from "vitest";
import { findCompletions } from "#src/formula/find-completions.ts";
import { findProblem, isUnfinished, withNearest } from "#src/formula/find-problem.ts";
import type { FormulaSetting } from "#src/formula/formula-names.ts";
import { findHelp } from "#src/formula/formula-notes.tsx";
import { partsOfLine } from "#src/formula/line-parts.ts";
import { readPaste } from "#src/formula/read-paste.ts";
import { problemOfLine } from "#src/pages/builder/rules/line-check.ts";
import { NOT_POSSIBLE } from "#workers/words/not-possible.ts";
import { FUNCTIONS } from "#workers/rules/function-table.ts";

const names = { facts: ["pe", "eps.yoy"], signals: ["score"], symbols: ["TIDAL120", "MOON", "TIDE"] };
const buy: FormulaSetting = { wants: "rule", place: "buy", names };
const sell: FormulaSetting = { ...buy, place: "sell" };

/** The cursor stands at the |. */
function offered(marked: string, setting = buy, isAsked = false): readonly string[] {
  const at = marked.indexOf("|");
  const found = findCompletions(marked.replace("|", ""), at, setting, isAsked);
  return found?.list.map(({ name }) => name) ?? [];
}

function unfinished(line: string): boolean | null {
  const problem = findProblem(line, buy);
  return problem && isUnfinished(line, problem);
}

function shown(line: string): readonly string[] {
  return partsOfLine(line).map(({ kind, from, to }) => `${kind} ${line.slice(from, to)}`);
}

describe("completion", () => {
  it.each([
    ["s|", ["sma", "sum", "stdev", "slope", "streak"]],
    ["close > sm|", ["sma"]],
    ["SM|", ["sma"]],
    ["close > boll|", ["bollingerUpper", "bollingerLower"]],
    ["close > upp|", ["bollingerUpper"]],
    ["momentum|", ["growth", "change"]],
    ["p|", ["percentRank", "plusDI", "percentB", "pe"]],
    ["eps|", ["eps.yoy"]],
    ["yoy|", ["eps.yoy"]],
    ["sco|", ["score"]],
    ["close c|", ["crosses above", "crosses below"]],
    ["close crosses a|", ["above"]],
    ["close > open a|", ["and"]],
    ['of("T|', ['"TIDAL120"', '"TIDE"']],
    ['of("tide|"', ['"TIDE"']],
    ['rank(growth(126), "|', ['"sector"']],
    ["sma(vol|", ["volume", "volatility"]],
  ])("at %s offers first", (marked, first) => {
    expect(offered(marked)).toEqual(expect.arrayContaining(first));
    expect(first).toContain(offered(marked)[0]);
  });

  it.each([
    "5|",
    "5c|",
    "close > 1.5|",
    "|",
    "close |",
    'pe > "ab|',
    "sma(20|",
    "sma(close, |",
    "close[|",
    "close >|",
  ])("at %s offers nothing by itself", (marked) => expect(offered(marked)).toEqual([]));

  it("offers what can stand there where it is asked for", () => {
    expect(offered("|", buy, true).slice(0, 4)).toEqual(["open", "high", "low", "close"]);
    expect(offered("close |", buy, true)).toContain("between");
    expect(offered("close > |", buy, true)).toContain("close");
    expect(offered("of(|", buy, true)).toEqual(['"TIDAL120"', '"MOON"', '"TIDE"']);
    expect(offered("close crosses |", buy, true)).toEqual(["above", "below"]);
    expect(offered("sma(close, |", buy, true)).toEqual([]);
    expect(offered("close[|", buy, true)).toEqual([]);
  });

  it("offers a position's numbers in sell rules alone, first, and not within functions", () => {
    expect(offered("|", sell, true).slice(0, 2)).toEqual(["profit", "held"]);
    expect(offered("pro|", sell)[0]).toBe("profit");
    expect(offered("|", buy, true)).not.toContain("profit");
    expect(offered("sma(|", sell, true)).not.toContain("profit");
  });

  it("offers rules before numbers where a rule is wanted", () => {
    const list = offered("once(|", buy, true);
    expect(list.indexOf("rising")).toBeLessThan(list.indexOf("sma"));
    const numbers = offered("close > |", buy, true);
    expect(numbers.indexOf("sma")).toBeLessThan(numbers.indexOf("rising"));
  });

  it("finds every function by its whole name, with its arguments and a sentence", () => {
    for (const { name, sentence } of FUNCTIONS) {
      const found = findCompletions(name, name.length, buy, false)?.list.find((each) => each.name === name);
      expect(found?.sentence).toBe(sentence);
      expect(found?.detail).toMatch(/^(\(.*\))?$/);
    }
    expect(findCompletions("sma", 3, buy, false)?.list[0]).toMatchObject({
      detail: "(x, n)",
      hasBrackets: true,
    });
    expect(findCompletions("obv", 3, buy, false)?.list[0]).not.toHaveProperty("hasBrackets");
  });
});

describe("help", () => {
  it.each([
    ["sm|a(20) > close", "sma", null],
    ["sma(close, 2|0) > close", "sma", "n"],
    ["sma(close|, 20) > close", "sma", null],
    ["close > rsi(sma(|5), 14)", "sma", null],
    ["count(close > open, |20) > 5", "count", "n"],
    ["(clo|se > open)", "close", null],
    ["profit| > 5", "profit", null],
  ])("at %s is of %s", (marked, name, parameter) => {
    const help = findHelp(marked.replace("|", ""), marked.indexOf("|"));
    expect(help).toMatchObject({ name, parameter });
    expect(help?.sentence).not.toBe("");
  });

  it.each(["|", "5| > 3", "pe| > 3", "close >| 5", "#|"])("at %s is none", (marked) => {
    expect(findHelp(marked.replace("|", ""), marked.indexOf("|"))).toBeNull();
  });
});

/** Of a line in a buy rule, on a dataset without facts unless some are named. */
function saidOf(line: string, facts: readonly string[] = []) {
  const found = findProblem(line, { ...buy, names: { ...names, facts, signals: [] } });
  return found && [found.column, found.message, found.nearest];
}

describe("a name for what is not simulated", () => {
  const asNames = NOT_POSSIBLE.flatMap(({ words, answer }) =>
    words.split(",").map((word) => ({ word: word.trim(), answer })),
  );

  it.each(asNames)("$word is answered, as a line, as a number and as a function", ({ word, answer }) => {
    expect(saidOf(word)?.[1]).toBe(answer);
    if (!/^[a-z]+$/.test(word)) return;
    expect(saidOf(`close > 5 and ${word} > 5`)).toEqual([15, answer, null]);
    expect(saidOf(`sma(${word}, 20) > 5`)).toEqual([5, answer, null]);
    expect(saidOf(`close > ${word}(20)`)).toEqual([9, answer, null]);
    expect(problemOfLine(`${word}(20) > 5`, false, { ...names, facts: [] })?.text).toBe(answer.slice(0, -1));
  });

  it.each(["netMargin > 5", "margin > 5"])("%s is a fact where the dataset has it", (line) => {
    expect(saidOf(line, ["netMargin", "margin"])).toBeNull();
  });

  it("offers the fact that has the name in it beside the answer, and no name that only looks like it", () => {
    expect(saidOf("margin > 5", ["netMargin"])?.[2]).toBe("netMargin");
    expect(saidOf("dividend > 5", ["pe", "dividends"])?.[2]).toBe("dividends");
    expect(saidOf("put > 5", ["output"])?.[2]).toBeNull();
    expect(saidOf("short > 5")?.[2]).toBeNull(); // sqrt is two edits away
  });

  it.each([
    [
      "shortRatio > 5",
      '"shortratio" is not a name of the language, and the dataset has no fact or signal of that name.',
    ],
    [
      "dividendYield > 5",
      '"dividendyield" is not a name of the language, and the dataset has no fact or signal of that name.',
    ],
    ["short average > 5", '"average" can\'t follow here'],
    ["margin", "A rule must stand here"],
  ])("%s gets no such answer", (line, message) => {
    expect(saidOf(line, ["margin"])?.[1]).toContain(message);
  });
});

describe("a symbol where a number must stand", () => {
  it.each([
    ["MOON > 5", 1],
    ["close > moon", 9],
    ["sma(Moon, 20) > 5", 5],
  ])("%s is told how the price of an instrument is written", (line, column) => {
    const told = saidOf(line);
    expect(told).toEqual([column, '"MOON" is a symbol, and a number must stand here.', 'of("MOON", close)']);
    const problem = findProblem(line, { ...buy, names: { ...names, facts: [] } });
    const mended = problem && withNearest(line, problem, problem.nearest ?? "").text;
    expect(mended).toBe(line.replace(/moon/i, 'of("MOON", close)'));
    expect(saidOf(mended ?? "")).toBeNull();
  });

  it("is a fact where the dataset has one of that name", () => {
    expect(saidOf("moon > 5", ["moon"])).toBeNull();
  });
});

describe("a problem", () => {
  it.each([
    ["close > sam(20)", buy, 9, "sam", "sma"],
    ["growht(20) > 5", buy, 1, "growht", "growth"],
    ["close > epz.yoy", buy, 9, "epz.yoy", "eps.yoy"],
    ["clsoe > 5", buy, 1, "clsoe", "close"],
    ["qwertz > 5", buy, 1, "qwertz", null],
    ['of("TIED", close) > 5', buy, 4, '"TIED"', '"TIDE"'],
    ['of("😀", sam(20)) > 5', buy, 9, "sam", "sma"],
    ['1 < 2 and of("😀", close) > 5', buy, 14, '"😀"', null],
    ['of("TIDE", close) != of("TIDE", close) and "😀" > 5', buy, 44, '"😀"', null],
    ["profit > 5", buy, 1, "profit", null],
    ["close > ", buy, 8, "", null],
    ["close > 5 # 3", buy, 11, "#", null],
    ["sma(20.5) > 5", buy, 5, "20.5", null],
  ] as const)("of %s has its column, part and nearest name", (line, setting, ...wanted) => {
    const problem = findProblem(line, setting);
    const part = line.slice(problem?.from, problem?.to);
    expect([problem?.column, part, problem?.nearest]).toEqual(wanted);
    expect(problem?.message).toMatch(/\.$/);
  });

  it.each(["close > sam(20)", "close > epz.yoy", 'of("TIED", close) > 5', "1 < 2 and clsoe > 5"])(
    "of %s is gone with the nearest name in its place",
    (line) => {
      const problem = findProblem(line, buy);
      const mended = problem?.nearest ? withNearest(line, problem, problem.nearest).text : "";
      expect(mended).not.toBe("");
      expect(findProblem(mended, buy)).toBeNull();
    },
  );

  it.each([
    ["close > sma(200)", buy],
    ["PE < 15 and score > 0", buy],
    ["profit > 5", sell],
    ["rsi(14)", { ...buy, wants: "number" }],
    ["anything > 5", { ...buy, names: { facts: null, signals: null, symbols: null } }],
    ["", buy],
  ] satisfies [string, FormulaSetting][])("of %s is none", (line, setting) => {
    expect(findProblem(line, setting)).toBeNull();
  });

  it("of a line under way is told from one behind which it goes on", () => {
    expect(unfinished("close > ")).toBe(true);
    expect(unfinished("close > sma(20")).toBe(true);
    expect(unfinished("clo")).toBe(true);
    expect(unfinished("sam(20) > close")).toBe(false);
  });
});

describe("the parts of a line", () => {
  it("are the language's own tokens", () => {
    expect(shown('not sma(20)[2] > 1.5e3k and pe < of("A B", close)')).toEqual([
      "keyword not", "function sma", "bracket (", "number 20", "bracket )", "bracket [", "number 2", "bracket ]",
      "sign >", "number 1.5e3k", "keyword and", "fact pe", "sign <", "function of", "bracket (", 'text "A B"',
      "sign ,", "name close", "bracket )",
    ]); // prettier-ignore
  });

  it("go on behind what is no token", () => {
    expect(shown("close # 5")).toEqual(["name close", "wrong #", "number 5"]);
    expect(shown("20x > 😀")).toEqual(["number 20", "wrong x", "sign >", "wrong 😀"]);
    expect(shown('of("😀", close) # 5')).toEqual([
      "function of", "bracket (", 'text "😀"', "sign ,", "name close", "bracket )", "wrong #", "number 5",
    ]); // prettier-ignore
    expect(shown('of("AB')).toEqual(["function of", "bracket (", 'text "AB']);
    expect(shown("")).toEqual([]);
  });

  it("cover the line from left to right, whatever stands in it", () => {
    for (const line of ["?".repeat(500), '"'.repeat(33), "1e999 > 2", "_ . ..a", "“close”\u00a0> 5"]) {
      const parts = partsOfLine(line);
      const covered = parts.reduce((at, { from, to }) => (from >= at && to > from ? to : NaN), 0);
      expect(covered).toBeLessThanOrEqual(line.length);
    }
  });
});

describe("a paste", () => {
  it("is put where the cursor is, as it is where the line is right", () => {
    expect(readPaste("close > ", "sma(20)\n", { from: 8, to: 8 })).toEqual({
      line: { text: "close > sma(20)", cursor: 15 },
      notice: null,
    });
    expect(readPaste("close crosses ", "above sma(20)", { from: 14, to: 14 }).line?.text).toBe(
      "close crosses above sma(20)",
    );
  });

  it("is mended with the line around it, and can be taken back", () => {
    const { line, notice } = readPaste("close > ", "ta.sma(close, 20)", { from: 8, to: 8 });
    expect(line?.text).toBe("close > sma(close, 20)");
    expect(notice).toMatchObject({ unmended: "close > ta.sma(close, 20)" });
  });

  it("of several lines is joined, and said", () => {
    const { line, notice } = readPaste("", "close > 5\nopen + 3\n", { from: 0, to: 0 });
    expect(line?.text).toBe("close > 5 open + 3");
    expect(notice?.type === "line" && notice.doubts.join(" ")).toMatch(/Several lines were joined/);
  });

  it("of a strategy is not put in", () => {
    expect(readPaste("close", '{"format": "strategy/2"}', { from: 5, to: 5 })).toMatchObject({
      line: null,
      notice: { type: "strategy" },
    });
  });
});
