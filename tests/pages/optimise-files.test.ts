import { describe, expect, it } from "vitest";
import { accountsCsv, gridCsv, windowsCsv } from "#src/pages/optimise/search-files.ts";
import { gridCell, gridQuestion, walkOutcome } from "#tests/storage/sample-grid.ts";

// Of sample-report.ts: what is undefined there is an empty cell.
const FIGURES = "100,121,21,21,,-5,1.5,,,10,50,2";

describe("the files of an optimisation", () => {
  it("have a line for every variant that was run, with why one can't be", () => {
    const { axes } = gridQuestion;
    const lines = gridCsv(axes, [gridCell(1.5), null, { type: "refused", message: "Too, far." }]).split(
      "\r\n",
    );
    expect(lines[0]).toMatch(/^sell\.trailingStopLoss,startValue,endValue,.*,winRate,trades,problem$/);
    expect(lines.slice(1)).toEqual([`10,${FIGURES},`, '30,,,,,,,,,,,,,"Too, far."', ""]);
  });

  it("have a line for every window of a walk-forward, with its figures before and after", () => {
    const lines = windowsCsv(walkOutcome.windows, (cell) => `Variant ${cell}`).split("\r\n");
    expect(lines[0]).toMatch(
      /^chosenFrom,chosenTo,tradedFrom,tradedTo,variant,in\.startValue,.*,out\.trades$/,
    );
    expect(lines.slice(1)).toEqual([
      `2019-01-01,2019-12-31,2020-01-01,2020-12-31,Variant 1,${FIGURES},${FIGURES}`,
      "",
    ]);
  });

  it("have the index beside the accounts of a walk-forward, where its curve is kept", () => {
    expect(accountsCsv(walkOutcome).split("\r\n")).toEqual([
      "date,walkForward,asSaved,benchmark",
      "2020-01-01,100,100,100",
      "2020-01-02,121.5,121.5,110.25",
      "",
    ]);
    const { benchmark: _, ...walked } = walkOutcome.walked;
    expect(accountsCsv({ ...walkOutcome, walked }).split("\r\n")[0]).toBe("date,walkForward,asSaved");
  });
});
