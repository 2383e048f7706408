import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { accessibilityFaults } from "./open-app.tsx";
import { openResult } from "./open-result.tsx";
import { handReport } from "./results-report.ts";
import { listStrategies } from "#src/storage/strategies.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

vi.mock("#src/ui/growth-drawing.ts", () => ({
  drawGrowth: () => ({
    measure: () => {},
    show: () => {},
    mark: () => {},
    shade: () => {},
    remove: () => {},
  }),
}));

const withoutPositions = { ...handReport, positions: [] };

const preview = {
  date: "2022-12-31",
  instruments: 40,
  mostListed: 40,
  passing: {
    priceGrowth: 30,
    minPrice: 25,
    marketCapRank: 4,
    avgDailyValue: null,
    lastPriceVsClose: 12,
    lastPriceVsMA: 9,
  },
  scanner: 33,
  buy: 8,
  together: 7,
  rules: [],
  candidates: [],
  series: [],
  hasAdjusted: true,
  warnings: [],
};

describe("a run without a position", () => {
  it("names the most restrictive condition; an any-of scanner counts as one", async () => {
    asked.preview.mockResolvedValue({ ok: true, value: preview });
    await openResult(withoutPositions);
    expect(
      await screen.findByText(
        /The most restrictive condition is a last price at or above the 30-day moving average\. On the last session, 31\/12\/2022, 9 of 40 instruments met it, and 7 met all rules together\./,
      ),
    ).toBeTruthy();
    expect(screen.getByRole("link", { name: "Change the conditions" })).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("names no single condition where there are rules that are not counted one by one", async () => {
    asked.preview.mockResolvedValue({ ok: true, value: preview });
    await openResult(withoutPositions, strategyOf({ buy: { rules: ["close > 5"] } }));
    expect(
      await screen.findByText(
        /On the last session, 31\/12\/2022, 7 of 40 instruments met all rules together\. Loosen one of them, or choose another period\./,
      ),
    ).toBeTruthy();
  });

  it("names the tightest condition of an all-of scanner", async () => {
    asked.preview.mockResolvedValue({
      ok: true,
      value: { ...preview, scanner: 4, together: 0, passing: { ...preview.passing, marketCapRank: 0 } },
    });
    const scanner = { ...defaultStrategy.scanner, match: "all" } as const;
    await openResult(withoutPositions, { ...defaultStrategy, scanner });
    expect(
      await screen.findByText(
        /condition is a market cap rank in the top 10%\. On .* 0 of 40 instruments met it\. Loosen it/,
      ),
    ).toBeTruthy();
  });

  it("says why it can't count where the data is gone", async () => {
    const message = "This dataset is not on this device.";
    asked.preview.mockResolvedValue({
      ok: false,
      problem: { code: "dataset-unavailable", message },
    });
    await openResult(withoutPositions);
    expect(await screen.findByText(new RegExp(message))).toBeTruthy();
  });

  it("tells where instruments met the rules but one share was too dear", async () => {
    asked.preview.mockClear();
    await openResult({
      ...withoutPositions,
      passedOver: { unaffordable: 12, noSlot: 0, noCash: 0, noBar: 0 },
    });
    // A place is 1,00,000 / 20.
    expect(
      screen.getByText(/\(12 signals\), but none was bought: one share cost more than a place of ₹5,000/),
    ).toBeTruthy();
    expect(asked.preview).not.toHaveBeenCalled();
  });
});

describe("a run that passed every signal over for want of cash or a price", () => {
  it("says how many for each reason, and sends nobody to counts that aren't there", async () => {
    await openResult({
      ...withoutPositions,
      passedOver: { unaffordable: 1, noSlot: 0, noCash: 3, noBar: 1200 },
    });
    expect(
      screen.getByText(
        "Instruments met the scanner and the buy rules (1,204 signals), but none was bought: 1 at more than a position may cost, 3 without the cash at the fill and 1,200 without a price on the day of the fill.",
      ),
    ).toBeTruthy();
  });
});

describe("the header of a run", () => {
  it("duplicates the settings of the run as a new strategy", async () => {
    const strategy = { ...defaultStrategy, name: "Then", buy: { ...defaultStrategy.buy, closeDays: 77 } };
    const user = await openResult(handReport, strategy);
    await user.click(screen.getByRole("button", { name: "Duplicate" }));
    expect(await screen.findByText('"Then (copy)" was added to your strategies.')).toBeTruthy();
    const { records } = await listStrategies();
    expect(records.map((record) => [record.name, record.strategy.buy.closeDays])).toEqual([
      ["Then (copy)", 77],
    ]);
  });
});
