import { describe, expect, it } from "vitest";
import { walkWindows } from "#workers/model/walk-windows.ts";

const span = (from: string, to: string) => ({ from, to });

describe("the windows of a walk-forward", () => {
  it("trade on the years after those of the choosing, without a gap, to the end of the period", () => {
    const windows = walkWindows(span("2000-01-01", "2007-06-30"), { choose: 4, trade: 2 });
    expect(windows).toEqual([
      { chosenOn: span("2000-01-01", "2003-12-31"), tradedOn: span("2004-01-01", "2005-12-31") },
      { chosenOn: span("2002-01-01", "2005-12-31"), tradedOn: span("2006-01-01", "2007-06-30") },
    ]);
  });

  it("begin on the day of the year that the period begins on", () => {
    const windows = walkWindows(span("2010-03-15", "2013-03-14"), { choose: 1, trade: 1 });
    expect(windows).toEqual([
      { chosenOn: span("2010-03-15", "2011-03-14"), tradedOn: span("2011-03-15", "2012-03-14") },
      { chosenOn: span("2011-03-15", "2012-03-14"), tradedOn: span("2012-03-15", "2013-03-14") },
    ]);
  });

  it("take 28 February for the 29th where there is none", () => {
    const [first] = walkWindows(span("2000-02-29", "2002-02-27"), { choose: 1, trade: 1 });
    expect(first).toEqual({
      chosenOn: span("2000-02-29", "2001-02-27"),
      tradedOn: span("2001-02-28", "2002-02-27"),
    });
  });

  it.each([
    { title: "are none where the period is as long as the choosing", to: "2003-12-31", windows: 0 },
    { title: "are one of a day where the period is a day longer", to: "2004-01-01", windows: 1 },
  ])("$title", ({ to, windows }) => {
    expect(walkWindows(span("2000-01-01", to), { choose: 4, trade: 2 })).toHaveLength(windows);
  });

  it("refuse what is no date", () => {
    expect(() => walkWindows(span("soon", "2004-01-01"), { choose: 4, trade: 2 })).toThrow(RangeError);
  });
});
