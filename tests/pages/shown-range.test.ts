import { describe, expect, it } from "vitest";
import { handReport } from "./results-report.ts";
import { checkRange, rangeText, readRange, WHOLE_RUN } from "#src/pages/results/shown-range.ts";

/** 30/12/2020, 31/12/2020, 03/01/2022, 04/01/2022, 05/01/2022, 31/12/2022. */
const { day } = handReport.equity;

describe("the period in a result's address", () => {
  it.each([
    { text: null, range: WHOLE_RUN },
    { text: "5Y", range: { type: "years", range: "5Y" } },
    { text: "2022-01-03,2022-12-31", range: { type: "days", from: "2022-01-03", to: "2022-12-31" } },
  ] as const)("$text is written as it is read", ({ text, range }) => {
    expect(readRange(text)).toEqual(range);
    expect(rangeText(range)).toBe(text);
  });

  it.each(["", "7Y", "2022-01-03", "2022-02-30,2022-12-31", "2022-01-03,2022-12-31,1", "<b>,"])(
    "%j can't be read",
    (text) => {
      expect(readRange(text)).toBeNull();
    },
  );
});

const checked = (from: string, to: string) => checkRange({ type: "days", from, to }, day);

describe("a period from a day to a day", () => {
  it("begins at the close before its first day, and ends at the last session by its last day", () => {
    expect(checked("2022-01-01", "2022-06-30")).toEqual({ ok: true, span: { fromRow: 1, toRow: 4 } });
    expect(checked("2022-01-04", "2022-12-31")).toEqual({ ok: true, span: { fromRow: 2, toRow: 5 } });
  });

  it("begins with the run where no session is before it", () => {
    expect(checked("2020-12-30", "2020-12-31")).toEqual({ ok: true, span: { fromRow: 0, toRow: 1 } });
  });

  it.each([
    ["", "2022-01-05", "Give both days."],
    ["2022-01-05", "2022-01-03", "05/01/2022 comes after 03/01/2022. Swap the two days."],
    ["2020-12-29", "2022-01-05", "The run covers 30/12/2020 – 31/12/2022. Choose days within it."],
    ["2022-01-03", "2023-01-01", "The run covers 30/12/2020 – 31/12/2022. Choose days within it."],
    [
      "2021-03-01",
      "2021-04-01",
      "01/03/2021 – 01/04/2021 has no trading day of the run. Choose days with at least two.",
    ],
    [
      "2022-01-05",
      "2022-12-30",
      "05/01/2022 – 30/12/2022 has one trading day of the run. Choose days with at least two.",
    ],
  ])("from %j to %j is refused: %s", (from, to, message) => {
    expect(checked(from, to)).toEqual({ ok: false, message });
  });
});

it("of more years than the run has is refused", () => {
  expect(checkRange({ type: "years", range: "1Y" }, day)).toEqual({
    ok: true,
    span: { fromRow: 2, toRow: 5 },
  });
  expect(checkRange({ type: "years", range: "3Y" }, day)).toEqual({
    ok: false,
    message: "The run is no longer than 3 years. Choose a shorter period.",
  });
});
