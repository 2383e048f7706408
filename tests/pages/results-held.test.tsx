/** What the result page shows of what a run by weights held. */
import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { portfolioStrategy } from "#tests/support/strategy-of.ts";
import { begun, holdings, setBack } from "./held-by-hand.ts";
import { movedReport } from "./moved-report.ts";
import { openResult } from "./open-result.tsx";
import { handReport } from "./results-report.ts";
import { describeHeld, offText, setBackSummary } from "#src/pages/results/portfolio/held-words.ts";
import { edgesOf, roomiest } from "#src/pages/results/portfolio/stacked-areas.tsx";
import { analyse } from "#workers/analysis/analyse.ts";
import { err, ok } from "#workers/model/problem.ts";

vi.mock("#src/ui/growth-drawing.ts", () => ({
  drawGrowth: () => ({
    measure: () => {},
    show: () => {},
    mark: () => {},
    shade: () => {},
    remove: () => {},
  }),
}));

vi.mock("#src/ui/time-drawing.ts", () => ({
  drawTimeChart: () => ({ fill: () => {}, picture: () => null, remove: () => {} }),
}));

const by = (...values: readonly number[]) => Float64Array.from(values);

function fact(name: string): string | null | undefined {
  return screen.getByText(name).closest("dt")?.nextElementSibling?.textContent;
}

async function openHeld() {
  const report = movedReport;
  asked.analyse.mockResolvedValue(ok(analyse({ report, strategy: portfolioStrategy, trials: 1 })));
  const user = await openResult(report, portfolioStrategy);
  const part = await screen.findByRole("region", { name: "What was held" }, { timeout: 30_000 });
  return { user, part };
}

describe("what was held", () => {
  it("is a picture with its summary, its values as a table and its figures", async () => {
    asked.holdings.mockResolvedValue(ok(holdings));
    const { user } = await openHeld();
    expect(
      await screen.findByText(
        "On average AAA 43.0%, BBB 18.0%, 9 others 1.0% and cash 38.0% of the account.",
      ),
    ).toBeTruthy();
    expect(screen.getByRole("img", { name: /^Shares of the account at the ends of months/ })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "What was held as a table" }));
    const table = screen.getByRole("table", { name: "What was held, newest first" });
    const [, newest] = within(table).getAllByRole("row");
    expect(newest?.textContent).toContain("03/01/2022");
    expect(newest?.textContent).toContain("69.0%");
    expect(fact("Orders a year")).toBe("2.5");
    expect(fact("Mean order")).toBe("₹278");
    expect(fact("Turnover a year")).toBe("5.2%");
    expect(fact("Costs a year")).toBe("0.10 points");
    expect(fact("Off plan on average")).toBe("2.7 points");
  });

  it("has a row for each day on which it was set back, newest first", async () => {
    asked.holdings.mockResolvedValue(ok(holdings));
    const { user } = await openHeld();
    await user.click(await screen.findByText("Set back to plan: 2 days with orders"));
    const table = await screen.findByRole("table", { name: "Set back to plan, newest first" });
    const cells = within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => [...row.querySelectorAll("td, th")].map(({ textContent }) => textContent));
    expect(cells).toEqual([
      ["03/01/2022", "AAA 69.2%, plan 60.0%", "+9.2", "1 sale and 2 purchases", "₹3", "16.2%"],
      ["31/12/2020", "Bought anew, or money that came in", "–", "2 purchases", "₹8", "90.0%"],
    ]);
  });

  it("says why where the prices can't be read again", async () => {
    asked.holdings.mockResolvedValue(err({ code: "dataset-unavailable", message: "The data is gone." }));
    const { part } = await openHeld();
    expect(await within(part).findByText("The data is gone.")).toBeTruthy();
  });

  it("is not asked about where no weights were held", async () => {
    asked.holdings.mockClear();
    asked.analyse.mockResolvedValue(
      ok(analyse({ report: handReport, strategy: portfolioStrategy, trials: 1 })),
    );
    await openResult(handReport);
    expect(screen.queryByRole("region", { name: "What was held" })).toBeNull();
    expect(asked.holdings).not.toHaveBeenCalled();
  });
});

describe("in words", () => {
  it("what was off, or what the orders were for", () => {
    expect(offText(setBack)).toBe("AAA 69.2%, plan 60.0%");
    expect(offText({ ...begun, sells: 1 })).toBe("No longer wanted");
  });

  it("all days together, with the one on which it was furthest off", () => {
    expect(setBackSummary([begun, setBack], "INR")).toBe(
      "Orders on 2 days, which cost ₹11. It was furthest off on 03/01/2022: AAA 69.2%, plan 60.0%.",
    );
    expect(setBackSummary([], "INR")).toBe("Nothing was ordered.");
  });

  it("names four instruments and puts the rest together", () => {
    const one = (instrument: string, percent: number) => ({ instrument, label: "", share: by(percent) });
    const many = { ...holdings, others: null, cash: by(10) };
    expect(
      describeHeld({ ...many, held: [one("A", 40), one("B", 20), one("C", 12), one("D", 10), one("E", 8)] }),
    ).toBe("On average A 40.0%, B 20.0%, C 12.0%, D 10.0%, all others 8.0% and cash 10.0% of the account.");
  });
});

describe("areas", () => {
  it("have their name where they are high over all its width", () => {
    // over two steps the least is 3 from the third point on, 1 before
    expect(roomiest(by(9, 1, 9, 3, 4, 5), 2)).toBe(2);
    expect(roomiest(by(9, 1, 9, 3, 4, 5), 0)).toBe(0);
    expect(roomiest(by(1, 2), 2)).toBeNull();
  });

  it("stand one upon the other, and never above all there is", () => {
    const name = "A";
    const edges = edgesOf(
      [
        { name, share: by(60, 70), look: 0 },
        { name, share: by(30, 40), look: 1 },
      ],
      2,
    );
    expect(edges).toEqual([by(0, 0), by(60, 70), by(90, 100)]);
  });
});
