/** What the Data page says of a file of facts, and of what prices are. */
import { infy } from "./import-checks.tsx";
import { expect, it } from "vitest";
import { describeFactFile, layoutFacts } from "#src/pages/datasets/import-words.ts";
import { createAdjustmentJudge } from "#workers/import/judge/judge-adjusted.ts";
import type { FileNotes } from "#workers/model/reading.ts";

const NOTES: FileNotes = {
  file: "members.csv",
  layout: "index membership from and to",
  rows: 3,
  bars: 0,
  leftOut: 0,
  repeats: 0,
  closeOnly: 0,
  instruments: 0,
  firstDate: null,
  lastDate: null,
  issues: [],
};

it("says what a file of facts has, and no name where none of it has prices", () => {
  const facts = { kind: "fact", names: [], steps: 0, contradictions: 0, unmatched: 3 } as const;
  expect(describeFactFile({ ...NOTES, facts })).toBe("members.csv: no values of no instruments");
  const known = { ...facts, names: ["member.sp500"], steps: 4 };
  expect(describeFactFile({ ...NOTES, instruments: 2, facts: known })).toBe(
    "members.csv: member.sp500: 4 values of 2 instruments",
  );
});

/** Two sessions of an instrument, whose second opens as the first closes but for a split; the adjusted closes beside them. */
function judged(closes: readonly number[], adjClose: readonly number[]) {
  const judge = createAdjustmentJudge();
  const prices = Float64Array.from(closes);
  judge.add("TCS", {
    day: Int32Array.of(0, 1),
    open: prices,
    close: prices,
    adjClose: Float64Array.from(adjClose),
  });
  return judge.finish();
}

const ONE_SPLIT = [{ splits: [{}] }];

it.each([
  // a dividend of 2 %: the step from 98 / 100 to 1; a split of 2 for 1 is in both, as Yahoo has it
  {
    title: "Yahoo's closes, adjusted for splits",
    found: judged([100, 100], [98, 100]),
    quality: [],
    said: "adjusted for splits, or without any, with adjusted closes",
  },
  {
    title: "Yahoo's closes with a crash in them",
    found: judged([100, 50], [98, 50]),
    quality: ONE_SPLIT,
    said: "with jumps like splits, with adjusted closes",
  },
  // the close halves, the adjusted close does not
  {
    title: "closes in which a split shows",
    found: judged([100, 50], [50, 50]),
    quality: ONE_SPLIT,
    said: "as traded, with adjusted closes",
  },
  {
    title: "closes that are the adjusted closes",
    found: judged([100, 100], [100, 100]),
    quality: [],
    said: "as in the file, with adjusted closes",
  },
  { title: "closes alone that jump", found: null, quality: ONE_SPLIT, said: "as traded" },
  { title: "closes alone", found: null, quality: [], said: "as in the file" },
])("calls $title what they are: $said", ({ found, quality, said }) => {
  expect(pricesSaid({ adjustment: found, quality })).toBe(said);
});

it("says where some splits show in the closes and others do not", () => {
  const both = { instruments: 2, splits: 1, dividends: 0, doubled: ["TCS 2020-01-02"], doubledCount: 1 };
  expect(pricesSaid({ adjustment: both, quality: [] })).toBe(
    "as traded at some splits, adjusted at others, with adjusted closes",
  );
});

function pricesSaid(facts: object): string | undefined {
  const file = { ...infy, ...facts };
  return layoutFacts({ key: "", files: [file] }).find(({ name }) => name === "Prices")?.value;
}
