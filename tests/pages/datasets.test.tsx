import { accessibilityFaults, openApp } from "./open-app.tsx";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { valueOf } from "#tests/storage/value-of.ts";
import { deleteDataset, importDataset } from "#src/run/import-dataset.ts";
import { dismissImport } from "#src/pages/datasets/import-store.ts";
import { addDataset, deleteDatasetRecord } from "#src/storage/datasets.ts";
import type { DatasetRecord } from "#src/storage/records.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Progress } from "#workers/model/protocol.ts";

vi.mock("#src/run/start-run.ts", () => ({
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));
vi.mock("#src/run/import-dataset.ts", () => ({
  importDataset: vi.fn<(...args: unknown[]) => Promise<unknown>>(),
  deleteDataset: vi.fn<(id: string) => Promise<unknown>>(),
}));

const record: DatasetRecord = {
  id: "mine",
  title: "My shares",
  importedAt: 0,
  facts: {
    instruments: 2,
    bars: 1500,
    firstDate: "2020-01-01",
    lastDate: "2021-12-31",
    exchanges: ["NSE"],
    instrumentTypes: ["EQUITY"],
    fingerprint: "abc",
    bytes: 36_000,
  },
  notes: {
    files: [
      {
        file: "infy.csv",
        layout: "comma, symbol from the file name",
        rows: 750,
        bars: 748,
        leftOut: 2,
        repeats: 0,
        closeOnly: 0,
        instruments: 1,
        firstDate: "2020-01-01",
        lastDate: "2021-12-31",
        issues: [
          { file: "infy.csv", line: 12, message: 'infy.csv:12: close is "n/a". Correct or delete that row.' },
          {
            file: "infy.csv",
            line: 90,
            message: "infy.csv:90: high is below low. Correct or delete that row.",
          },
        ],
      },
    ],
  },
  defaults: { exchange: "NSE", instrumentType: "EQUITY", currency: "" },
};

/** A chosen file, with the path that browsers give one outside a chosen folder. */
function prices(name: string): File {
  const file = new File(["date,close\n2020-01-01,1\n"], name, { type: "text/csv" });
  return Object.defineProperty(file, "webkitRelativePath", { value: "" });
}

/** An import that the test ends when it wants to, and whose progress it reports. */
function holdImport() {
  const ends: ((outcome: Result<DatasetRecord>) => void)[] = [];
  const onProgress = new Promise<(progress: Progress) => void>((begun) => {
    vi.mocked(importDataset).mockImplementationOnce((_request, listener, signal) => {
      begun(listener);
      return new Promise((resolve) => {
        const cancelled: Problem = { code: "cancelled", message: "Cancelled." };
        signal.addEventListener("abort", () => resolve({ ok: false, problem: cancelled }));
        ends.push(resolve);
      });
    });
  });
  return { end: (outcome: Result<DatasetRecord>) => ends.forEach((end) => end(outcome)), onProgress };
}

async function openImport() {
  const user = openApp("/data");
  return { user, files: await screen.findByLabelText<HTMLInputElement>("Files", {}, { timeout: 5000 }) };
}

beforeEach(() => {
  dismissImport();
  vi.mocked(importDataset).mockReset();
});

describe("the list", () => {
  it("has the demo market, called invented, which can't be deleted", async () => {
    openApp("/data");
    const card = within(await screen.findByRole("article"));
    expect(card.getByRole("heading", { name: "Demo market (invented)" })).toBeTruthy();
    expect(card.getByText("Bundled, invented")).toBeTruthy();
    expect(card.queryByRole("button", { name: "Delete" })).toBeNull();
  });

  it("has imported datasets, deleted only after a confirmation", async () => {
    valueOf(await addDataset(record));
    vi.mocked(deleteDataset).mockImplementation((id) => deleteDatasetRecord(id));
    const user = openApp("/data");
    await screen.findByRole("heading", { name: "My shares" });
    expect(screen.getByText("36 kB")).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await user.click(screen.getByRole("button", { name: "Keep it" }));
    expect(screen.getByRole("heading", { name: "My shares" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByRole("heading", { name: "My shares" })).toBeNull());
    expect(screen.getByText('"My shares" was deleted.')).toBeTruthy();
  });
});

describe("an import", () => {
  it("needs a file, and says what was chosen", async () => {
    const { user, files } = await openImport();
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Import" });
    expect(button.disabled).toBe(true);
    await user.upload(files, [prices("infy.csv"), prices("tcs.csv")]);
    expect(screen.getByText("2 price files chosen, 48 B.")).toBeTruthy();
    expect(button.disabled).toBe(false);
  });

  it("shows its progress, then what was understood and what was left out with its reasons", async () => {
    const { end, onProgress } = holdImport();
    const { user, files } = await openImport();
    await user.upload(files, prices("infy.csv"));
    await user.selectOptions(screen.getByRole("combobox", { name: "Exchange" }), "NYSE");
    await user.click(screen.getByRole("button", { name: "Import" }));
    const report = await onProgress;
    act(() =>
      report({
        stage: "reading",
        bytesRead: 5_000_000,
        bytesTotal: 10_000_000,
        rows: 1200,
        date: null,
        positions: 0,
        percent: 50,
        secondsLeft: 3,
      }),
    );
    expect(screen.getByText("50%: 1,200 rows, 5.0 MB of 10 MB, about 3 s left")).toBeTruthy();
    expect(vi.mocked(importDataset).mock.calls[0]?.[0]).toMatchObject({
      title: "infy",
      defaults: { exchange: "NYSE", instrumentType: "EQUITY", currency: "" },
    });
    await act(async () => end({ ok: true, value: record }));
    expect(await screen.findByText(/"My shares" was imported/)).toBeTruthy();
    const outcome = within(screen.getByRole("region", { name: "Outcome of the import" }));
    expect(outcome.getByText("1 file read, 748 bars taken, 2 rows left out.")).toBeTruthy();
    expect(outcome.getByText("taken for: comma, symbol from the file name")).toBeTruthy();
    expect(outcome.getByText(/infy\.csv:12: close is "n\/a"/)).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("can be cancelled", async () => {
    holdImport();
    const { user, files } = await openImport();
    await user.upload(files, prices("infy.csv"));
    await user.click(screen.getByRole("button", { name: "Import" }));
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    expect(
      await screen.findByText('The import of "infy" was cancelled. Nothing of it was kept.'),
    ).toBeTruthy();
  });

  it("that is refused says why, with the reasons", async () => {
    const { end } = holdImport();
    const { user, files } = await openImport();
    await user.upload(files, prices("infy.csv"));
    await user.click(screen.getByRole("button", { name: "Import" }));
    const problem: Problem = {
      code: "file-refused",
      message: "infy.csv: 40 of 100 rows can't be true.",
      details: ["infy.csv:2: close is 0."],
    };
    await act(async () => end({ ok: false, problem }));
    const alert = within(await screen.findByRole("alert"));
    expect(
      alert.getByText('⚠ "infy" was not imported. infy.csv: 40 of 100 rows can\'t be true.'),
    ).toBeTruthy();
    expect(alert.getByText("infy.csv:2: close is 0.")).toBeTruthy();
  });
});
