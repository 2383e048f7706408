/** What the Data page says of a file of facts. */
import { expect, it } from "vitest";
import { describeFactFile } from "#src/pages/datasets/import-words.ts";
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
