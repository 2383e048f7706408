/** Every fill of a run as CSV: `npm run simulate -- --fills FILE`. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildMarket } from "#tests/support/market-builder.ts";
import { columnFileOf, createMemoryFile, memoryReader } from "#tests/support/memory-file.ts";
import { portfolioRuns } from "#tests/support/random-portfolio.ts";
import { smallRuns } from "#tests/support/random-market.ts";
import type { RandomRun } from "#tests/support/random-market.ts";
import { tries, whenFull } from "#tests/support/tries.ts";
import { fillsFile } from "#workers/commands/simulate-command.ts";
import { openColumnFile } from "#workers/market/column-reader.ts";
import { LOOKED_AT_BY_RUNS, openParts } from "#workers/market/parted-file.ts";
import type { Report, RunFill } from "#workers/model/report.ts";
import { backtest } from "#workers/run/backtest.ts";
import { listenForFills } from "#workers/analysis/listen-for-fills.ts";
import { runParts } from "#workers/out-of-core/run-parts.ts";

interface FillLine {
  readonly date: string;
  readonly instrument: string;
  readonly side: string;
  readonly reason: string;
  readonly quantity: number;
  readonly price: number;
  readonly commission: number;
}

/** Of instruments without commas and quotes in their names. */
function readFills(text: string): readonly FillLine[] {
  const [header, ...lines] = text.trimEnd().split("\n");
  expect(header).toBe("date,instrument,side,reason,quantity,price,commission");
  return lines.map((line) => {
    const [date = "", instrument = "", side = "", reason = "", ...numbers] = line.split(",");
    const [quantity = Number.NaN, price = Number.NaN, commission = Number.NaN] = numbers.map(Number);
    return { date, instrument, side, reason, quantity, price, commission };
  });
}

function runWithFills({ strategy, series }: RandomRun): { report: Report; text: string } | null {
  const { hooks, fills } = listenForFills();
  const report = backtest(strategy, buildMarket(series), hooks);
  return report.ok ? { report: report.value, text: [...fillsFile(fills)].join("") } : null;
}

const filled = { date: "2020-01-02", quantity: 2.25, price: 10.5, commission: 0.02 };
const purchase: RunFill = { instrument: 'A"B,C', side: "buy", reason: null, ...filled };

describe("the file of fills", () => {
  it("has a header alone where nothing was bought", () => {
    expect([...fillsFile([])].join("")).toBe("date,instrument,side,reason,quantity,price,commission\n");
  });

  it("has one line a fill in their order, texts quoted where they must be", () => {
    const sold: RunFill = { ...filled, instrument: "TIDE", side: "sell", reason: "rebalance", commission: 0 };
    expect([...fillsFile([purchase, sold])].join("").split("\n").slice(1)).toEqual([
      '2020-01-02,"A""B,C",buy,,2.25,10.5,0.02',
      "2020-01-02,TIDE,sell,rebalance,2.25,10.5,0",
      "",
    ]);
  });

  it("is whole in pieces of any number of fills", () => {
    const fills = Array.from({ length: 25_000 }, (_, at) => ({ ...purchase, instrument: `S${at}` }));
    const lines = [...fillsFile(fills)].join("").trimEnd().split("\n");
    expect(lines).toHaveLength(25_001);
    expect(lines.at(-1)).toBe("2020-01-02,S24999,buy,,2.25,10.5,0.02");
  });
});

describe("what is listened for", () => {
  it("is purchases and sales, whatever else is decided", () => {
    const { hooks, fills } = listenForFills();
    const at = { day: 18_263, instrument: "TIDE" };
    hooks.log.push({ type: "exit", ...at, reason: "rule" });
    hooks.log.push({ type: "buy", ...at, quantity: 2.25, price: 10.5, commission: 0.02 });
    hooks.log.push({ type: "lapse", ...at, reason: "noCash" });
    expect(fills).toEqual([{ ...purchase, instrument: "TIDE" }]);
  });
});

const total = (curve: Float64Array = new Float64Array()) => curve.reduce((sum, each) => sum + each, 0);
const value = ({ quantity, price }: FillLine) => quantity * price;
/** Sums up to this are rounding. */
const close = (money: number, to: number) => Math.abs(money - to) <= 1e-9 * Math.max(1e5, Math.abs(to));

describe("the fills of a run", () => {
  it("make up its positions: a strategy by slots has one purchase and one sale of each", () => {
    let sold = 0;
    fc.assert(
      fc.property(smallRuns(), (run) => {
        const both = runWithFills(run);
        if (both === null) return;
        const { positions } = both.report;
        const fills = readFills(both.text);
        const sales = fills.filter(({ side }) => side === "sell");
        expect(fills.filter(({ side }) => side === "buy")).toHaveLength(positions.length);
        expect(sales).toHaveLength(positions.filter(({ exitReason }) => exitReason !== "open").length);
        for (const { date, instrument, reason } of sales)
          expect(positions).toContainEqual(
            expect.objectContaining({ exitDate: date, instrument, exitReason: reason }),
          );
        sold += sales.length;
      }),
      { numRuns: tries(300) },
    );
    expect(sold).toBeGreaterThan(50);
  });

  it("sum up to what positions bought and sold, parts among them, and to each session's sums", () => {
    let parts = 0;
    fc.assert(
      fc.property(portfolioRuns(), (run) => {
        const both = runWithFills(run);
        if (both === null) return;
        const { positions, account, equity } = both.report;
        const fills = readFills(both.text);
        const sumOf = (side: string, of: (fill: FillLine) => number) =>
          fills.filter((fill) => fill.side === side).reduce((sum, fill) => sum + of(fill), 0);
        expect(close(sumOf("buy", value), total(account?.bought))).toBe(true);
        expect(close(sumOf("sell", value), total(account?.sold))).toBe(true);
        const bought = positions.reduce((sum, { quantity, entryPrice }) => sum + quantity * entryPrice, 0);
        expect(close(sumOf("buy", value), bought)).toBe(true);
        // what is held is worth what the account has beside its cash
        const last = equity.value.length - 1;
        const heldWorth = (equity.value[last] ?? 0) - (account?.cash[last] ?? 0);
        const made =
          sumOf("sell", value) + heldWorth - bought - fills.reduce((sum, f) => sum + f.commission, 0);
        expect(
          close(
            made,
            positions.reduce((sum, { profit }) => sum + profit, 0),
          ),
        ).toBe(true);
        parts += fills.filter(({ reason }) => reason === "rebalance" || reason === "payment").length;
      }),
      { numRuns: tries(500) },
    );
    expect(parts).toBeGreaterThan(whenFull(100));
  });

  it("are the same in memory and block by block", async () => {
    const law = fc.asyncProperty(portfolioRuns(), async (run) => {
      const whole = runWithFills(run);
      const { bytes } = await columnFileOf(buildMarket(run.series), 40);
      const file = openColumnFile(memoryReader(bytes));
      if (!file || whole === null) return;
      const { hooks, fills } = listenForFills();
      const market = openParts(file, [], [...LOOKED_AT_BY_RUNS]);
      const report = runParts(run.strategy, market, hooks, { scratch: createMemoryFile() });
      expect(report.ok && report.value).toEqual(whole.report);
      expect([...fillsFile(fills)].join("")).toBe(whole.text);
    });
    await fc.assert(law, { numRuns: tries(300) });
  });
});
