/** Several things of a file's columns that can't be told: each is asked under a key of its own, and an answer is to that one alone. */
import { describe, expect, it } from "vitest";
import { joinAnswers, questionKey } from "#workers/model/import-check.ts";
import type { Answers } from "#workers/model/import-check.ts";
import { checkText } from "./check-support.ts";

/** No column for the low, and highs of a thousand times the close. */
const HALF_AND_WILD = `date,open,high,close\n${rows((close) => `${close},${close * 1000},${close}`)}`;
/** Two closes that differ, and prices in two currencies. */
const TWICE_AND_MONEY = `date,open (USD),high (USD),low (USD),close (USD),close (EUR),volume,volume\n${rows(
  (close) => `${close},${close + 1},${close - 1},${close},${close * 0.9},100,200`,
)}`;

describe("questions about columns", () => {
  it("are answered one by one: half a bar taken as it is says nothing of wild highs", async () => {
    expect(await keysOf("ACME.csv", HALF_AND_WILD)).toEqual(["columns:missing"]);
    const first = { columns: ["missing"] } as const;
    expect(await keysOf("ACME.csv", HALF_AND_WILD, first)).toEqual(["columns:wild"]);
    expect(await keysOf("ACME.csv", HALF_AND_WILD, { columns: ["wild"] })).toEqual(["columns:missing"]);
    const both = joinAnswers(first, { columns: ["wild"] });
    expect(await keysOf("ACME.csv", HALF_AND_WILD, both)).toEqual([]);
  });

  it("are all asked at once where the header shows them all", async () => {
    expect(await keysOf("ACME.csv", TWICE_AND_MONEY)).toEqual(["columns:currency", "columns:twice"]);
    expect(await keysOf("ACME.csv", TWICE_AND_MONEY, { columns: ["currency"] })).toEqual(["columns:twice"]);
    expect(await keysOf("ACME.csv", TWICE_AND_MONEY, { columns: ["twice"] })).toEqual(["columns:currency"]);
  });

  it("keep their answers when another topic is answered", () => {
    expect(joinAnswers({ columns: ["wild"], decimal: "dot" }, { decimal: "comma" })).toEqual({
      columns: ["wild"],
      decimal: "comma",
    });
    expect(joinAnswers(undefined, { columns: ["wild"] })).toEqual({ columns: ["wild"] });
    expect(joinAnswers({ columns: ["wild"] }, { columns: ["wild", "twice"] })).toEqual({
      columns: ["wild", "twice"],
    });
  });
});

async function keysOf(name: string, text: string, answers: Answers = {}): Promise<string[]> {
  return (await checkText(name, text, answers)).questions.map(questionKey);
}

function rows(cellsOf: (close: number) => string): string {
  const days = Array.from({ length: 20 }, (_, at) => `2024-03-${String(at + 1).padStart(2, "0")}`);
  return days.map((day, at) => `${day},${cellsOf(100 + (at % 3))}\n`).join("");
}
