import { currentAddress, accessibilityFaults, openApp } from "./open-app.tsx";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startRun } from "#src/run/start-run.ts";
import { sketchRuns } from "#src/run/sketch-runs.ts";
import { database } from "#src/storage/database.ts";
import { addDataset } from "#src/storage/datasets.ts";
import type { DatasetRecord } from "#src/storage/records.ts";
import { keepStrategy, listStrategies } from "#src/storage/strategies.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { FactName } from "#workers/model/reading.ts";
import type { RunSketch } from "#workers/model/run-sketch.ts";

vi.mock("#src/run/start-run.ts", () => ({
  startRun: vi.fn<(id: string) => Promise<unknown>>(() =>
    Promise.resolve({ ok: true, value: { runId: "run-1" } }),
  ),
  cancelRun: vi.fn<() => boolean>(),
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));
vi.mock("#src/run/sketch-runs.ts", () => ({ sketchRuns: vi.fn<typeof sketchRuns>() }));

const sketch: RunSketch = {
  from: "2001-02-03",
  to: "2020-03-04",
  priceBasis: "adjusted",
  cagr: 12.34,
  maxDrawdown: -30.06,
  trades: 1234,
  positions: 1240,
  invested: 80,
  benchmark: { label: "TIDAL120", cagr: 10, maxDrawdown: -50 },
  average: { cagr: 14.8, maxDrawdown: -55 },
  account: [1, 2, 4],
  index: [1, 1.5, 2],
};

/** Some prices of an exchange that the templates were not written for. */
function datasetRecord({
  factNames = [],
  instrumentTypes = ["EQUITY"],
  closeOnly = 1000,
  lastDate = "2019-12-30",
}: {
  readonly factNames?: readonly FactName[];
  readonly instrumentTypes?: readonly string[];
  readonly closeOnly?: number;
  readonly lastDate?: string;
}): DatasetRecord {
  const firstDate = "2011-01-03";
  const file = {
    file: "a.csv",
    layout: "comma",
    rows: 1000,
    bars: 1000,
    leftOut: 0,
    repeats: 0,
    closeOnly,
    instruments: 2,
    firstDate,
    lastDate,
    issues: [],
  };
  return {
    id: "mine",
    title: "Mine",
    importedAt: 1,
    facts: {
      instruments: 40,
      bars: 1000,
      firstDate,
      lastDate,
      exchanges: ["NYSE"],
      instrumentTypes,
      fingerprint: "f00d",
      bytes: 100,
      factNames,
    },
    notes: { files: [file] },
    defaults: { exchange: "NYSE", instrumentType: "EQUITY", currency: "" },
  };
}

beforeEach(() => {
  vi.mocked(sketchRuns).mockReset();
  vi.mocked(sketchRuns).mockImplementation(async ({ strategies }, { onSketches }) => {
    onSketches(new Map(strategies.map((_, at) => [at, ok(sketch)])));
    return ok(null);
  });
});

async function findCard(name: string) {
  const region = await screen.findByRole("region", { name: "Or start from a template" });
  const heading = await within(region).findByRole("heading", { level: 3, name });
  const card = heading.closest("li");
  if (!card) throw new Error(`the heading ${name} is in no card`);
  return within(card);
}

describe("the gallery", () => {
  it("is opened from the list, with every template, its figures and its background", async () => {
    const user = openApp("/strategy");
    expect(sketchRuns).not.toHaveBeenCalled();
    await user.click(await screen.findByRole("button", { name: "Browse all templates" }));
    expect(currentAddress()).toBe("/strategy?templates=all");
    const card = await findCard("Double sevens");
    expect(screen.getByText("40 templates")).toBeDefined();
    expect(await card.findByText("+12.3%")).toBeDefined();
    expect(card.getByText("Behind the average share by 2.5 points a year")).toBeDefined();
    expect(card.getByText("−30.1%")).toBeDefined();
    expect(card.getByText("The average share: +14.8%, −55.0%")).toBeDefined();
    expect(card.getByText("1,234")).toBeDefined();
    await user.click(card.getByText("Why, when it fails, source, data"));
    expect(
      await card.findByText("Connors & Alvarez, Short Term Trading Strategies That Work, 2008."),
    ).toBeDefined();
    const terms = card.getAllByRole("term").map(({ textContent }) => textContent);
    expect(terms).toEqual(
      expect.arrayContaining(["Why it should work", "When it fails", "Source", "Data needed"]),
    );
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Close the gallery" }));
    await waitFor(() => expect(currentAddress()).toBe("/strategy"));
  });

  it("marks falls that are seen at month ends alone", async () => {
    vi.mocked(sketchRuns).mockImplementation(async ({ strategies }, { onSketches }) => {
      onSketches(new Map(strategies.map((_, at) => [at, ok({ ...sketch, frequency: "monthly" as const })])));
      return ok(null);
    });
    openApp("/strategy?templates=all");
    const card = await findCard("Golden cross");
    expect((await card.findByText("Max drawdown, month ends")).nextElementSibling?.textContent).toBe(
      "−30.1%",
    );
  });

  it("says so where a template bought nothing, and where it sold nothing", async () => {
    vi.mocked(sketchRuns).mockImplementation(async ({ strategies }, { onSketches }) => {
      const idle: RunSketch = { ...sketch, cagr: 0, maxDrawdown: 0, trades: 0, positions: 0, invested: 0 };
      const holding: RunSketch = { ...sketch, trades: 0, positions: 3 };
      onSketches(
        new Map(strategies.map(({ name }, at) => [at, ok(name === "Golden cross" ? holding : idle)])),
      );
      return ok(null);
    });
    openApp("/strategy?templates=all");
    const idle = await findCard("Double sevens");
    expect(
      await idle.findByText(
        "Nothing: in 03/02/2001 – 04/03/2020 it would have bought no instrument of this data.",
      ),
    ).toBeTruthy();
    expect(idle.queryByText("CAGR")).toBe(null);
    expect(idle.queryByText(/bars back/)).toBe(null);
    const heavy = await findCard("Stage 2 breakout");
    expect(heavy.queryByText(/column of volumes/)).toBe(null); // the demo market has them
    const holding = await findCard("Golden cross");
    expect(await holding.findByText("It sold nothing of what it bought.")).toBeTruthy();
    expect(holding.getByText("CAGR")).toBeTruthy();
  });

  it("runs a template on the demo market without a second record, and in no list before it is kept", async () => {
    const user = openApp("/strategy?templates=all");
    const card = await findCard("Golden cross");
    await user.click(card.getByRole("button", { name: "Run: Golden cross" }));
    await waitFor(() => expect(currentAddress()).toBe("/simulation-result?run=run-1"));
    expect((await listStrategies()).records).toEqual([]);
    const [trial] = await database.strategies.toArray();
    expect(trial).toMatchObject({ name: "Golden cross", datasetId: "demo", isTrial: true });
    expect(trial?.strategy.simulation).toMatchObject({ priceBasis: "adjusted", commissionPercent: 0.39 });
    cleanup();
    const later = openApp("/strategy?templates=all");
    await later.click((await findCard("Golden cross")).getByRole("button", { name: "Run: Golden cross" }));
    await waitFor(() => expect(startRun).toHaveBeenCalledTimes(2));
    expect(await database.strategies.count()).toBe(1);
    expect(vi.mocked(startRun).mock.calls).toEqual([[trial?.id], [trial?.id]]);
    valueOf(await keepStrategy(trial?.id ?? ""));
    expect((await listStrategies()).records.map(({ name }) => name)).toEqual(["Golden cross"]);
  });

  it("opens a copy in the builder", async () => {
    const user = openApp("/strategy?templates=all");
    const card = await findCard("Supertrend");
    await user.click(card.getByRole("button", { name: "Use this: Supertrend" }));
    await waitFor(async () => {
      const [kept] = (await listStrategies()).records;
      expect(currentAddress()).toBe(`/simulation-steps?id=${kept?.id}&step=scanner`);
    });
  });

  it("opens a portfolio where it says how much of each", async () => {
    const user = openApp("/strategy?templates=all");
    const card = await findCard("60/40 that waits");
    await user.click(card.getByRole("button", { name: "Use this: 60/40 that waits" }));
    await waitFor(async () => {
      const [kept] = (await listStrategies()).records;
      expect(currentAddress()).toBe(`/simulation-steps?id=${kept?.id}&step=simulation`);
    });
  });

  it("finds by kind and words, in the address", async () => {
    const user = openApp("/strategy?templates=all&kind=mean-reversion");
    await findCard("RSI(2) pullback");
    expect(screen.getByText("5 of 40 templates")).toBeDefined();
    await user.type(screen.getByLabelText("Search the templates"), "bollinger");
    expect(await screen.findByText("1 of 40 templates")).toBeDefined();
    expect(currentAddress()).toBe("/strategy?templates=all&kind=mean-reversion&find=bollinger");
    await user.type(screen.getByLabelText("Search the templates"), " tulips");
    expect(await screen.findByText("No template of this kind contains these words.")).toBeDefined();
  });

  it("has portfolios as a kind, and says on how many days they gave orders", async () => {
    vi.mocked(sketchRuns).mockImplementation(async ({ strategies }, { onSketches }) => {
      const held: RunSketch = { ...sketch, trades: 0, positions: 2, rebalances: 41 };
      onSketches(new Map(strategies.map((_, at) => [at, ok(held)])));
      return ok(null);
    });
    const user = openApp("/strategy?templates=all");
    await findCard("60/40 that waits");
    await user.selectOptions(screen.getByLabelText("Kind"), "Portfolio");
    expect(await screen.findByText("6 of 40 templates")).toBeDefined();
    const card = await findCard("60/40 that waits");
    expect(await card.findByText("Days with orders")).toBeDefined();
    expect(card.getByText("41")).toBeDefined();
    expect(card.queryByText("Trades")).toBe(null);
    expect(card.queryByText("It sold nothing of what it bought.")).toBe(null);
    const job = vi.mocked(sketchRuns).mock.lastCall?.[0];
    const waiting = job?.strategies.find(({ name }) => name === "60/40 that waits");
    expect(waiting?.scanner).toMatchObject({ exchange: "NSE", instrumentType: "FUND" });
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("uses a portfolio elsewhere with its plan, without the demo market's series", async () => {
    const record = datasetRecord({});
    await addDataset(record);
    const user = openApp(`/strategy?templates=all&on=${record.id}+NYSE`);
    const card = await findCard("Living on 4%");
    await user.click(card.getByRole("button", { name: "Use this: Living on 4%" }));
    await waitFor(async () => expect((await listStrategies()).records).toHaveLength(1));
    const [kept] = (await listStrategies()).records;
    expect(kept?.strategy.simulation.weights?.map(({ weight }) => weight)).toEqual(["60", "40"]);
    expect(kept?.strategy.simulation.flows).toEqual([{ amount: -40_000, every: "yearly" }]);
  });

  it("works nothing out after it was left", async () => {
    const user = openApp("/strategy?templates=all");
    await findCard("Golden cross");
    await waitFor(() => expect(sketchRuns).toHaveBeenCalledOnce());
    const signal = vi.mocked(sketchRuns).mock.lastCall?.[1].signal;
    expect(signal?.aborted).toBe(false);
    await user.click(screen.getByRole("button", { name: "Close the gallery" }));
    await waitFor(() => expect(signal?.aborted).toBe(true));
  });

  it("does not offer to run what can't be run, and says why", async () => {
    vi.mocked(sketchRuns).mockImplementation(async (_, { onSketches }) => {
      onSketches(new Map([[0, err({ code: "period-empty" as const, message: "There is no session." })]]));
      return err({ code: "worker-lost" as const, message: "The worker stopped." });
    });
    openApp("/strategy?templates=all&find=specification");
    expect(await screen.findByText(/It can't be run here: There is no session\./, {})).toBeDefined();
    expect(screen.queryByRole("button", { name: "Run: My Momentum Strategy" })).toBeNull();
    expect(screen.getByRole("button", { name: "Use this: My Momentum Strategy" })).toBeDefined();
    expect((await screen.findByRole("alert")).textContent).toContain("The worker stopped.");
  });
});

describe("the gallery on imported prices", () => {
  it("says what they lack and how to bring it, and runs the rest on all their days", async () => {
    const record = datasetRecord({});
    expect((await addDataset(record)).ok).toBe(true);
    const user = openApp("/strategy?templates=all");
    await findCard("Golden cross");
    await user.selectOptions(screen.getByLabelText("Data"), "Mine, NYSE");
    const lacking: readonly (readonly [name: string, text: RegExp])[] = [
      ["Magic formula", /^earningsYield and roic are not in this data\. Import a facts\.csv/],
      ["F-score", /^fScore and pb are not in this data/],
      ["Supertrend", /^This data has closing prices only, without high and low\./],
      ["Stocks on the move", /^This data has no index\./],
      ["Dual momentum", /^It trades a list of symbols, and its own are of the demo market\./],
      ["60/40 that waits", /^It holds funds by name, and its own are of the demo market\./],
      ["The ten-month line", /^Its idle money earns what a fund of the demo market does\./],
      ["Living on 4%", /^Its withdrawals grow with the demo market's consumer prices\./],
    ];
    for (const [name, text] of lacking) {
      // oxlint-disable-next-line no-await-in-loop -- one card after the other
      const card = await findCard(name);
      expect(card.getByText(text)).toBeDefined();
      expect(card.queryByRole("button", { name: `Run: ${name}` })).toBeNull();
      expect(card.getByRole("button", { name: `Use this: ${name}` })).toBeDefined();
    }
    expect((await findCard("Golden cross")).getByRole("button", { name: "Run: Golden cross" })).toBeDefined();
    const job = vi.mocked(sketchRuns).mock.lastCall?.[0];
    expect(job).toMatchObject({ datasetId: record.id, exchange: "NYSE" });
    expect(job?.strategies.some(({ name }) => name === "Magic formula")).toBe(false);
    for (const { scanner, simulation } of job?.strategies ?? []) {
      expect(scanner).toMatchObject({ exchange: "NYSE", instrumentType: "EQUITY" });
      expect(simulation).toMatchObject({ startDate: "2011-01-03", endDate: "2019-12-30" });
    }
    // a place for each of the instruments
    expect(job?.strategies.find(({ name }) => name === "Everything equally")?.simulation.maxPositions).toBe(
      40,
    );
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("says where it is too short for a template that bought nothing", async () => {
    vi.mocked(sketchRuns).mockImplementation(async ({ strategies }, { onSketches }) => {
      onSketches(new Map(strategies.map((_, at) => [at, ok({ ...sketch, trades: 0, positions: 0 })])));
      return ok(null);
    });
    const record = datasetRecord({ lastDate: "2011-06-30", closeOnly: 0 });
    await addDataset(record);
    openApp(`/strategy?templates=all&on=${record.id}+NYSE`);
    const cross = await findCard("Golden cross"); // sma(200); 178 days of which 252 / 365.25 are sessions
    expect(
      await cross.findByText(
        "Its rules look 200 bars back, and this data has about 123 sessions. Import a longer history.",
      ),
    ).toBeTruthy();
    const turtle = await findCard("Turtle, system 1"); // highest(high, 20)[1]
    expect(await turtle.findByText(/it would have bought no instrument/)).toBeTruthy();
    expect(turtle.queryByText(/bars back/)).toBe(null);
    const heavy = await findCard("Stage 2 breakout");
    expect(await heavy.findByText(/never find in files without a column of volumes/)).toBeTruthy();
  });

  it("uses a template with the prices that the data has, without the demo market's symbols", async () => {
    vi.mocked(sketchRuns).mockImplementation(async ({ strategies }, { onSketches }) => {
      onSketches(
        new Map(strategies.map((_, at) => [at, ok({ ...sketch, priceBasis: "as-traded" as const })])),
      );
      return ok(null);
    });
    const record = datasetRecord({});
    await addDataset(record);
    const user = openApp(`/strategy?templates=all&on=${record.id}+NYSE`);
    const card = await findCard("Dual momentum");
    await screen.findByText(/prices as traded, since it has no adjusted ones/);
    await user.click(card.getByRole("button", { name: "Use this: Dual momentum" }));
    await waitFor(async () => expect((await listStrategies()).records).toHaveLength(1));
    const [kept] = (await listStrategies()).records;
    expect(kept?.datasetId).toBe(record.id);
    expect(kept?.strategy.scanner.symbols).toBeUndefined();
    expect(kept?.strategy.simulation.priceBasis).toBe("as-traded");
  });

  it("misses nothing that they have", async () => {
    const record = datasetRecord({
      factNames: [
        { name: "earningsyield", kind: "fact" },
        { name: "roic", kind: "fact" },
      ],
      instrumentTypes: ["EQUITY", "INDEX"],
      closeOnly: 0,
    });
    await addDataset(record);
    openApp(`/strategy?templates=all&on=${record.id}+NYSE`);
    for (const name of ["Magic formula", "Supertrend", "Stocks on the move"]) {
      // oxlint-disable-next-line no-await-in-loop -- one card after the other
      const card = await findCard(name);
      expect(card.getByRole("button", { name: `Run: ${name}` })).toBeDefined();
    }
  });

  it("says that the data of the address is gone", async () => {
    openApp("/strategy?templates=all&on=gone+NSE");
    const alert = await screen.findByRole("alert", {});
    expect(alert.textContent).toContain("is not on this device any more");
    expect(sketchRuns).not.toHaveBeenCalled();
    expect(screen.getByLabelText("Data")).toHaveProperty("value", "gone NSE");
  });
});
