/** Rules in plain words. What each line should say was written by hand, from what it means. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numbersIn, ruleLines, withNumber } from "#workers/model/rule-lines.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import { checkRule } from "#workers/rules/check.ts";
import { FUNCTIONS } from "#workers/rules/function-table.ts";
import { NAMES } from "#workers/rules/name-table.ts";
import { wordsOfFunction, wordsOfName } from "#workers/words/function-words.ts";
import { orderOf, sentenceOfLine, sentenceOfRule } from "#workers/words/sentences.ts";
import { RANDOM_VOCABULARY } from "./random-rule-market.ts";
import { ruleTexts } from "./random-rules.ts";
import { tries } from "#tests/support/tries.ts";

const TEMPLATES = join(import.meta.dirname, "../../datasets/templates");

describe("a line in plain words", () => {
  it.each([
    // comparisons
    ["close > sma(200)", "the close is above its 200-day average"],
    ["sma(50) > sma(200)", "the 50-day average is above the 200-day average"],
    ["close >= 0.75 * highest(high, 252)", "the close is at least 75% of the highest high of 252 days"],
    ["close >= 1.3 * lowest(low, 252)", "the close is at least 1.3 times the lowest low of 252 days"],
    ["close > highest(high, 20)[1]", "the close is above the highest high of the 20 days before"],
    ["close = highest(close, 7)", "the close is its highest of 7 days"],
    ["close != open", "the close does not equal the open"],
    ["100 < close", "the close is above 100"],
    ["rsi(14) between 30 and 70", "the 14-day RSI is from 30 to 70"],
    ["rsi(14) crosses above 30", "the 14-day RSI crosses above 30"],
    ["macd crosses below macdSignal", "the MACD crosses below its signal line"],
    ["stochK(14) crosses above stochD(14, 3)", "the 14-day stochastic crosses above its 3-day average"],
    ["volume > 2 * sma(volume, 50)", "the volume is above 2 times its 50-day average"],
    ["value > 30cr", "the traded value is above 30 crore"],
    ["volume > 1_500_000", "the volume is above 1,500,000"],
    ["fScore >= 8", "fScore is at least 8"],
    // percents beside what is measured in percents, and nowhere else
    // below 0 with a minus sign, not a hyphen
    ["growth(252) <= -5", "the growth over 252 days is at most −5%"],
    ["macd > -1.5", "the MACD is above −1.5"],
    ["abs(-3) < close", "the size of −3 is below the close"],
    ["abs(growth(1)) > 15", "the size of the growth over 1 day is above 15%"],
    ["rsi(2) < 5%", "the 2-day RSI is below 5"],
    ["profit >= 25", "the profit is at least 25%"],
    // earlier bars
    ["sma(200) > sma(200)[21]", "the 200-day average is above what it was 21 days ago"],
    ["close > close[1]", "the close is above what it was a day ago"],
    ["low[2] < 10", "the low 2 days ago is below 10"],
    ["growth(close[21], 231) > 0", "the growth over the past year without the last month is above 0%"],
    ["growth(close[21], 105) > 0", "the growth over the past six months without the last month is above 0%"],
    ["growth(close[21], 232) > 0", "the growth over 232 days up to 21 days ago is above 0%"],
    [
      "once(growth(close[21], 231) > 0, 5)",
      "on at least one of the last 5 days the growth over 231 days up to 21 days before was above 0%",
    ],
    ["(close > sma(5))[3]", "3 days ago the close was above its 5-day average"],
    ["rsi(2)[1] < 5[1]", "a day ago the 2-day RSI was below 5"],
    // calculations
    ["close - 2 * atr(14) > open", "the close minus 2 times the 14-day average true range is above the open"],
    ["(high + low) / 2 > close", "(the high plus the low) divided by 2 is above the close"],
    ["high + low / 2 > close", "the high plus (the low divided by 2) is above the close"],
    ["sma(high - low, 9) > 1", "the 9-day average of (the high minus the low) is above 1"],
    ["sma(high, 9) - low > 1", "the 9-day average of the high minus the low is above 1"],
    ["volume / sma(volume, 50) > 3", "the volume divided by its 50-day average is above 3"],
    // the market around
    ["rank(growth(126)) < 10", "it is among the top 10% by growth over 126 days"],
    ["rank(-pe) < 20", "it is among the bottom 20% by pe"],
    ['rank(pe, "sector") < 20', "it is among the top 20% of its sector by pe"],
    ["rank(trend(90)) > 20", "it is not among the top 20% by 90-day trend score"],
    ["rank(-volatility(9)) >= 20", "it is not among the bottom 20% by 9-day volatility"],
    ["place(growth(252)) <= 10", "it is among the 10 with the highest growth over 252 days"],
    ['place(-pe, "sector") <= 1', "it is the one with the lowest pe of its sector"],
    [
      "once(place(close) <= 1k, 5)",
      "on at least one of the last 5 days it was among the 1 thousand with the highest close",
    ],
    ["place(-volatility(9)) > 20", "its place by lowest 9-day volatility is above 20"],
    ['place(eps, "sector") < 2.5', "its place in its sector by eps is below 2.5"],
    ["rank(eps) + rank(roic) < 20", "its rank by eps plus its rank by roic is below 20%"],
    [
      "breadth(close > sma(9)) > 50",
      "for more than 50% of all instruments the close is above its 9-day average",
    ],
    ["not market(close > sma(200))", "the index is not above its 200-day average"],
    ["not (close > open and not pe > 5)", "the close is not above the open or pe is above 5"],
    ["not (close > open)[3]", "3 days ago the close was not above the open"],
    ["not rising(close, 3)", "the close has not risen on each of the last 3 days"],
    ["not always(close > 5, 3)", "not on each of the last 3 days the close was above 5"],
    ["market(high > sma(200))", "for the index: the high is above the 200-day average"],
    ["market(close > sma(200))", "the index is above its 200-day average"],
    ['of("TIDAL120", close > open)', "TIDAL120 is above the open"],
    ["growth(5) > market(growth(5))", "the growth over 5 days is above the index's growth over 5 days"],
    // weeks and months
    ["weekly(close > sma(40))", "by whole weeks: the close is above its 40-week average"],
    ["close > monthly(sma(10))", "the close is above last month's 10-month average"],
    ["monthly(growth(12)) > 5", "last month's growth over 12 months is above 5%"],
    ["weekly(close)[5] < close", "last week's close as of 5 days ago is below the close"],
    ["weekly(close[1] < low[2])", "by whole weeks: the close a week ago is below the low 2 weeks ago"],
    ["weekly(streak >= 3)", "by whole weeks: the close has risen at least 3 weeks in a row"],
    ["not monthly(close > open)", "by whole months: the close is not above the open"],
    [
      "weekly(once(volume > sma(volume, 9), 3))",
      "by whole weeks: (on at least one of the last 3 weeks the volume was above its 9-week average)",
    ],
    [
      "once(weekly(close > open), 5)",
      "on at least one of the last 5 days (by whole weeks: the close was above the open)",
    ],
    [
      "once(close > weekly(high), 5)",
      "on at least one of the last 5 days the close was above the week before's high",
    ],
    [
      "market(monthly(close > sma(10)))",
      "for the index: (by whole months: the close is above its 10-month average)",
    ],
    ["rank(weekly(growth(26))) < 10", "it is among the top 10% by last week's growth over 26 weeks"],
    [
      "monthly(macdSignal(3, 6, 2) > 0)",
      "by whole months: the 2-month signal line of the MACD (3, 6 months) is above 0",
    ],
    // rules of other days
    ["once(volume > 2k, 3)", "on at least one of the last 3 days the volume was above 2 thousand"],
    ["always(close > sma(50), 20)", "on each of the last 20 days the close was above its 50-day average"],
    ["not once(close < 5, 9)", "on none of the last 9 days the close was below 5"],
    ["count(close > open, 10) >= 7", "on at least 7 of the last 10 days the close was above the open"],
    ["count(close > open, 10) < 3", "on fewer than 3 of the last 10 days the close was above the open"],
    [
      "barsSince(close = highest(252)) < 10",
      "it is fewer than 10 days since the close was its highest of 252 days",
    ],
    [
      "latch(close > sma(200), close < sma(50))",
      "at some time (the close was above its 200-day average) and since then never (the close was below its 50-day average)",
    ],
    ["rising(volume, 3)", "the volume has risen on each of the last 3 days"],
    ["streak <= -3", "the close has fallen at least 3 days in a row"],
    ["streak(volume) > 2", "the volume has risen more than 2 days in a row"],
    [
      "percentRank(volume, 100) > 95",
      "the volume is at least as high as on more than 95% of the 100 days before",
    ],
    [
      "always(once(close > open, 3), 5)",
      "on each of the last 5 days (on at least one of the 3 days up to then the close was above the open)",
    ],
    // positions
    ["held >= 20", "it will have been held for at least 20 days"],
    ["fall > 10", "the fall from the peak is above 10%"],
    // dates
    ["month >= 11 or month <= 4", "it is November or later in the year, or April or earlier in the year"],
    ["month >= 5 and month <= 10", "it is from May to October"],
    ["weekday = 1", "it is Monday"],
    ["weekday != 5", "it is not Friday"],
    ["day >= 26", "it is day 26 of the month or later"],
    ["sessionOfMonth = 3", "it is trading day 3 of the month"],
    ["year > 2019", "it is later than 2019"],
    ["month = 13", "the month is 13"],
    // several
    ["pe > 0 and pe < 15", "pe is above 0 and below 15"],
    ["close > open and volume > 5", "the close is above the open and the volume is above 5"],
    [
      "(close > open or close > 9) and volume > 5",
      "(the close is above the open or above 9) and the volume is above 5",
    ],
    ["not close > 9", "the close is not above 9"],
    ["not (close crosses below open)", "the close does not cross below the open"],
    ["not (close > open or pe > 5)", "the close is not above the open and pe is not above 5"],
    [
      "once(pe > 5, 9) and close > open",
      "(on at least one of the last 9 days pe was above 5) and the close is above the open",
    ],
    [
      "close > open and once(pe > 5, 9)",
      "the close is above the open and on at least one of the last 9 days pe was above 5",
    ],
    [
      "if(close > sma(200), rsi(2), rsi(4)) < 10",
      "if the close is above its 200-day average, the 2-day RSI is below 10, otherwise the 4-day RSI is below 10",
    ],
    // numbers
    ["2 * atr(20)", "2 times the 20-day average true range"],
    // what has no good words
    ["sam(5) > 3", "“sam(5)” is above 3"],
    ["close +", "“close +”"],
    ["market(high - low) > 3", "“market(high - low)” is above 3"],
  ])("%s", (line, words) => {
    expect(sentenceOfLine(line)).toBe(words);
  });

  it("says in what order candidates come", () => {
    expect(orderOf("growth(126)")).toBe("highest growth over 126 days first");
    expect(orderOf("-rsi(2)")).toBe("lowest 2-day RSI first");
    expect(orderOf("rsi(")).toBe("highest “rsi(” first");
  });
});

describe("a sell rule in plain words", () => {
  it("says of a rank that what is held has left it", () => {
    expect(sentenceOfLine("rank(trend(90)) > 12", "position")).toBe(
      "it is no longer among the top 12% by 90-day trend score",
    );
    expect(sentenceOfRule({ any: ["rank(-pe) >= 20", "close < 5"] }, "position")).toBe(
      "any of these: it is no longer among the bottom 20% by pe; the close is below 5",
    );
  });
});

describe("a group in plain words", () => {
  it("names its members, its label, groups within and what is off", () => {
    const inner = { all: ["pe < 15", "pb < 2"] };
    const rule = { any: ["close > open", inner, { off: "volume > 5" }], label: "Cheap or up" };
    expect(sentenceOfRule(rule)).toBe(
      "Cheap or up: any of these: the close is above the open; (all of these: pe is below 15; pb is below 2); (switched off: the volume is above 5)",
    );
  });

  it("is its only member where one is enough, and a denial otherwise", () => {
    expect(sentenceOfRule({ all: ["pe < 15"] })).toBe("pe is below 15");
    expect(sentenceOfRule({ none: ["pe < 15"] })).toBe("none of these: pe is below 15");
  });
});

describe("the tables of words", () => {
  it("have each function with its own parameters", () => {
    const known = FUNCTIONS.map(({ name, parameters }) => [name, parameters.map((each) => each.name)]);
    expect(FUNCTIONS.map(({ name }) => [name, wordsOfFunction(name)?.takes])).toEqual(known);
  });

  it("have a noun for each number and a clause for each rule", () => {
    const without = FUNCTIONS.filter(({ name, gives }) => {
      const words = wordsOfFunction(name);
      return (gives === "number" ? words?.noun : words?.clause) === undefined;
    });
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it("have each name", () => {
    expect(NAMES.filter(({ name }) => !wordsOfName(name)).map(({ name }) => name)).toEqual([]);
  });
});

describe("every template", () => {
  const files = readdirSync(TEMPLATES).filter((name) => name !== "cards.json" && name.endsWith(".json"));

  it.each(files)("%s has words for all its rules", (file) => {
    const strategy = parseStrategy(JSON.parse(readFileSync(join(TEMPLATES, file), "utf8")));
    if (!strategy.ok) throw new Error(strategy.problem.message);
    const { sortBy = "pe" } = strategy.value.simulation;
    const lines = ruleLines(strategy.value).map(({ text }) => sentenceOfLine(text));
    expect([...lines, orderOf(sortBy)].filter((words) => /[“{]|undefined/.test(words))).toEqual([]);
  });
});

function within(depth: number, before: string, behind: string, core: string): string {
  return before.repeat(depth) + core + behind.repeat(depth);
}

describe("a line that nests as deep as a line may", () => {
  it.each([
    ["abs", `${within(30, "abs(", ")", "close")} > 1`],
    ["highest", `${within(30, "highest(", ",5)[1]", "high")} > 1`],
    ["if", `${within(25, "if(pe>1,", ",low)", "high")} > 1`],
    ["count", within(10, "not (count(", ",9) > 1)", "close > open")],
    ["rank", `${within(15, "rank(-", ")", "pe")} < 5`],
    ["market", within(30, "market(", ")", "close > open")],
  ])("%s is told at once, in few words for its length", (_name, line) => {
    const words = sentenceOfLine(line);
    expect(words).not.toBe(`“${line}”`);
    expect(words.length).toBeLessThan(20 * line.length);
  });
});

describe("any rule", () => {
  const { sellRule } = ruleTexts(RANDOM_VOCABULARY);

  it("is told without gaps, and differently when one of its numbers is another", () => {
    fc.assert(
      fc.property(sellRule, fc.nat(20), (text, choice) => {
        const words = sentenceOfLine(text);
        expect(words).not.toMatch(/[{}]|undefined| {2}/);
        const numbers = numbersIn(text);
        const at = choice % Math.max(numbers.length, 1);
        const other = withNumber(text, at + 1, (numbers[at]?.value ?? 0) + 1);
        if (other === null || !checkRule(other, true).ok) return;
        expect(sentenceOfLine(other)).not.toBe(words);
      }),
      { numRuns: tries(2000) },
    );
  });
});
