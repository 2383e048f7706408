/** Overnight jumps that look like splits, and corporate actions, in the dry run of an import: what a person says goes with the commit. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { checkImport, importDataset } from "#src/run/import-dataset.ts";
import { dismissImport } from "#src/pages/datasets/import-store.ts";
import type { FoundSplit } from "#workers/model/import-plan.ts";
import { dryRunOf, findInTurn, importButton, infy, openImport, prices, record } from "./import-checks.tsx";
import { accessibilityFaults } from "./open-app.tsx";

vi.mock("#src/run/start-run.ts", () => ({
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));
vi.mock("#src/run/import-dataset.ts", () => ({
  prepareImport: () => Promise.resolve(),
  forgetImport: () => Promise.resolve(),
  checkImport: vi.fn<(...args: unknown[]) => Promise<unknown>>(),
  importDataset: vi.fn<(...args: unknown[]) => Promise<unknown>>(),
  deleteDataset: vi.fn<(id: string) => Promise<unknown>>(),
}));

beforeEach(() => {
  dismissImport();
  vi.mocked(importDataset).mockReset();
  vi.mocked(checkImport).mockReset();
});

function split(symbol: string, date: string, change: Partial<FoundSplit> = {}): FoundSplit {
  const jump = { before: 100.5, after: 50, ratio: 2.01, fraction: "2:1", factor: 2, isConfirmed: null };
  return { symbol, date, ...jump, ...change };
}

const SPLITS = [
  split("INFY", "2020-06-01"),
  split("INFY", "2021-06-01", { isConfirmed: true }),
  split("TCS", "2020-07-01", { isConfirmed: false }),
];

async function openSplits() {
  findInTurn({ ...dryRunOf(infy), splits: { splits: SPLITS, count: SPLITS.length } });
  await openImport(prices("infy.csv"));
  const view = await screen.findByRole(
    "region",
    { name: "Overnight jumps that look like splits" },
    { timeout: 10_000 },
  );
  return within(view);
}

function choice(view: Awaited<ReturnType<typeof openSplits>>, name: string): HTMLElement {
  return view.getByRole("combobox", { name: `What to do about ${name}` });
}

/** What the commit was told, without the time. */
async function committed() {
  vi.mocked(importDataset).mockResolvedValueOnce({ ok: true, value: record });
  fireEvent.click(await importButton());
  await waitFor(() => expect(vi.mocked(importDataset)).toHaveBeenCalledTimes(1));
  const [request] = vi.mocked(importDataset).mock.lastCall ?? [];
  return request?.splits?.map(({ symbol, date, factor, decision }) => ({ symbol, date, factor, decision }));
}

describe("overnight jumps that look like splits", () => {
  it("are decided one by one, and what was decided goes with the commit", async () => {
    const view = await openSplits();
    expect(view.getByText(/3 overnight jumps of 2 instruments\./)).toBeTruthy();
    // The one whose adjusted closes go on is no crash in a run.
    expect(
      screen.getByRole("heading", { name: /: 2 overnight jumps that look like splits\.$/ }),
    ).toBeTruthy();
    expect(view.getAllByText("100.50")).toHaveLength(3);
    expect(view.getByText("do not jump, as after a split")).toBeTruthy();
    fireEvent.change(choice(view, "INFY on 01/06/2020"), { target: { value: "adjust" } });
    fireEvent.change(choice(view, "TCS on 01/07/2020"), { target: { value: "leave-out" } });
    expect(view.getByText("1 adjusted before, 1 whose instrument is left out, 1 open")).toBeTruthy();
    expect(screen.getByRole("heading", { name: /: looks good\.$/ })).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
    expect(await committed()).toEqual([
      { symbol: "INFY", date: "2020-06-01", factor: 2, decision: "adjust" },
      { symbol: "TCS", date: "2020-07-01", factor: 2, decision: "leave-out" },
    ]);
  });

  it("are decided all at once, and one of them otherwise", async () => {
    const view = await openSplits();
    fireEvent.click(view.getByRole("button", { name: "Adjust prices before all of them" }));
    fireEvent.change(choice(view, "INFY on 01/06/2021"), { target: { value: "ignore" } });
    expect(view.getByText("2 adjusted before, 1 kept")).toBeTruthy();
    expect((await committed())?.map(({ decision }) => decision)).toEqual(["adjust", "ignore", "adjust"]);
  });

  it("are adjusted for another split that a person types, once it is one", async () => {
    const view = await openSplits();
    fireEvent.change(choice(view, "INFY on 01/06/2020"), { target: { value: "type" } });
    const field = view.getByRole("textbox", { name: "The split of INFY on 01/06/2020" });
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: "2,5" } });
    fireEvent.click(view.getByRole("button", { name: "Adjust before it" }));
    expect(view.getByText(/^"2,5" is not a split\. Type new shares for old/)).toBeTruthy();
    expect(view.getByText("3 open")).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
    fireEvent.change(field, { target: { value: "5:2" } });
    fireEvent.click(view.getByRole("button", { name: "Adjust before it" }));
    expect(view.queryByRole("textbox")).toBeNull();
    expect(choice(view, "INFY on 01/06/2020")).toHaveProperty("value", "typed");
    expect(view.getByText("1 adjusted before, 2 open")).toBeTruthy();
    expect(await committed()).toEqual([
      { symbol: "INFY", date: "2020-06-01", factor: 2.5, decision: "adjust" },
    ]);
    const [request] = vi.mocked(importDataset).mock.lastCall ?? [];
    expect(request?.splits?.map(({ fraction }) => fraction)).toEqual(["5:2"]);
  });

  it("are asked about again, or adjusted for the split found, after another one was typed", async () => {
    const view = await openSplits();
    const typeIn = (text: string) => {
      fireEvent.change(choice(view, "TCS on 01/07/2020"), { target: { value: "type" } });
      fireEvent.change(view.getByRole("textbox"), { target: { value: text } });
      fireEvent.click(view.getByRole("button", { name: "Adjust before it" }));
    };
    typeIn("3 for 2");
    expect(view.getByRole("option", { name: "Adjust for 3:2" })).toBeTruthy();
    fireEvent.change(choice(view, "TCS on 01/07/2020"), { target: { value: "" } });
    expect(view.getByText("3 open")).toBeTruthy();
    typeIn("3");
    fireEvent.change(choice(view, "TCS on 01/07/2020"), { target: { value: "type" } });
    fireEvent.click(view.getByRole("button", { name: "Cancel" }));
    fireEvent.change(choice(view, "TCS on 01/07/2020"), { target: { value: "adjust" } });
    expect(await committed()).toEqual([{ symbol: "TCS", date: "2020-07-01", factor: 2, decision: "adjust" }]);
  });

  it("are left to later again, and then nothing is decided", async () => {
    const view = await openSplits();
    fireEvent.click(view.getByRole("button", { name: "Keep all" }));
    fireEvent.click(view.getByRole("button", { name: "Decide later" }));
    expect(view.getByText("3 open")).toBeTruthy();
    expect(await committed()).toEqual([]);
    expect(
      await screen.findByText(
        /2 overnight jumps that look like splits are undecided\. To a run each is a crash: decide on the page/,
      ),
    ).toBeTruthy();
  });
});

describe("corporate actions", () => {
  it("say what they come to, and name each that is not taken with its place", async () => {
    const fault = {
      symbol: "TCS",
      date: "2018-05-31",
      place: "b.csv:7",
      what: "split 5:1",
      reason: "a.csv:3 says 2:1. Neither is taken: delete the wrong row.",
    };
    const actions = {
      sentences: ["1 of 2 instruments gets adjusted closes."],
      faults: [fault],
      faultCount: 1,
    };
    findInTurn({ ...dryRunOf(infy, { ...infy, file: "ca.csv", kind: "actions", table: null }), actions });
    await openImport(prices("infy.csv"), prices("ca.csv"));
    const view = within(
      await screen.findByRole("region", { name: "Corporate actions" }, { timeout: 10_000 }),
    );
    expect(view.getByText("1 of 2 instruments gets adjusted closes.")).toBeTruthy();
    expect(view.getByText("1 action is not taken:")).toBeTruthy();
    expect(
      view.getByText(
        "b.csv:7: TCS 31/05/2018, split 5:1. a.csv:3 says 2:1. Neither is taken: delete the wrong row.",
      ),
    ).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("without prices ask for the dataset that they go to", async () => {
    const file = { ...infy, file: "ca.csv", kind: "actions" as const, table: null, bars: 0 };
    const dryRun = dryRunOf(file);
    findInTurn({ ...dryRun, planned: { ...dryRun.planned, files: 0, bars: 0 } });
    await openImport(prices("ca.csv"));
    const asked = "1 file without prices. Choose the dataset that the corporate actions go to.";
    expect(await screen.findByText(asked, {}, { timeout: 10_000 })).toBeTruthy();
  });
});
