/** A dataset's instruments on the Data screen: the list, the chart's twins, and decisions about suspected splits. */
import { accessibilityFaults, currentAddress, openApp } from "./open-app.tsx";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { addDataset, deleteDatasetRecord, loadDataset, sourceFor } from "#src/storage/datasets.ts";
import type { DatasetRecord } from "#src/storage/records.ts";
import { drawCandles } from "#src/ui/candle-drawing.ts";
import { drawTimeChart } from "#src/ui/time-drawing.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import type { InstrumentBars, InstrumentSummary } from "#workers/model/instruments.ts";
import type { InstrumentQuality } from "#workers/model/quality.ts";

vi.mock("#src/run/start-run.ts", () => ({
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));
/** The canvas needs a real browser; what it is told to draw is tested here. */
vi.mock("#src/ui/candle-drawing.ts", () => ({ drawCandles: vi.fn<typeof drawCandles>() }));
vi.mock("#src/ui/time-drawing.ts", () => ({ drawTimeChart: vi.fn<typeof drawTimeChart>() }));

const record: DatasetRecord = {
  id: "mine",
  title: "My shares",
  importedAt: 0,
  facts: {
    instruments: 3,
    bars: 9,
    firstDate: "2024-01-02",
    lastDate: "2024-01-12",
    exchanges: ["NSE"],
    instrumentTypes: ["EQUITY"],
    fingerprint: "f00d",
    bytes: 1000,
  },
  notes: { files: [] },
  defaults: { exchange: "NSE", instrumentType: "EQUITY", currency: "" },
};

function quality(symbol: string, found: Partial<InstrumentQuality> = {}): InstrumentQuality {
  return {
    symbol,
    missingSessions: 0,
    gapCount: 0,
    gaps: [],
    splits: [],
    stale: [],
    futureBars: 0,
    ...found,
  };
}

function instrument(symbol: string, name: string, found: Partial<InstrumentQuality> = {}): InstrumentSummary {
  return {
    symbol,
    name,
    exchange: "NSE",
    instrumentType: "EQUITY",
    currency: "INR",
    bars: 3,
    firstDate: "2024-01-02",
    lastDate: "2024-01-12",
    quality: quality(symbol, found),
  };
}

const LIST: readonly InstrumentSummary[] = [
  instrument("ACME", "Acme Works", {
    splits: [
      {
        date: "2024-01-12",
        before: 210,
        after: 105,
        ratio: 2,
        fraction: "2:1",
        factor: 2,
        isConfirmed: true,
      },
    ],
    gapCount: 1,
    missingSessions: 6,
    gaps: [{ from: "2024-01-04", to: "2024-01-11", sessions: 6 }],
  }),
  instrument("BETA", "Beta Foods"),
  instrument("GAMMA", "", { stale: [{ from: "2024-01-02", to: "2024-01-12", bars: 60 }] }),
];

const BARS: InstrumentBars = {
  day: Int32Array.from(["2024-01-02", "2024-01-03", "2024-01-12"], (iso) => parseIsoDay(iso) ?? 0),
  open: Float64Array.of(200, 205, 105),
  high: Float64Array.of(206, 212, 108),
  low: Float64Array.of(198, 204, 103),
  close: Float64Array.of(204, 210, 106),
  volume: Float64Array.of(1000, 1100, 2400),
};

beforeEach(async () => {
  vi.clearAllMocks();
  asked.listInstruments.mockResolvedValue({ ok: true, value: LIST });
  asked.loadBars.mockResolvedValue({ ok: true, value: BARS });
  vi.mocked(drawCandles).mockReturnValue({
    show: vi.fn<() => void>(),
    follow: () => () => undefined,
    picture: () => document.createElement("canvas"),
    remove: vi.fn<() => void>(),
  });
  valueOf(await deleteDatasetRecord("mine"));
  valueOf(await addDataset(record));
});

async function table(): Promise<HTMLElement> {
  return screen.findByRole("table", { name: "Instruments" });
}

async function symbolsShown(): Promise<(string | null)[]> {
  return within(await table())
    .getAllByRole("rowheader")
    .map(({ textContent }) => textContent);
}

describe("the list of a dataset's instruments", () => {
  it("is reached from the dataset's card, and leads back", async () => {
    const user = openApp("/data");
    const card = (await screen.findByRole("heading", { name: "My shares" })).closest("article");
    await user.click(within(card ?? document.body).getByRole("link", { name: "Instruments" }));
    expect(currentAddress()).toBe("/data?dataset=mine");
    expect(await symbolsShown()).toEqual(["ACME", "BETA", "GAMMA"]);
    await user.click(screen.getByRole("link", { name: "All datasets" }));
    expect(await screen.findByRole("heading", { name: "Datasets" })).toBeTruthy();
  });

  it("shows facts and findings of each, can be searched, narrowed to findings and sorted", async () => {
    const user = openApp("/data?dataset=mine");
    const rows = within(await table());
    expect(rows.getByRole("cell", { name: "1 suspected split, 1 gap (6 sessions)" })).toBeTruthy();
    expect(rows.getByRole("cell", { name: "1 stale stretch" })).toBeTruthy();
    expect(rows.getByRole("cell", { name: "none" })).toBeTruthy();
    await user.type(screen.getByRole("searchbox", { name: "Search" }), "foods");
    expect(await symbolsShown()).toEqual(["BETA"]);
    await user.clear(screen.getByRole("searchbox", { name: "Search" }));
    await user.click(screen.getByRole("checkbox", { name: "Only those with findings" }));
    expect(await symbolsShown()).toEqual(["ACME", "GAMMA"]);
    await user.click(screen.getByRole("button", { name: /^Symbol/ }));
    expect(await symbolsShown()).toEqual(["GAMMA", "ACME"]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("says what is wrong with a dataset or an instrument that is not there", async () => {
    openApp("/data?dataset=gone");
    expect(await screen.findByText(/not on this device/)).toBeTruthy();
  });

  it("says so when the prices can't be read", async () => {
    asked.listInstruments.mockResolvedValue({
      ok: false,
      problem: { code: "dataset-unavailable", message: "The prices are gone." },
    });
    openApp("/data?dataset=mine");
    expect((await screen.findByRole("alert")).textContent).toContain("The prices are gone.");
  });
});

/** The days of the curves that were drawn last. */
function daysDrawn(): number[] {
  return [...(vi.mocked(drawTimeChart).mock.calls.at(-1)?.[1].day ?? [])];
}

describe("one instrument", () => {
  it("shows a fact over the days that the candles show, also once these are moved", async () => {
    const moved: ((from: number, to: number) => void)[] = [];
    vi.mocked(drawCandles).mockReturnValue({
      show: vi.fn<() => void>(),
      follow(onShown) {
        moved.push(onShown);
        return () => undefined;
      },
      picture: () => document.createElement("canvas"),
      remove: vi.fn<() => void>(),
    });
    vi.mocked(drawTimeChart).mockReturnValue({
      fill: vi.fn<() => void>(),
      picture: () => document.createElement("canvas"),
      remove: vi.fn<() => void>(),
    });
    const fact = {
      name: "eps",
      kind: "fact",
      day: Int32Array.of(19_000),
      value: Float64Array.of(5),
    } as const;
    asked.loadBars.mockResolvedValue({ ok: true, value: { ...BARS, facts: [fact] } });
    openApp("/data?dataset=mine&instrument=ACME");
    await waitFor(() => expect(daysDrawn()).toEqual([...BARS.day]), { timeout: 5000 });
    await waitFor(() => expect(moved).not.toEqual([]), { timeout: 5000 });
    moved.at(-1)?.(BARS.day[1] ?? 0, BARS.day[2] ?? 0);
    await waitFor(() => expect(daysDrawn()).toEqual(Array.from(BARS.day.slice(1))), { timeout: 5000 });
  });

  it("has a chart with its gaps left blank and marked, a summary and a table of every bar", async () => {
    const user = openApp("/data?dataset=mine&instrument=ACME");
    await screen.findByRole("heading", { name: "ACME · Acme Works" });
    const figure = await screen.findByRole("figure");
    expect(figure.textContent).toContain(
      "ACME: 3 bars from 02/01/2024 to 12/01/2024, from a close of 204.00 to 106.00; the lowest price was 103.00, the highest 212.00.",
    );
    const scene = vi.mocked(drawCandles).mock.calls[0]?.[1];
    // the 4th, 5th, and the 8th to the 11th, without the weekend
    expect(scene?.blanks.length).toBe(6);
    expect(scene?.marks).toEqual([
      { day: parseIsoDay("2024-01-12"), text: "gap 6", place: "below" },
      { day: parseIsoDay("2024-01-12"), text: "2:1?", place: "above" },
    ]);
    await user.click(screen.getByText("Prices as a table"));
    const cells = within(screen.getByRole("table", { name: "Bars of ACME" })).getAllByRole("row")[1];
    expect(cells?.textContent).toBe("12/01/2024105.00108.00103.00106.002,400");
    expect(screen.getByText("6 sessions without a bar in 1 gap: 04/01/2024 to 11/01/2024 (6).")).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("of rates has a line, and its rates in words and as a table", async () => {
    const close = Float64Array.of(0.25, -0.5, 0.1);
    asked.loadBars.mockResolvedValue({
      ok: true,
      value: { ...BARS, open: close, high: close, low: close, close, volume: new Float64Array(3) },
    });
    asked.listInstruments.mockResolvedValue({
      ok: true,
      value: [{ ...instrument("TBILL", "Bills of three months"), instrumentType: "RATE", exchange: "OTHER" }],
    });
    const user = openApp("/data?dataset=mine&instrument=TBILL");
    const figure = await screen.findByRole("figure");
    expect(figure.textContent).toContain(
      "TBILL: 3 rates from 02/01/2024 to 12/01/2024, from 0.25 to 0.10; the lowest was −0.50, the highest 0.25. They are never traded.",
    );
    const scene = vi.mocked(drawCandles).mock.calls.at(-1)?.[1];
    expect(scene?.lines).toEqual([{ name: "Rate", look: "rule1", day: BARS.day, level: close }]);
    await user.click(screen.getByText("Rates as a table"));
    const rows = within(screen.getByRole("table", { name: "Rates of TBILL" })).getAllByRole("row");
    expect(rows.map(({ textContent }) => textContent).slice(0, 2)).toEqual(["DayRate", "12/01/20240.10"]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("that the dataset hasn't is told", async () => {
    openApp("/data?dataset=mine&instrument=NONE");
    expect((await screen.findByRole("alert")).textContent).toContain("NONE is not in this dataset");
  });

  it("a split that is accepted is recorded, read anew, changes the fingerprint, and can be undone", async () => {
    const user = openApp("/data?dataset=mine&instrument=ACME");
    await user.click(
      await screen.findByRole("button", { name: "Adjust earlier prices for 2:1 on 12/01/2024" }),
    );
    await waitFor(() => expect(asked.listInstruments).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(asked.loadBars).toHaveBeenCalledTimes(2));
    expect(valueOf(await loadDataset("mine")).appliedSplits).toEqual([
      { symbol: "ACME", date: "2024-01-12", factor: 2 },
    ]);
    const changed = valueOf(await sourceFor("mine", "NSE"));
    expect(changed.fingerprint).not.toBe("f00d");
    expect(changed.source).toEqual({
      type: "stored",
      datasetId: "mine",
      splits: [{ symbol: "ACME", date: "2024-01-12", factor: 2 }],
    });
    await user.click(await screen.findByRole("button", { name: "Undo the decision on 12/01/2024" }));
    expect(await screen.findByRole("button", { name: /^Adjust earlier prices/ })).toBeTruthy();
    expect(valueOf(await sourceFor("mine", "NSE"))).toEqual({
      source: { type: "stored", datasetId: "mine" },
      title: "My shares",
      fingerprint: "f00d",
      benchmark: null,
    });
  });

  it("a split that is left as it is is not asked again, and changes nothing of the prices", async () => {
    const user = openApp("/data?dataset=mine&instrument=ACME");
    await user.click(await screen.findByRole("button", { name: "Leave as it is on 12/01/2024" }));
    expect(await screen.findByText(/left as it is\. Decided/)).toBeTruthy();
    expect(within(await table()).getByRole("cell", { name: "1 gap (6 sessions)" })).toBeTruthy();
    expect(asked.listInstruments).toHaveBeenCalledTimes(1);
    expect(valueOf(await sourceFor("mine", "NSE")).fingerprint).toBe("f00d");
  });

  it("can leave its instrument out, which can be undone", async () => {
    const user = openApp("/data?dataset=mine&instrument=ACME");
    await user.click(await screen.findByRole("button", { name: "Leave the instrument out for 12/01/2024" }));
    expect(
      await screen.findByText(/the instrument is left out: no run trades or ranks it\. Decided/),
    ).toBeTruthy();
    expect(valueOf(await loadDataset("mine")).appliedSplits).toEqual([
      { symbol: "ACME", date: "2024-01-12", factor: 2, leavesOut: true },
    ]);
    await user.click(await screen.findByRole("button", { name: "Undo the decision on 12/01/2024" }));
    expect(await screen.findByRole("button", { name: /^Adjust earlier prices/ })).toBeTruthy();
  });

  it("of the demo market can't be changed", async () => {
    openApp("/data?dataset=demo&instrument=ACME");
    expect(await screen.findByText("The demo market can't be changed.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Adjust/ })).toBeNull();
  });
});
