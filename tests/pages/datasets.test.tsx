import { accessibilityFaults, openApp } from "./open-app.tsx";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { dryRunOf, findInTurn, infy, openImport, prices, record } from "./import-checks.tsx";
import { factNotes } from "#tests/support/fact-notes.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { checkImport, deleteDataset, deleteFacts, importDataset } from "#src/run/import-dataset.ts";
import { dismissImport } from "#src/pages/datasets/import-store.ts";
import { addDataset, deleteDatasetRecord, restoreDatasetRecord, sourceFor } from "#src/storage/datasets.ts";
import { err, ok } from "#workers/model/problem.ts";

vi.mock("#src/run/start-run.ts", () => ({
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));
vi.mock("#src/run/import-dataset.ts", () => ({
  prepareImport: () => Promise.resolve(),
  forgetImport: () => Promise.resolve(),
  checkImport: vi.fn<(...args: unknown[]) => Promise<unknown>>(),
  importDataset: vi.fn<(...args: unknown[]) => Promise<unknown>>(),
  deleteDataset: vi.fn<(id: string) => Promise<unknown>>(),
  deleteFacts: vi.fn<(dataset: unknown) => Promise<unknown>>(),
}));

beforeEach(() => {
  dismissImport();
  vi.mocked(importDataset).mockReset();
  vi.mocked(checkImport).mockReset();
});

async function deleteWithUndo(id: string) {
  const taken = valueOf(await deleteDatasetRecord(id));
  if (!taken) throw new Error(`no dataset ${id}`);
  return ok({ undo: () => restoreDatasetRecord(taken) });
}

/** As a dataset's card has them. */
async function barsOf(name: string): Promise<string | null | undefined> {
  const card = within(await screen.findByRole("article", { name }));
  return card.getByText("Bars").nextSibling?.textContent;
}

describe("the list", () => {
  it("has the demo market, called invented, which can't be deleted", async () => {
    openApp("/data");
    const card = within(await screen.findByRole("article"));
    expect(card.getByRole("heading", { name: "Demo market (invented)" })).toBeTruthy();
    expect(card.getByText("Bundled, invented")).toBeTruthy();
    expect(card.queryByRole("button", { name: "Delete" })).toBeNull();
  });

  it("has imported datasets; one that is deleted can be put back", async () => {
    valueOf(await addDataset(record));
    vi.mocked(deleteDataset).mockImplementation(deleteWithUndo);
    const user = openApp("/data");
    await screen.findByRole("heading", { name: "My shares" });
    expect(screen.getByText("36 kB")).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByRole("heading", { name: "My shares" })).toBeNull());
    expect(screen.getByText('"My shares" was deleted. Results of earlier runs stay.')).toBeTruthy();
    await waitFor(async () => user.click(screen.getByRole("button", { name: "Undo" }))); // once it takes clicks
    expect(await screen.findByRole("heading", { name: "My shares" })).toBeTruthy();
  });

  it("says of a dataset that its prices are gone, and how to have them back", async () => {
    valueOf(await addDataset(record));
    const emptied = {
      getDirectoryHandle: () => Promise.reject(new DOMException("nothing here", "NotFoundError")),
    };
    const storage = { getDirectory: () => Promise.resolve(emptied) };
    Object.defineProperty(navigator, "storage", { value: storage, configurable: true });
    openApp("/data");
    const card = within(await screen.findByRole("article", { name: "My shares" }));
    expect(
      await card.findByText(
        /prices of this dataset are no longer on this device.*Import its files again, or restore/,
      ),
    ).toBeTruthy();
    for (const name of ["Add files", "Export"]) expect(card.queryByRole("button", { name })).toBeNull();
    expect(card.queryByRole("link", { name: "Instruments" })).toBeNull();
    expect(card.getByRole("button", { name: "Delete" })).toBeTruthy();
    const demo = within(screen.getByRole("article", { name: "Demo market (invented)" }));
    expect(demo.queryByText(/no longer on this device/)).toBeNull();
    Reflect.deleteProperty(navigator, "storage");
  });

  it.each([9e15, 1e308])("names an entry with the time %d, and shows the others", async (importedAt) => {
    valueOf(await addDataset(record));
    valueOf(await addDataset({ ...record, id: "late", title: "Late", importedAt }));
    openApp("/data");
    expect(await screen.findByText(/The stored dataset "Late" is damaged \(importedAt\)/)).toBeTruthy();
    expect(screen.getByRole("heading", { name: "My shares" })).toBeTruthy();
  });

  it("says what a bar is, where the import noted it", async () => {
    valueOf(await addDataset({ ...record, facts: { ...record.facts, bars: 1234, frequency: "monthly" } }));
    valueOf(await addDataset({ ...record, id: "old", title: "Old", facts: { ...record.facts, bars: 1234 } }));
    openApp("/data");
    expect([await barsOf("My shares"), await barsOf("Old")]).toEqual(["1,234, monthly", "1,234"]);
  });

  it("names the facts and signals that rules can use, and says what was read of their files", async () => {
    const factNames = [
      { name: "eps", kind: "fact" },
      { name: "model", kind: "signal" },
      { name: "pe", kind: "fact" },
    ] as const;
    const notes = {
      ...factNotes,
      rows: 1200,
      instruments: 2,
      firstDate: "2019-01-31",
      lastDate: "2021-10-31",
      warnings: ["1 symbol without prices is ignored: ZZ."],
      facts: { kind: "fact", names: ["eps", "pe"], steps: 1100, contradictions: 0, unmatched: 1 },
    } as const;
    valueOf(
      await addDataset({ ...record, facts: { ...record.facts, factNames }, notes: { files: [notes] } }),
    );
    const user = openApp("/data");
    const card = within(await screen.findByRole("article", { name: "My shares" }));
    expect(card.getByText("Facts").nextSibling?.textContent).toBe("eps, pe");
    expect(card.getByText("Signals").nextSibling?.textContent).toBe("model");
    await user.click(card.getByText("What was read and what was left out"));
    expect(card.getByText(/^1,200 rows read · 1,100 values · 2 instruments · 31\/01\/2019/)).toBeTruthy();
    expect(card.getByText("1 symbol without prices is ignored: ZZ.")).toBeTruthy();
  });

  it("deletes a dataset's facts once that is confirmed, and says why where it can't", async () => {
    const coverage = { newest: "2020-02-01", firstYear: 2019, instruments: [2, 2] };
    const factNames = [{ name: "eps", kind: "fact", coverage }] as const;
    valueOf(await addDataset({ ...record, facts: { ...record.facts, factNames } }));
    const problem = { code: "storage-failed", message: "The disk is full." } as const;
    vi.mocked(deleteFacts).mockResolvedValueOnce(err(problem)).mockResolvedValueOnce(ok(record));
    const user = openApp("/data");
    await user.click(await screen.findByText("Facts: 1 name"));
    await user.click(screen.getByRole("button", { name: "Delete the facts" }));
    const dialog = within(screen.getByRole("dialog", { name: "Delete the facts" }));
    expect(
      dialog.getByText(/^This deletes all facts and signals of My shares.* The prices stay\./),
    ).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(deleteFacts).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Delete the facts" }));
    const again = within(screen.getByRole("dialog", { name: "Delete the facts" }));
    await user.click(again.getByRole("button", { name: "Delete the facts" }));
    expect((await again.findByRole("alert")).textContent).toBe("The disk is full.");
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(again.getByRole("button", { name: "Delete the facts" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(vi.mocked(deleteFacts).mock.lastCall?.[0]).toEqual({
      id: "mine",
      title: "My shares",
      columnsId: "mine",
    });
    expect(screen.getByText(/^The facts of "My shares" were deleted/)).toBeTruthy();
  });

  it("replaces a dataset's facts by those of new files, or adds to them", async () => {
    valueOf(await addDataset(record));
    const facts = {
      ...infy,
      file: "facts.csv",
      kind: "facts",
      table: null,
      bars: 0,
      leftOut: [],
      leftOutCount: 0,
    } as const;
    const notes = {
      ...factNotes,
      facts: { kind: "fact", names: ["eps"], steps: 9, contradictions: 0, unmatched: 0 },
    } as const;
    const found = { ...dryRunOf(facts), factFiles: [notes] };
    const added = { instruments: 0, fewest: 0, most: 0 };
    const before = { ...found.planned, digest: "as it was", bars: 700, instruments: 2, added };
    findInTurn(found, { ...found, before }, { ...found, before }, { ...found, before });
    const user = await openImport(prices("facts.csv"));
    await screen.findByText("1 file without prices. Choose the dataset that the facts go to.");
    expect(screen.queryByRole("checkbox", { name: "Replace the dataset's facts" })).toBeNull();
    await user.selectOptions(await screen.findByRole("combobox", { name: "Goes to" }), "My shares");
    const replaces = await screen.findByRole<HTMLInputElement>("checkbox", {
      name: "Replace the dataset's facts",
    });
    expect(replaces.checked).toBe(false);
    await user.click(replaces);
    await waitFor(() =>
      expect(vi.mocked(checkImport).mock.lastCall?.[0]).toMatchObject({ addTo: "mine", dropsFacts: true }),
    );
    await waitFor(() => expect(replaces.checked).toBe(true));
    await user.click(replaces);
    await waitFor(() => expect(vi.mocked(checkImport).mock.lastCall?.[0]).not.toHaveProperty("dropsFacts"));
  });

  it("renames a dataset", async () => {
    valueOf(await addDataset(record));
    const user = openApp("/data");
    await user.click(await screen.findByRole("button", { name: "Rename" }));
    const name = screen.getByRole("textbox", { name: "New name" });
    await user.clear(name);
    await user.type(name, "Mine");
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Rename" }));
    expect(await screen.findByRole("heading", { name: "Mine" })).toBeTruthy();
  });

  it("chooses the benchmark of a dataset that has indices", async () => {
    valueOf(await addDataset({ ...record, indices: ["NIFTY", "SENSEX"] }));
    const user = openApp("/data");
    await user.selectOptions(await screen.findByRole("combobox", { name: "Benchmark" }), "SENSEX");
    await waitFor(async () => expect(valueOf(await sourceFor("mine", "NSE")).benchmark).toBe("SENSEX"));
    const choose = (label: string | RegExp) => {
      const box = screen.getByRole<HTMLSelectElement>("combobox", { name: "Benchmark" });
      return user.selectOptions(box, within(box).getByRole("option", { name: label }));
    };
    await choose(/^The average share/);
    await waitFor(async () =>
      expect(valueOf(await sourceFor("mine", "NSE")).benchmark).toBe("average-share"),
    );
    expect(await screen.findByText(/whose rules ask the index must name it/)).toBeTruthy();
    await choose("The exchange's first index");
    await waitFor(async () => expect(valueOf(await sourceFor("mine", "NSE")).benchmark).toBeNull());
  });

  it("names the files that a dataset came from, with their checksums", async () => {
    valueOf(await addDataset({ ...record, sources: [{ name: "infy.csv", bytes: 1000, sha256: "beef" }] }));
    const user = openApp("/data");
    await user.click(await screen.findByText("Source files"));
    expect(screen.getByText("SHA-256 beef")).toBeTruthy();
  });

  const extent = { ...dryRunOf(infy).planned, added: { instruments: 1, fewest: 48, most: 48 } };

  it("takes files for a dataset, and says what is new in them", async () => {
    valueOf(await addDataset(record));
    findInTurn({ ...dryRunOf(infy), before: { ...extent, digest: "as it was", bars: 700 } });
    const user = openApp("/data");
    await user.click(await screen.findByRole("button", { name: "Add files" }));
    expect(screen.getByText(/The files go to/)).toBeTruthy();
    await user.upload(screen.getByLabelText("Choose files", { selector: "input" }), prices("infy.csv"));
    expect(await screen.findByText(/looks good\. 48 bars of these are new to the dataset\.$/)).toBeTruthy();
    expect(vi.mocked(checkImport).mock.lastCall?.[0].addTo).toBe("mine");
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Add to My shares" });
    expect(button.disabled).toBe(false);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("adds nothing to a dataset that has all of it", async () => {
    valueOf(await addDataset(record));
    findInTurn(dryRunOf(infy), { ...dryRunOf(infy), before: extent });
    const user = await openImport(prices("infy.csv"));
    await user.selectOptions(await screen.findByRole("combobox", { name: "Goes to" }), "My shares");
    expect(await screen.findByText("The dataset has all of this already.")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add to My shares" }).disabled).toBe(true);
  });
});
