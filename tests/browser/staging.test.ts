/** What a dry run stages takes as much room as the prices: it goes when nobody wants it any more. */
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  cancelImport,
  chooseFiles,
  dismissImport,
  useImportStore,
} from "#src/pages/datasets/import-store.ts";
import { ask } from "#src/run/ask.ts";
import { sweepMarked } from "#src/storage/column-marks.ts";
import { createBrowserClient } from "#src/run/browser-client.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { STAGING } from "#workers/model/column-files.ts";
import type { ImportFile } from "#workers/model/import-plan.ts";

afterEach(dismissImport);

const IN_TIME = { timeout: 20_000, interval: 50 };

/** Files in the folder where imports are prepared. */
async function staged(): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(STAGING);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in the standard; the page's library lacks it
    for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys())
      names.push(name);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "NotFoundError") throw error;
  }
  return names;
}

function prices(rows: number): ImportFile {
  const lines = Array.from({ length: rows }, (_, at) => {
    const day = new Date(Date.UTC(1990, 0, 1 + (at % 9000))).toISOString().slice(0, 10);
    return `S${Math.floor(at / 9000)},${day},${at + 1}`;
  });
  return { name: "prices.csv", bytes: new File([`symbol,date,close\n${lines.join("\n")}`], "prices.csv") };
}

describe("what a dry run staged", () => {
  it("is gone after the files were put away", async () => {
    await chooseFiles([prices(1000)]);
    expect(useImportStore.getState().type).toBe("checked");
    expect(await staged()).not.toEqual([]);
    dismissImport();
    await vi.waitFor(async () => expect(await staged()).toEqual([]), IN_TIME);
  });

  it("is gone after a cancel in the middle of it", async () => {
    void chooseFiles([prices(900_000)]);
    await vi.waitFor(async () => expect(await staged()).not.toEqual([]), IN_TIME);
    expect(useImportStore.getState().type).toBe("checking");
    cancelImport();
    await vi.waitFor(async () => expect(await staged()).toEqual([]), IN_TIME);
  });

  it("is gone at the next start where its page was closed", async () => {
    const closed = createBrowserClient();
    const files = [prices(1000)];
    const plan = { id: "p", answers: new Map(), leftOut: new Set<string>(), factsAsOf: "", addTo: null };
    valueOf(await closed.call("checkImport", plan, { files }));
    expect(await staged()).not.toEqual([]);
    closed.endIdle();
    await vi.waitFor(async () => {
      valueOf(await sweepMarked((abandoned) => ask("sweepDatasets", abandoned)));
      expect(await staged()).toEqual([]);
    }, IN_TIME);
  });
});
