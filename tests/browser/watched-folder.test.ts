/** A folder of the browser's own files, watched as one of the person's: what is new in it comes into the dataset. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { followFolders } from "#src/app/follow-folders.ts";
import { answer, commitImport, dismissImport, useImportStore } from "#src/pages/datasets/import-store.ts";
import { deleteDataset } from "#src/run/import-dataset.ts";
import { browserClient } from "#src/run/browser-client.ts";
import { loadDataset } from "#src/storage/datasets.ts";
import type { DatasetRecord } from "#src/storage/records.ts";
import { asFolder } from "#src/storage/permitted-folder.ts";
import { forgetWatchedFolder, keepWatchedFolder, loadWatchedFolder } from "#src/storage/watched-folders.ts";
import { importText } from "#tests/support/import-text.ts";
import { valueOf } from "#tests/support/value-of.ts";

const HEADER = "symbol,date,open,high,low,close,volume\n";
const LONG = { timeout: 60_000, interval: 50 };
const REST_MS = 600;
const showStatus = vi.fn<(text: string) => void>();

let dataset: DatasetRecord;
let folder: FileSystemDirectoryHandle;
let end: AbortController;

function rowsOf(day: string): string {
  return ["AA", "BB", "CC"]
    .map((symbol, at) => `${symbol},${day},1${at},1${at},1${at},1${at},100\n`)
    .join("");
}

async function write(name: string, text: string): Promise<void> {
  const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
  await writable.write(text);
  await writable.close();
}

const lastDate = async () => valueOf(await loadDataset(dataset.id)).lastDate;
const news = async () => (await loadWatchedFolder(dataset.id))?.news ?? null;

beforeEach(async () => {
  showStatus.mockClear();
  dismissImport();
  dataset = await importText(HEADER + rowsOf("2020-01-13") + rowsOf("2020-01-14"), null);
  const root = await navigator.storage.getDirectory();
  folder = await root.getDirectoryHandle(crypto.randomUUID(), { create: true });
  valueOf(await keepWatchedFolder(dataset.id, "evenings", asFolder(folder)));
  end = new AbortController();
  followFolders({ showStatus, navigate: () => undefined }, end.signal, { lookMs: 50, restMs: REST_MS });
});

afterEach(async () => {
  end.abort();
  valueOf(await forgetWatchedFolder(dataset.id));
  valueOf(await deleteDataset(dataset.id, browserClient, 0));
});

it("adds a new day by itself, reads it once, and reads it again when it has changed", async () => {
  await write("day.csv", HEADER + rowsOf("2020-01-15"));
  await expect.poll(lastDate, LONG).toBe("2020-01-15");
  await expect
    .poll(async () => (await news())?.message, LONG)
    .toBe("1 file read: 1 day added to 3 instruments, up to 15/01/2020.");
  const { importedAt } = valueOf(await loadDataset(dataset.id));
  expect([...((await loadWatchedFolder(dataset.id))?.seen.keys() ?? [])]).toEqual(["day.csv"]);
  await write("day.csv", HEADER + rowsOf("2020-01-15") + rowsOf("2020-01-16"));
  await expect.poll(lastDate, LONG).toBe("2020-01-16");
  expect(valueOf(await loadDataset(dataset.id)).importedAt).toBeGreaterThan(importedAt ?? 0);
  await expect
    .poll(() => showStatus.mock.calls.map(([text]) => text), LONG)
    .toEqual([
      'Folder "evenings": 1 file read: 1 day added to 3 instruments, up to 15/01/2020.',
      'Folder "evenings": 1 file read: 1 day added to 3 instruments, up to 16/01/2020.',
    ]);
});

it("leaves files alone while one of them is being written, and what is no file of prices", async () => {
  await write("first.csv", HEADER + rowsOf("2020-01-15"));
  await write("second.csv.part", `${HEADER}AA,2020-01-19,1,1,1,1`);
  for (const day of ["2020-01-16", "2020-01-17", "2020-01-20"]) {
    // oxlint-disable-next-line no-await-in-loop -- slower than looks, quicker than a folder rests
    await new Promise((resolve) => setTimeout(resolve, REST_MS / 3));
    // oxlint-disable-next-line no-await-in-loop -- as above
    await write("second.csv", HEADER + rowsOf("2020-01-16") + (day === "2020-01-16" ? "" : rowsOf(day)));
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await lastDate()).toBe("2020-01-14");
  }
  await expect
    .poll(async () => (await news())?.message, LONG)
    .toBe("2 files read: 3 days added to 3 instruments, up to 20/01/2020.");
});

it("keeps what an import would ask about for the person, who answers or puts it away", async () => {
  const unclear =
    "symbol;date;open;high;low;close;volume\nAA;03/02/2020;1;1;1;1;1\nAA;04/02/2020;1;1;1;1;1\n";
  await write("unclear.csv", unclear);
  await expect.poll(async () => (await news())?.type, LONG).toBe("asks");
  expect((await news())?.message).toMatch(/^1 file waiting for you\. unclear\.csv: /);
  expect(await lastDate()).toBe("2020-01-14");
  dismissImport();
  await expect
    .poll(async () => (await news())?.left, LONG)
    .toEqual([{ name: "unclear.csv", reason: "discarded" }]);

  await write("unclear.csv", `${unclear}AA;05/02/2020;1;1;1;1;1\n`);
  await expect.poll(async () => (await news())?.type, LONG).toBe("asks");
  await answer(["unclear.csv"], { dateOrder: "dmy" });
  await expect
    .poll(() => useImportStore.getState(), LONG)
    .toMatchObject({ type: "checked", isLooking: false });
  await commitImport(
    "Grown",
    new Map([["unclear.csv", { exchange: "NSE", instrumentType: "EQUITY", currency: "" }]]),
  );
  await expect
    .poll(async () => (await news())?.message, LONG)
    .toBe("1 file read: 3 days added to 1 instrument, up to 05/02/2020.");
});

it("says which files it can't take, and that the folder has gone", async () => {
  await write("readme.txt", "Prices of the evenings. Ask Ann for more.");
  await expect.poll(async () => (await news())?.left.map(({ name }) => name), LONG).toEqual(["readme.txt"]);
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(folder.name, { recursive: true });
  await expect.poll(async () => (await news())?.message, LONG).toMatch(/^The folder is not there any more/);
});
