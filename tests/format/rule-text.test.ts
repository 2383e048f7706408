/** What each rule should say was written by hand, from what it means. */
import { describe, expect, it } from "vitest";
import {
  endsInList,
  groupWords,
  lineOf,
  ruleText,
  togetherInWords,
  usedRules,
} from "#src/format/rule-text.ts";
import { sentenceOfLine } from "#workers/words/sentences.ts";

describe("rules within a sentence", () => {
  it.each([
    { title: "is empty without rules", rules: [], words: "" },
    { title: "says one alone", rules: ["pe > 0 and pe < 15"], words: "pe is above 0 and below 15" },
    {
      title: "joins a few that are short",
      rules: ["close > open", "rsi(2) < 5"],
      words: "the close is above the open and the 2-day RSI is below 5",
    },
    {
      title: 'lists those that have an "or" of their own',
      rules: ["month >= 11 or month <= 4", "close > 5"],
      words:
        "all of these hold: it is November or later in the year, or April or earlier in the year; the close is above 5",
    },
    {
      title: "lists those that speak of another day",
      rules: ["(close > open)[3]", "close > 5"],
      words: "all of these hold: 3 days ago the close was above the open; the close is above 5",
    },
    {
      title: "lists more than three",
      rules: ["close > 1", "low > 1", "high > 1", "open > 1"],
      words:
        "all of these hold: the close is above 1; the low is above 1; the high is above 1; the open is above 1",
    },
    {
      title: "introduces one that has a list of its own",
      rules: [{ any: ["close > 1", "low > 1"], label: "Dips" }],
      words: "this holds: Dips: any of these: the close is above 1; the low is above 1",
    },
    {
      title: "introduces one that begins with a condition",
      rules: ["if(pe > 5, low, high) > 1"],
      words: "this holds: if pe is above 5, the low is above 1, otherwise the high is above 1",
    },
  ])("$title", ({ rules, words }) => {
    expect(togetherInWords(usedRules(rules), "and")).toBe(words);
    expect(endsInList(words)).toBe(words.includes("holds: ") || words.includes("hold: "));
  });

  it("says that any one is enough", () => {
    const rules = ["close > 1", "low > 1"];
    expect(togetherInWords(usedRules(rules), "or")).toBe("the close is above 1 or the low is above 1");
    expect(togetherInWords(usedRules([...rules, "(pe > 5)[1]"]), "or")).toBe(
      "any of these holds: the close is above 1; the low is above 1; a day ago pe was above 5",
    );
  });
});

it("tells each rule in use once, with what is in use of it", () => {
  const group = { any: ["low > 1", { off: "high > 1" }], label: "Dips" };
  expect(usedRules(["close > 1", { off: "pe > 1" }, "close > 1", group, { any: [] }])).toEqual([
    { words: "the close is above 1", formula: "close > 1", group: null },
    { words: "Dips: the low is above 1", formula: "Dips: any of (“low > 1”)", group: null },
  ]);
  expect(usedRules()).toEqual([]);
});

it("tells a whole rule with what is off in it", () => {
  const low = { words: "the low is above 1", formula: "low > 1", group: null };
  const high = { words: "switched off: the high is above 1", formula: "high > 1", group: null };
  expect(ruleText({ none: ["low > 1", { off: "high > 1" }], label: " " })).toEqual({
    words: "none of these: the low is above 1; (switched off: the high is above 1)",
    formula: "none of (“low > 1”, off: “high > 1”)",
    group: { heading: "none of these", members: [low, high] },
  });
  expect(ruleText({ none: ["low > 1"] }).group).toEqual({ heading: "none of these", members: [low] });
  expect(ruleText("close +")).toEqual({ words: "“close +”", formula: "close +", group: null });
});

it.each([
  ["close > 1", "The close is above 1"],
  ["fScore >= 8", "fScore is at least 8"],
  ["eps.yoy > 25", "eps.yoy is above 25"],
  ["if(pe > 5, low, high) > 1", "If pe is above 5, the low is above 1, otherwise the high is above 1"],
])("begins a line with %s as %s", (line, words) => {
  expect(lineOf(sentenceOfLine(line), line)).toBe(words);
});

it("begins a line with a group's label as it is written", () => {
  const formula = "eBay's: any of (“low > 1”, “high > 1”)";
  expect(lineOf("eBay's: any of these", formula)).toBe("eBay's: any of these");
  expect(lineOf("any of these", "any of (“low > 1”, “high > 1”)")).toBe("Any of these");
});

it("heads the members of a group", () => {
  expect(groupWords({ any: ["low > 1"], label: "Dips" })).toBe("Dips: any of these");
  expect(groupWords({ none: ["low > 1"] })).toBe("none of these");
});
