/** The table of what is not simulated: what finds it, what doesn't, and that none of it is possible after all. */
import { describe, expect, it } from "vitest";
import { CONDITIONS } from "#src/pages/builder/rules/condition-table.ts";
import { RESERVED_NAMES } from "#workers/model/reserved-names.ts";
import type { StrategyField } from "#workers/model/strategy-field.ts";
import { STRATEGY_FIELDS } from "#workers/model/strategy-fields.ts";
import { checkNumber } from "#workers/rules/check.ts";
import { findNotPossible, keyOfWords, NOT_POSSIBLE, withAnswer } from "#workers/words/not-possible.ts";

const wordsIn = (words: string) => words.split(",").map((each) => each.trim());

describe("a word for what is not simulated", () => {
  it.each([
    ["short", "Only buying is simulated: no short sales."],
    ["shorting", "Only buying is simulated: no short sales."],
    ["Short sales", "Only buying is simulated: no short sales."],
    ["short-selling", "Only buying is simulated: no short sales."],
    ["shortSale", "Only buying is simulated: no short sales."],
    ["how to short", "Only buying is simulated: no short sales."],
    ["pairs trading", "Pairs are not traded: only buying is simulated."],
    ["hedge", "Hedges are not simulated: no short sales, options or lots of futures."],
    ["options", "Options are not simulated: no strikes, premiums or expiry."],
    ["futures", "Futures run like shares: no lots, margin, rolls or expiry."],
    ["intraday", "Decisions are made once a day, at the close: no intraday trading."],
    ["dividend", "Dividends are not paid into the account; adjusted prices have them in."],
    ["leverage", "Nothing is bought with borrowed money: no leverage, no margin trading."],
    ["margin", "Nothing is bought with borrowed money: no leverage, no margin trading."],
    ["taxes", "Taxes on gains are not worked out."],
    ["pyramiding", "No rule adds to a position or sells a part of it: only weights and withdrawals do."],
    ["forex", "Currency trading is not simulated: no lots, leverage or overnight interest."],
    ["crypto", "Coins run like shares: no short sales or leverage."],
    ["live trading", "No orders are sent to a broker: nothing trades live."],
    ["broker", "No orders are sent to a broker: nothing trades live."],
    ["stop limit", "Buys fill at the next open or close: no limit or stop-limit orders."],
    ["stop-limit orders", "Buys fill at the next open or close: no limit or stop-limit orders."],
  ])("%s: %s", (typed, answer) => expect(findNotPossible(typed)?.answer).toBe(answer));

  it.each([
    "",
    "  ",
    "?",
    "the",
    "short average",
    "short term",
    "shor",
    "shorts and longs of the sma",
    "dividendYield",
    "dividend yield",
    "netMargin",
    "profit margin",
    "initial margin",
    "marginal",
    "taxRate",
    "stop",
    "stop loss",
    "trailing stop",
    "weekly",
    "monthly",
    "weekly bars",
    "monthly data",
    "equal weight",
    "cash",
    "pe",
    "paper trading",
    "virtual deployment",
    "deposits",
    "SIP",
    "interest",
    "weights",
    "rebalance",
    "optional",
    "constructor",
    "売り",
  ])("is not %s", (typed) => expect(findNotPossible(typed)).toBeNull());
});

describe("the table", () => {
  it("has sentences of under 25 words, none twice, and each of its words once", () => {
    const sentences = NOT_POSSIBLE.flatMap(({ answer, sentence, instead }) => [
      answer,
      sentence,
      instead ?? [],
    ]).flat();
    expect(sentences.filter((each) => each.split(" ").length >= 25 || !/^[A-Z].*[^.]\.$/.test(each))).toEqual(
      [],
    );
    expect(new Set(sentences).size).toBe(sentences.length);
    const entries = new Map<string, Set<string>>();
    for (const { words, title } of NOT_POSSIBLE)
      for (const word of wordsIn(words)) {
        const key = keyOfWords(word);
        expect(key).not.toBe("");
        entries.set(key, (entries.get(key) ?? new Set()).add(title));
      }
    expect([...entries].filter(([, titles]) => titles.size > 1)).toEqual([]);
  });

  it("has no word of the language, of a strategy's settings and their choices, or of a condition", () => {
    const fields: readonly StrategyField[] = Object.values(STRATEGY_FIELDS);
    const choices = fields.flatMap((field) => (field.unit === "choice" ? [field.choices] : []));
    const possible = [
      ...RESERVED_NAMES,
      ...CONDITIONS.map(({ words }) => words),
      ...Object.keys(STRATEGY_FIELDS).map((path) => path.slice(path.indexOf(".") + 1)),
      ...fields.map(({ label }) => label),
      ...choices.flatMap((each) => Object.entries(each).flat()),
    ];
    expect(possible).toEqual(
      expect.arrayContaining(["sma", "schedule", "Cool-down", "weekly", "risk", "resting"]),
    );
    expect(possible.filter((each) => findNotPossible(each))).toEqual([]);
  });

  it("names what to write in the language as the language has it", () => {
    const told = NOT_POSSIBLE.flatMap(({ instead }) => instead?.match(/[a-z]+\(.*\)/g) ?? []);
    expect(told).toEqual(['of("SYMBOL", close)']);
    for (const formula of told) expect(checkNumber(formula).ok).toBe(true);
  });
});

describe("a message about a name that is not known", () => {
  const answer = "Only buying is simulated: no short sales.";
  it.each([
    ["buy.rules[0], column 1: short is not known; did you mean sqrt?", true],
    ["short is not known; did you mean sqrt?", true],
    ["buy.rules[0], column 9: sam is not known; did you mean sma?", false],
    ['buy.rules[0], column 9: the dataset has no bar of "SHORT"; name another symbol', false],
    ["short.csv: the file can't be read", false],
  ])("%s", (message, isAnswered) => {
    const told = withAnswer(message);
    expect(told).toBe(isAnswered ? `${message} ${answer}` : message);
    expect(withAnswer(told)).toBe(told);
  });
});
