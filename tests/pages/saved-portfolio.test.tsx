/** What a saved file has of a portfolio: money, what was held, and the checks that only a portfolio has. */
import axe from "axe-core";
import { describe, expect, it } from "vitest";
import { portfolioStrategy } from "#tests/support/strategy-of.ts";
import { completeRun } from "./complete-run.ts";
import { holdings } from "./held-by-hand.ts";
import { movedReport } from "./moved-report.ts";
import { reportHtml } from "#src/pages/results/saved-report.tsx";
import type { ReportContents } from "#src/pages/results/saved-report.tsx";

function read(changes: Partial<ReportContents> = {}): Document {
  const page = reportHtml({
    run: { ...completeRun, strategy: portfolioStrategy },
    report: movedReport,
    analysis: null,
    trace: null,
    holdings,
    parts: {},
    notes: [],
    savedAt: 0,
    style: "",
    ...changes,
  });
  return new DOMParser().parseFromString(page, "text/html");
}

function textOf(page: Document): string {
  return page.body.textContent.replaceAll(/\s+/g, " ");
}

function images(page: Document): readonly string[] {
  return Array.from(
    page.querySelectorAll("svg[role=img]"),
    (image) => image.getAttribute("aria-label") ?? "",
  );
}

describe("the saved file of a portfolio", () => {
  it("has both returns, and the account in money beside what was put in", () => {
    const page = read();
    const text = textOf(page);
    // 1,000 at first and 500 later, 200 taken out: 1,300 put in
    for (const part of [
      "Put in₹1,500",
      "Return of the strategy",
      "Your own return (XIRR)",
      "the account was worth ₹1,701, with ₹1,300 put in",
    ])
      expect(text).toContain(part);
    expect(images(page).some((label) => label.startsWith("Money over time"))).toBe(true);
  });

  it("has what was held, and each day on which it was set back with what was off and what it cost", () => {
    const page = read();
    const text = textOf(page);
    expect(
      images(page).some((label) => label.startsWith("Shares of the account at the ends of months")),
    ).toBe(true);
    expect(text).toContain("On average AAA 43.0%, BBB 18.0%, 9 others 1.0% and cash 38.0% of the account.");
    expect(text).toContain("Set back to plan: 2 days with orders");
    expect(text).toContain("AAA 69.2%, plan 60.0%");
    expect(text).not.toContain("All rebalances");
  });

  it("has the orders alone where the prices could not be read again", () => {
    const text = textOf(read({ holdings: null }));
    expect(text).toContain("All rebalances (2)");
    expect(text).not.toContain("What was held");
  });

  it("has the checks that only a portfolio has, and nothing that a script would draw", () => {
    const gist = { endValue: 1000, cagr: 5, maxDrawdown: -10 };
    const way = { ...gist, turnover: 10, costs: 0.1 };
    const page = read({
      parts: {
        setBack: {
          days: 20,
          ways: [
            { ...way, way: "never", leads: 3 },
            { ...way, way: "monthly", leads: 15 },
          ],
        },
        scheduleDays: [1, 2, 3].map((day) => Object.assign({ day }, gist)),
        lasted: {
          years: 10,
          starts: [{ from: "2000-01-01", endValue: 700, ranOut: null }],
          worst: 0,
          path: { day: [1, 2], value: [1, 2] },
          draws: { paths: 2000, months: 200, blockMonths: 6, lasted: 2000, left: { p5: 1, p50: 2, p95: 3 } },
        },
      },
    });
    const text = textOf(page);
    for (const part of [
      "Is setting back worth it?",
      "The luck of the day",
      "Would the money have lasted?",
      "1 of 1 start (100%)",
      "100% of 2,000 orders of months",
    ])
      expect(text).toContain(part);
    expect(text).not.toContain("The worst start");
    expect(page.querySelectorAll("button, canvas, script")).toHaveLength(0);
  });

  it("has nothing for axe to find", async () => {
    document.documentElement.lang = "en";
    document.title = "Saved";
    document.body.replaceChildren(...read().body.children);
    const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});
