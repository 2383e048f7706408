import { completeRun } from "./complete-run.ts";
import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, describe, expect, it } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { handReport } from "./results-report.ts";
import { worked } from "#tests/analysis/worked-day.ts";
import { plainStrategy } from "#tests/engine/tables/worked-case.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { buildMarket, dateOf } from "#tests/support/market-builder.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { WhyPart } from "#src/pages/results/why/why-part.tsx";
import { formatDay } from "#src/format/day.ts";
import { explainDay } from "#workers/analysis/explain-day.ts";
import { err } from "#workers/model/problem.ts";

/** One instrument that rises by 1 a session from 100; the first that meets look-backs of 2 and 3 is the third. */
const { plan } = worked();
const run = { ...completeRun, strategy: plan.strategy };

/** 60 and 40 percent, set back beyond 5 points: AAA is worth 720 of 1,120 on the third day, 780 of 1,180 on the fourth. */
const banded = valueOf(
  planRun(
    strategyOf({
      simulation: {
        startMargin: 1000,
        startDate: dateOf(0),
        maxPositions: 2,
        positionSizing: "weights",
        weights: [
          { symbol: "AAA", weight: "60" },
          { symbol: "BBB", weight: "40" },
        ],
        weightsAre: "percents",
        rebalance: "daily",
        rebalanceBand: { points: 5, percent: null },
        fillAt: "next-close",
        fractionalShares: true,
      },
    }),
    buildMarket(
      Object.entries({ AAA: [100, 100, 120, 130, 130, 130], BBB: [100, 100, 100, 100, 100, 100] }).map(
        ([symbol, closes]) => ({ symbol, bars: closes.map((close, at) => [at, close, close] as const) }),
      ),
    ),
  ),
);

afterEach(cleanup);

async function ask(date: string, of: Plan = plan): Promise<HTMLElement> {
  asked.explain.mockImplementation((question) => Promise.resolve(explainDay(of, question.instrument, date)));
  const user = userEvent.setup();
  render(<WhyPart run={{ ...run, strategy: of.strategy }} report={handReport} />);
  await user.type(screen.getByLabelText("Instrument"), "aaa");
  await user.click(screen.getByText("Explain"));
  return screen.findByText(/^AAA, /);
}

describe("a day of an instrument", () => {
  it.each([
    {
      title: "that fails the buy rules",
      session: 1,
      text: "Not bought: it passed the scanner, but not the buy rules. What failed: close against the one 2 days before and close against the 3-day moving average.",
    },
    {
      title: "that is ordered",
      session: 2,
      text: `A buy was decided: 1 instrument met the rules, it was number 1 of them, and 1 place of ₹1,000 each could be filled. On ${formatDay(dateOf(3))} it was bought: 9 at ₹103.00.`,
    },
    {
      title: "that is bought",
      session: 3,
      text: `Bought on this day: 9 at ₹103.00, as decided at an earlier close. Held since ${formatDay(dateOf(3))} and not sold: no sell rule holds.`,
    },
    {
      title: "that is held",
      session: 5,
      text: `Held since ${formatDay(dateOf(3))} and not sold: no sell rule holds.`,
    },
  ])("$title is explained in a sentence", async ({ session, text }) => {
    const sentence = await ask(dateOf(session));
    expect(sentence.textContent).toBe(`AAA, ${formatDay(dateOf(session))}: ${text}`);
  });

  it.each([
    {
      title: "within its band",
      session: 2,
      text: "Held since 02/01/2020 and not sold: no sell rule holds. It is 64.3% of the account and planned to be 60.0%; it was not set back, since nothing that is held was outside its band.",
    },
    {
      title: "outside it",
      session: 3,
      text: "Held since 02/01/2020 and not sold: no sell rule holds. It was 66.1% of the account, 6.1 points above its 60.0%: 0.5538 of it are to be sold at the next fill. On 05/01/2020 it was sold: 0.5538 at ₹130.00.",
    },
    {
      title: "on which it is new",
      session: 0,
      text: "A buy was decided: 2 instruments met the rules, it was number 1 of them, and 2 places could be filled. It is to be 60.0% of the account, ₹600. On 02/01/2020 it was bought: 6 at ₹100.00.",
    },
    {
      title: "on which a part was sold",
      session: 4,
      text: "A part sold on this day: 0.5538 at ₹130.00, as decided at an earlier close. Held since 02/01/2020 and not sold: no sell rule holds. It is 60.0% of the account and planned to be 60.0%; it was not set back, since nothing that is held was outside its band.",
    },
  ])("of a portfolio, $title, says how much it is of the account and is to be", async ({ session, text }) => {
    const sentence = await ask(dateOf(session), banded);
    expect(sentence.textContent).toBe(`AAA, ${formatDay(dateOf(session))}: ${text}`);
    const answer = within(screen.getByLabelText("Answer"));
    expect(answer.getByText("Planned").nextElementSibling?.textContent).toBe("60.0%");
    expect(answer.getByText("Band").nextElementSibling?.textContent).toBe("5.0 points");
  });

  it("has every condition with value, threshold and verdict, and the account", async () => {
    await ask(dateOf(5));
    const answer = within(screen.getByLabelText("Answer"));
    const rows = answer.getAllByRole("row").map((row) => row.textContent);
    expect(rows).toEqual(
      expect.arrayContaining([
        "Price₹105.00₹50.00✓ holds",
        "Close against the one 2 days before₹105.00₹103.00✓ holds",
        "Close against the 3-day moving average₹105.00₹104.00✓ holds",
        "Trailing stop₹105.00₹94.50✗ does not hold",
      ]),
    );
    expect(answer.getByText("₹73")).toBeTruthy(); // 1,000 - 9 x 103
    const { violations } = await axe.run(document.body, {
      rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  it("has the rank by market cap as a place among the sizes, beside how many of the largest pass", async () => {
    // the largest half of four are two; AAA is the third
    const strategy = plainStrategy({ scanner: { minPrice: null, marketCapRank: 50 } });
    const sizes = [
      { symbol: "AAA", marketCap: 200 },
      { symbol: "BBB", marketCap: 400 },
      { symbol: "CCC", marketCap: 300 },
      { symbol: "DDD", marketCap: 100 },
    ];
    const ranked = planRun(
      strategy,
      buildMarket(
        sizes.map(({ symbol, marketCap }) => ({
          symbol,
          bars: Array.from({ length: 10 }, (_, t) => [t, 100 + t, 100 + t, { marketCap }] as const),
        })),
      ),
    );
    if (!ranked.ok) throw new Error(ranked.problem.message);
    await ask(dateOf(5), ranked.value);
    const rows = within(screen.getByLabelText("Answer"))
      .getAllByRole("row")
      .map((row) => row.textContent);
    expect(rows).toContain("Market cap rank, top 50%number 3 by sizethe largest 2✗ does not hold");
  });

  it("has own rules as lists within lists, with the state of each part in words", async () => {
    const strategy = plainStrategy({
      scanner: { minPrice: null },
      buy: {
        lastPriceVsClose: false,
        lastPriceVsMA: false,
        rules: [{ any: ["close > 200", "sma(20) > 1"], label: "Either" }, { off: "close > 1" }],
      },
    });
    const bars = Array.from({ length: 10 }, (_, t) => [t, 100 + t, 100 + t] as const);
    const ruled = planRun(strategy, buildMarket([{ symbol: "AAA", bars }]));
    if (!ruled.ok) throw new Error(ruled.problem.message);
    const sentence = await ask(dateOf(5), ruled.value);
    expect(sentence.textContent).toContain(
      "Not bought: it passed the scanner, but not the buy rules. What failed: Either (unknown).",
    );
    const answer = within(screen.getByLabelText("Answer"));
    const list = answer.getByRole("list", { name: "Own buy rules: all must hold" });
    expect(
      within(list)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "Either: any of? unknownclose > 200✗ falseclose105sma(20) > 1? unknownsma(20)? unknown (only 6 bars so far)",
      "close > 200✗ falseclose105",
      "close105",
      "sma(20) > 1? unknownsma(20)? unknown (only 6 bars so far)",
      "sma(20)? unknown (only 6 bars so far)",
      "close > 1off",
    ]);
    const { violations } = await axe.run(document.body, {
      rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  it("says by the field what can't be explained", async () => {
    asked.explain.mockResolvedValue(
      err({ code: "not-found", message: "ZZZ is not an instrument of this run.", place: "instrument" }),
    );
    const user = userEvent.setup();
    render(<WhyPart run={run} report={handReport} />);
    await user.type(screen.getByLabelText("Instrument"), "zzz{Enter}");
    expect(await screen.findByText("ZZZ is not an instrument of this run.")).toBeTruthy();
    expect(asked.explain).toHaveBeenLastCalledWith(
      expect.objectContaining({ instrument: "zzz", date: "2022-12-31" }),
      {},
    );
  });
});
