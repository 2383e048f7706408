/** Long files read on several threads: the same dataset, and no thread that outlives its import. */
import { wrap } from "comlink";
import { afterEach, describe, expect, it } from "vitest";
import { cdp } from "vitest/browser";
import type { ImportPlan } from "#workers/model/import-plan.ts";
import type { ImportDeskApi } from "../support/import-desk.worker.ts";

const DAY_MS = 86_400_000;
const DAYS = 6500;
const SYMBOLS = 60;

const workers: Worker[] = [];

function openDesk() {
  const worker = new Worker(new URL("../support/import-desk.worker.ts", import.meta.url), { type: "module" });
  workers.push(worker);
  return { worker, desk: wrap<ImportDeskApi>(worker) };
}

afterEach(() => {
  for (const worker of workers.splice(0)) worker.terminate();
});

/** About 17 MB, five parts; seven rows of each instrument have no close that can be read. */
function longFile(): File {
  const days = Array.from({ length: DAYS }, (_, at) => new Date(at * DAY_MS).toISOString().slice(0, 10));
  const blocks = Array.from({ length: SYMBOLS }, (_, symbol) =>
    days
      .map((day, at) => {
        const close = at % 1000 === symbol ? "n/a" : String(100 + ((at * symbol) % 50));
        return `SYMBOL-${symbol},${day},100.05,151.1,99.95,${close},${at}\r\n`;
      })
      .join(""),
  );
  return new File(["symbol,date,open,high,low,close,volume\r\n", ...blocks], "long.csv");
}

/** About 9 MB; no file is long enough to be cut, and the last one is no table. */
function manyFiles(): File[] {
  const files = Array.from({ length: 40 }, (_, symbol) => {
    const lines = Array.from({ length: DAYS }, (_day, at) => {
      const day = new Date(at * DAY_MS).toISOString().slice(0, 10);
      return `${day},100.05,151.1,99.95,${100 + ((at * symbol) % 50)},${at}\n`;
    });
    return new File(["date,open,high,low,close,volume\n", ...lines], `SYMBOL-${symbol}.csv`);
  });
  return [...files, new File(["no table"], "z.csv")];
}

function planOf(files: readonly File[], id: string): ImportPlan {
  return {
    id,
    files: files.map((file) => ({ name: file.name, bytes: file })),
    answers: new Map(),
    leftOut: new Set(),
    factsAsOf: "",
    addTo: null,
  };
}

async function rowThreads(): Promise<number> {
  const targets: unknown = await cdp().send("Target.getTargets");
  const found = JSON.stringify(targets).match(/rows\.worker\.ts/g);
  return found?.length ?? 0;
}

describe("a long file in Chromium", () => {
  it("comes to the same dataset on 1, 2 and 3 threads as on none", { timeout: 120_000 }, async () => {
    const file = longFile();
    const { desk } = openDesk();
    const alone = await desk.importPlan(planOf([file], "alone"), 0);
    if (!alone.ok) throw new Error(alone.problem.message);
    expect(alone.value.elsewhere).toEqual({ parts: 0, files: 0, refused: 0 });
    expect(alone.value.dryRun.planned.bars).toBe(DAYS * SYMBOLS - 7 * SYMBOLS);
    for (const threads of [1, 2, 3]) {
      // oxlint-disable-next-line no-await-in-loop -- one import after the other
      const shared = await desk.importPlan(planOf([file], `on-${threads}`), threads);
      if (!shared.ok) throw new Error(shared.problem.message);
      const { dryRun, stored, elsewhere } = shared.value;
      expect(elsewhere).toEqual({ parts: 5, files: 0, refused: 0 });
      expect(dryRun).toEqual(alone.value.dryRun);
      expect(stored).toEqual(alone.value.stored);
    }
    await expect.poll(rowThreads, { timeout: 10_000 }).toBe(0); // the browser names one that was ended for a while
  });

  it("and many short ones to theirs", { timeout: 120_000 }, async () => {
    const files = manyFiles();
    const { desk } = openDesk();
    const alone = await desk.importPlan(planOf(files, "alone"), 0);
    if (!alone.ok) throw new Error(alone.problem.message);
    expect(alone.value.dryRun.planned).toMatchObject({ files: 40, instruments: 40, bars: 40 * DAYS });
    const shared = await desk.importPlan(planOf(files, "shared"), 2);
    if (!shared.ok) throw new Error(shared.problem.message);
    expect(shared.value.elsewhere).toEqual({ parts: 0, files: 41, refused: 0 });
    expect(shared.value.dryRun).toEqual(alone.value.dryRun);
    expect(shared.value.stored).toEqual(alone.value.stored);
  });

  it("leaves no thread behind when its import is ended in the middle", { timeout: 60_000 }, async () => {
    const { worker, desk } = openDesk();
    void desk.importPlan(planOf([longFile()], "ended"), 2);
    await expect.poll(rowThreads, { interval: 5, timeout: 30_000 }).toBe(2);
    worker.terminate();
    await expect.poll(rowThreads, { timeout: 10_000 }).toBe(0);
  });
});
