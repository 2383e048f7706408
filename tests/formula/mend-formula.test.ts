/** Formulas from elsewhere: what is mended, what is said of it, and what is left alone. */
import { describe, expect, it } from "vitest";
import { mendFormula } from "#src/formula/mend-formula.ts";
import { pastedKind, readPaste } from "#src/formula/read-paste.ts";
import { everythingStrategy } from "#tests/support/strategy-of.ts";
import { checkNumber, checkRule } from "#workers/rules/check.ts";
import { FUNCTIONS } from "#workers/rules/function-table.ts";
import { SIGNS } from "#workers/words/sign-table.ts";

const isRight = (line: string) => checkRule(line, true).ok || checkNumber(line, true).ok;

describe("characters", () => {
  it.each([
    ["close ≥ sma(200)", "close >= sma(200)"],
    ["close ≤ 2 × open", "close <= 2 * open"],
    ["close ≠ open ÷ 2", "close != open / 2"],
    ["growth(20) > −5", "growth(20) > -5"],
    ["growth(20) > –5", "growth(20) > -5"],
    ["of(“TIDAL120”, close > sma(200))", 'of("TIDAL120", close > sma(200))'],
    ["of(‘TIDAL120’, close > sma(200))", 'of("TIDAL120", close > sma(200))'],
    ["of('TIDAL120', close) > 5", 'of("TIDAL120", close) > 5'],
    ["close\u00a0>\u00a0sma(200)", "close > sma(200)"],
    ["close\u200b > sma(\ufeff200)", "close > sma(200)"],
    ["close > sma(200)\r\n  and\tvolume > 1m\n", "close > sma(200) and volume > 1m"],
    ["close => 5", "close >= 5"],
    ["close <> 5", "close != 5"],
    ["close > sma（50）", "close > sma(50)"],
  ])("%j becomes %j", (written, right) => {
    const { text, changes, doubts } = mendFormula(written);
    expect(text).toBe(right);
    expect(isRight(text)).toBe(true);
    expect(changes.length).toBeGreaterThan(0);
    expect(doubts).toEqual([]);
  });
});

describe("numbers", () => {
  it.each([
    ["close > 1,5", "close > 1.5"],
    ["close > 0,005", "close > 0.005"],
    ["close > 1,2345 and 2,5 < open", "close > 1.2345 and 2.5 < open"],
    ["close > 1,00,000", "close > 100000"],
    ["volume > 1,000,000", "volume > 1000000"],
    ["volume > 12,345.5", "volume > 12345.5"],
    ["volume > 1.234.567,5", "volume > 1234567.5"],
    ["close > ₹100", "close > 100"],
    ["growth(20) > 10 percent", "growth(20) > 10%"],
    ["growth(20) > 10 %", "growth(20) > 10%"],
    ["growth(20) > 10 pct", "growth(20) > 10%"],
    ["growth(20) > 10 per cent and close > 5", "growth(20) > 10% and close > 5"],
    ["volume > 5 lakh", "volume > 5lakh"],
    ["volume > 2.5 lakhs", "volume > 2.5lakh"],
    ["volume > 1.5L", "volume > 1.5lakh"],
    ["value > 30 crores", "value > 30cr"],
    ["value > 30 Cr", "value > 30cr"],
    ["volume > 2 million", "volume > 2m"],
    ["marketCap > 3 billion", "marketCap > 3bn"],
    ["volume > 10 thousand", "volume > 10k"],
    ["once(volume > 1,00,000, 3)", "once(volume > 100000, 3)"],
    ["once(volume > 1,000,000, 3)", "once(volume > 1000000, 3)"],
    ["close > (1,5 * open)", "close > 1.5 * open"],
    ["close > sma(close; 20)", "close > sma(close, 20)"],
    ["close > bollingerUpper(20; 2,5)", "close > bollingerUpper(20, 2.5)"],
  ])("%j becomes %j", (written, right) => {
    const { text } = mendFormula(written);
    expect(text).toBe(right);
    expect(isRight(text)).toBe(true);
  });

  it("are two arguments in a call", () => {
    expect(mendFormula("max(1,5) > 2")).toEqual({ text: "max(1,5) > 2", changes: [], doubts: [] });
    expect(mendFormula("max(1,5) is above 2").text).toBe("max(1, 5) > 2");
  });

  it("that can be a thousand or one are left, and said", () => {
    const { text, doubts } = mendFormula("close > 1,000");
    expect(text).toBe("close > 1,000");
    expect(doubts).toEqual(["“1,000” can be 1000 or 1.000: write it without the comma."]);
  });
});

describe("what surrounds a rule elsewhere", () => {
  it.each([
    ['"close > sma(200)",', "close > sma(200)"],
    [String.raw`  "of(\"TIDE\", close) > 5"`, 'of("TIDE", close) > 5'],
    ["close > sma(200) // the trend", "close > sma(200)"],
    ["close > sma(200) # the trend", "close > sma(200)"],
    ['of("A#1", close) > 5 # one', 'of("A#1", close) > 5'],
    ["1. close > sma(200)", "close > sma(200)"],
    ["2) close > sma(200)", "close > sma(200)"],
    ["• close > sma(200)", "close > sma(200)"],
  ])("%j becomes %j", (written, right) => {
    const { text, changes, doubts } = mendFormula(written);
    expect(text).toBe(right);
    expect(changes).toHaveLength(1);
    expect(doubts).toEqual([]);
  });

  it.each(["- close < 5", 'of("http://x", close) > 5', "close / 2 > 5"])("%j stays", (written) => {
    expect(mendFormula(written).changes).toEqual([]);
  });

  it("is taken off each line before they are joined", () => {
    const pasted = "close > sma(200) // the trend\n  and rsi(2) < 5 # the dip";
    expect(readPaste("", pasted, { from: 0, to: 0 })).toEqual({
      line: { text: "close > sma(200) and rsi(2) < 5", cursor: 31 },
      notice: {
        type: "line",
        changes: ["the comment is left out"],
        doubts: [],
        text: "close > sma(200) and rsi(2) < 5",
        unmended: "close > sma(200) // the trend   and rsi(2) < 5 # the dip",
      },
    });
  });
});

describe("a list of rules", () => {
  it.each([
    ["1. close > sma(200)\n2. rsi(2) < 5", ["close > sma(200)", "rsi(2) < 5"]],
    ["- close > sma(200)\n- rsi(2) ≤ 5", ["close > sma(200)", "rsi(2) <= 5"]],
    ["close > sma(200)\n\nrsi(2) < 5 // dip", ["close > sma(200)", "rsi(2) < 5"]],
    ['"close > sma(200)",\n"rsi(2) < 5"', ["close > sma(200)", "rsi(2) < 5"]],
    ['["close > sma(200)", "rsi(2) < 5"]', ["close > sma(200)", "rsi(2) < 5"]],
    ['[\n  "close > 5",\n  "of(\\"TIDE\\", close) > 5"\n],', ["close > 5", 'of("TIDE", close) > 5']],
  ])("%j is several", (pasted, rules) => {
    expect(readPaste("", pasted, { from: 0, to: 0 })).toEqual({
      line: null,
      notice: { type: "rules", rules },
    });
  });

  it("is none where a line is no rule of its own, or where it is put into another line", () => {
    const joined = readPaste("", "close > sma(200)\nand rsi(2) < 5", { from: 0, to: 0 });
    expect(joined.line?.text).toBe("close > sma(200) and rsi(2) < 5");
    const within = readPaste("volume > 5 and ", "close > 1\nclose > 2", { from: 15, to: 15 });
    expect(within.notice?.type).toBe("line");
  });
});

describe("market caps", () => {
  it("of Chartink are counted in crores", () => {
    const { text, changes } = mendFormula("latest close > 5 and market cap greater than 500");
    expect(text).toBe("close > 5 and marketCap > 500cr");
    expect(changes.join(" ")).toContain("marketCap > 500cr");
  });

  it("in words of no known origin stay, and it is asked whether crores were meant", () => {
    const { text, doubts } = mendFormula("market cap is above 500");
    expect(text).toBe("marketCap > 500");
    expect(doubts).toEqual([
      "“marketCap > 500” counts in single units of money: where crores are meant, write 500cr.",
    ]);
    expect(mendFormula("market cap is above 5,00,00,000").doubts).toEqual([]);
  });
});

describe("words and signs of other languages", () => {
  it.each([
    // plain English
    ["rsi(14) crosses over 30", "rsi(14) crosses above 30"],
    ["rsi(14) crosses under 30", "rsi(14) crosses below 30"],
    ["rsi(14) crossed above 30", "rsi(14) crosses above 30"],
    ["close is above sma(200)", "close > sma(200)"],
    ["close above sma(200)", "close > sma(200)"],
    ["close is below 10 or close is greater than or equal to 20", "close < 10 or close >= 20"],
    ["close is at least 10", "close >= 10"],
    ["close equals open", "close = open"],
    ["rsi(14) is between 40 and 60", "rsi(14) between 40 and 60"],
    ["close > previous high", "close > high[1]"],
    ["close > 200 dma", "close > sma(200)"],
    ["20 EMA crosses over 50 EMA", "ema(20) crosses above ema(50)"],
    ["close > 200-day sma.", "close > sma(200)"],
    ["close is above its 200 day sma", "close > sma(200)"],
    ["the close crosses over the 50 DMA", "close crosses above sma(50)"],
    // programming languages and spreadsheets
    ["close == open && volume > 1m", "close = open and volume > 1m"],
    ["close > open || !(volume > 1m)", "close > open or not volume > 1m"],
    ["close !== open", "close != open"],
    ["=close>open", "close > open"],
    // Pine
    ["ta.sma(close, 20) > ta.ema(close, 50)", "sma(close, 20) > ema(close, 50)"],
    ["ta.crossover(ta.sma(close, 14), ta.sma(close, 28))", "sma(close, 14) crosses above sma(close, 28)"],
    [
      "crossunder(close, sma(close, 20)) and volume > 1m",
      "close crosses below sma(close, 20) and volume > 1m",
    ],
    ["ta.rsi(close, 14) < 30 and close[1] > open[1]", "rsi(close, 14) < 30 and close[1] > open[1]"],
    ["ta.highest(20)[1] < close", "highest(high, 20)[1] < close"],
    ["close > ta.highest(high, 20)[1]", "close > highest(high, 20)[1]"],
    ["ta.change(close) > 0", "change(close, 1) > 0"],
    ["ta.roc(close, 10) > 5", "growth(close, 10) > 5"],
    ["ta.tr > 2 * ta.atr(14)", "trueRange > 2 * atr(14)"],
    ["ta.cci(hlc3, 20) > 100", "cci(20) > 100"],
    ["ta.wpr(14) < -80", "williamsR(14) < -80"],
    ["ta.stoch(close, high, low, 14) < 20", "stochK(14) < 20"],
    ["math.abs(close - open) > math.max(1, 2)", "abs(close - open) > max(1, 2)"],
    ["hl2 > 5", "(high + low) / 2 > 5"],
    // Chartink
    ["latest close > latest sma( close,20 )", "close > sma(close, 20)"],
    [
      "( {cash} ( latest close > latest sma( close,20 ) and latest volume > 100000 ) )",
      "close > sma(close, 20) and volume > 100000",
    ],
    ["1 day ago close greater than 2 days ago close", "close[1] > close[2]"],
    ["1 day ago sma( close,20 ) less than equal to 5", "sma(close, 20)[1] <= 5"],
    [
      "latest close crossed above 1 day ago max( 20 , latest high )",
      "close crosses above highest(high, 20)[1]",
    ],
    ["latest rsi( 14 ) crossed below 30", "rsi(14) crosses below 30"],
    ["latest close > latest upper bollinger band( 20,2 )", "close > bollingerUpper(20, 2)"],
    ["latest macd line( 26,12,9 ) > latest macd signal( 26,12,9 )", "macd(12, 26) > macdSignal(12, 26, 9)"],
    ["latest avg true range( 14 ) > 5 and market cap > 1000", "atr(14) > 5 and marketCap > 1000cr"],
  ])("%j becomes %j", (written, right) => {
    const { text, changes, doubts } = mendFormula(written);
    expect(text).toBe(right);
    expect(isRight(text)).toBe(true);
    expect(changes.length).toBeGreaterThan(0);
    expect(doubts).toEqual([]);
  });

  it.each([
    ["weekly close > sma(20)", /another period/],
    ["1 week ago close > 5", /another period/],
    ["ta.vwap(close) > close", /ta\.vwap.*no counterpart/],
    ["ta.rising(close, 3)", /ta\.rising.*no counterpart/],
    ["price crosses above 200 DMA", /write close/],
    ["close > open ? 1 : 2", /if\(a, b, c\)/],
    ["close ^ 2 > 5", /not a sign here/],
    ["x := close", /stands alone/],
    ["volume > 2 times sma(volume, 20)", /write \*/],
  ])("%j is left with a doubt", (written, doubt) => {
    const { doubts } = mendFormula(written);
    expect(doubts.join(" ")).toMatch(doubt);
  });

  it("says what was changed, each thing once", () => {
    expect(mendFormula("close ≥ 5 and open ≥ 5 && rsi(2) crosses over 5").changes).toEqual([
      "“≥” is written >=",
      "“&&” is written and",
      "“crosses over” is written crosses above",
    ]);
    expect(mendFormula("ta.crossover(close, open)").changes).toContain(
      "“ta.crossover(close, open)” is written close crosses above open",
    );
  });
});

describe("what is right already", () => {
  it.each([...FUNCTIONS, ...SIGNS].map(({ example }) => example))("%j stays to the letter", (line) => {
    expect(mendFormula(line)).toEqual({ text: line, changes: [], doubts: [] });
  });

  it.each([
    "",
    "profit > 5 and held>=3",
    "  pe<15",
    'of("A ≥ B", close) > 5 and pe   > 3',
    "eps.yoy > 1_000",
  ])("%j stays but for blanks around it", (line) =>
    expect(mendFormula(line)).toEqual({ text: line.trim(), changes: [], doubts: [] }),
  );

  it("stays mended", () => {
    for (const written of [
      "close is above 1,5 && ta.rsi(close, 2) < 5",
      "latest close > 2",
      "weekly close > 3",
    ]) {
      const { text } = mendFormula(written);
      expect(mendFormula(text).text).toBe(text);
    }
  });
});

describe("bad input", () => {
  it.each([
    "((((((",
    "“",
    "ta.crossover(close",
    "latest",
    "1 day ago",
    "crossover()",
    "max(,)",
    "\u0000\ud800",
    "=".repeat(1900),
  ])("%j is no fault", (text) => expect(() => mendFormula(text)).not.toThrow());

  // Were a search to go back and forth, one of these would outlast the test's own limit.
  it("comes to an end, however long the text", () => {
    for (const piece of ["((", "1 day ago ", "latest ", "crosses ", "crossover(", "1,5 ", '" “'])
      expect(mendFormula(piece.repeat(Math.floor(2000 / piece.length)))).toHaveProperty("changes");
    expect(mendFormula("≥".repeat(3000)).changes).toEqual([]);
  });
});

describe("a pasted file", () => {
  it.each([
    [JSON.stringify(everythingStrategy), "strategy"],
    [JSON.stringify(everythingStrategy, null, 2), "strategy"],
    ['{ "scanner": { "rules": ["close > 5"] } }', "strategy"],
    [JSON.stringify(everythingStrategy).slice(0, 200), "cut-off strategy"],
    ['{"any": ["close > 5"]}', "group"],
    ["close > 5", null],
    ["{}", null],
    ["{cash} close > 5", null],
    ["[1, 2]", null],
  ])("%j is: %s", (text, kind) => {
    expect(pastedKind(text)).toBe(kind);
  });
});
