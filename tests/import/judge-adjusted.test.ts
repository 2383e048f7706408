/** What closes and adjusted closes are, by their steps: Yahoo's close is adjusted for splits, whatever it is called. */
import { describe, expect, it } from "vitest";
import { checkText } from "./check-support.ts";

const DAYS = Array.from({ length: 12 }, (_, at) => `2024-01-${String(at + 2).padStart(2, "0")}`).filter(
  (day) => ![6, 0].includes(new Date(day).getUTCDay()),
);

/** Bars of which `of` gives close and adjusted close. */
function yahoo(of: (at: number) => readonly [close: number, adjClose: number]): string {
  const rows = DAYS.map((day, at) => {
    const [close, adjClose] = of(at);
    return `${day},${close},${close},${close},${close},${adjClose.toFixed(6)},1000`;
  });
  return `Date,Open,High,Low,Close,Adj Close,Volume\n${rows.join("\n")}\n`;
}

async function told(text: string, name = "ACME.csv") {
  const { warnings, adjustment, adjusted, verdict } = await checkText(name, text);
  const sentences = warnings.filter((one) => /adjusted/i.test(one) && !one.startsWith("Overnight"));
  return { sentences, adjustment, adjusted, verdict };
}

describe("closes with adjusted closes beside them", () => {
  it("are adjusted for splits where the two part by dividends only", async () => {
    // A dividend of 2 % on the fifth bar, and no jump.
    const { sentences, adjustment } = await told(yahoo((at) => [100, at < 4 ? 98 : 100]));
    expect(adjustment).toMatchObject({ instruments: 1, splits: 0, dividends: 1, doubledCount: 0 });
    expect(sentences).toEqual([
      "The closes are adjusted for splits, as Yahoo's are, or there was none; the adjusted closes are adjusted for 1 dividend besides.",
    ]);
  });

  it("are as traded where they jump at a step of a split's size", async () => {
    // Four for one on the sixth bar, a dividend of 2 % on the third.
    const text = yahoo((at) => [at < 5 ? 400 : 100, at < 2 ? 98 : 100]);
    const { sentences, adjustment } = await told(text);
    expect(adjustment).toMatchObject({ splits: 1, dividends: 1, doubledCount: 0 });
    expect(sentences).toEqual([
      "The closes are as traded: 1 split shows in them. The adjusted closes take them out, and 1 dividend.",
    ]);
  });

  it("say nothing where both are the same, as far as they are rounded", async () => {
    const { sentences } = await told(yahoo((at) => [1.11 + at / 100, 1.11 + at / 100 + (at % 2) * 0.004]));
    expect(sentences).toEqual([
      "The adjusted closes are the closes: neither splits nor dividends show between them.",
    ]);
  });

  it("are told where the adjusted ones step like a split and the closes do not", async () => {
    const { sentences } = await told(yahoo((at) => [100, at < 5 ? 50 : 100]));
    expect(sentences).toEqual([
      `Adjusted closes step like a split where the closes do not jump: adjusted twice, or for something else, at ACME ${DAYS[5]}.`,
    ]);
  });
});

describe("prices that are called adjusted", () => {
  const rows = DAYS.map((day, at) => `${day},${at < 5 ? 200 : 100}`).join("\n");
  const jumping = "Called adjusted, but prices jump like splits once: they were not adjusted for those.";

  it("are told by their title where they jump like a split", async () => {
    const { sentences, adjusted } = await told(`Date,Adj Close\n${rows}\n`);
    expect(adjusted).toBe(true);
    expect(sentences).toContain(jumping);
  });

  it("are told by their file's name, too", async () => {
    expect((await told(`Date,Close\n${rows}\n`, "ACME_adjusted.csv")).sentences).toContain(jumping);
    expect((await told(`Date,Close\n${rows}\n`, "ADJACENT.csv")).sentences).toEqual([]);
    expect((await told(`Date,Close\n${rows}\n`, "adj/ACME.csv")).sentences).toEqual([]);
    const beside = `Date,Close,Adj Close\n${rows.replaceAll("\n", ",100\n")},100\n`;
    expect((await told(beside, "ACME_adjusted.csv")).sentences).not.toContain(jumping);
  });
});
