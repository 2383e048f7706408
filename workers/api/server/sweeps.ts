/** Sweeps of the server: rows in a file, in their order, as they come. They stay over a restart, and give way to runs. */
import { createReadStream } from "node:fs";
import { open, truncate } from "node:fs/promises";
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
import type { EngineThreads } from "../engine-threads.ts";
import { errorOf, TidemarkError } from "../error.ts";
import type { CodeAllowed } from "../run-strategy.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import { variantsOf } from "../sweep/axes.ts";
import { sweepRows } from "../sweep/local-sweep.ts";
import { prepareTask } from "../sweep/prepare.ts";
import { hashOfJson } from "../sweep/hashes.ts";
import type { ReadyDataset } from "./held-dataset.ts";
import { refuse, refuseWrong } from "./problems.ts";
import type { NewWork, WorkLine, WorkTools } from "./work-line.ts";
import { sizeOf } from "./work-store.ts";
import type { WorkStore } from "./work-store.ts";

export interface AskedSweep {
  readonly strategy: unknown;
  readonly axes: unknown;
  readonly withEquity: boolean;
  readonly allowCode: CodeAllowed;
}

/** What a sweep is of. @throws CallProblem for what strategy, axes and data tell without running */
export async function newSweep(dataset: ReadyDataset, asked: AskedSweep): Promise<NewWork> {
  const prepared = await prepareTask(dataset.outline, asked);
  if (!prepared.ok) {
    const { code, message, place = "", problems = [] } = prepared.problem;
    if (code === "code-not-allowed") throw refuse("code-not-allowed", message);
    const all = problems.length > 0 ? problems : [{ code, message, place }];
    throw refuseWrong(
      all.map((one) => ({ code: one.code, place: one.place ?? "", column: null, message: one.message })),
    );
  }
  const { strategy, axes, withEquity } = prepared.value;
  const { id, hash, columns } = dataset;
  return {
    dataset: { id, hash },
    strategyName: strategy.name,
    strategyHash: hashOfJson(strategy),
    engine: ENGINE_VERSION,
    strategy: asked.strategy,
    columns,
    sweep: { axes, variants: variantsOf(axes), done: 0, withEquity },
  };
}

export interface SweepWorker {
  readonly threads: EngineThreads;
  readonly store: WorkStore;
  readonly allowCode: CodeAllowed;
  readonly columnsPath: (name: string) => string;
  readonly cores: number;
  /** What sweeps give way to. */
  readonly runs: () => WorkLine;
}

const ROWS_AT_ONCE = 500;
const FLUSH_MS = 200;
const NEWLINE = 10;

/** Does one sweep, from the row on that is not there yet. */
export function sweepWorker(tools: SweepWorker): WorkTools["work"] {
  const { threads, store, allowCode, columnsPath, cores } = tools;
  const lanes = (): number => {
    const runs = tools.runs();
    return runs.waiting > 0 ? 0 : Math.max(0, cores - runs.running);
  };
  return async ({ id, strategy, columns, sweep }, { signal, onProgress }) => {
    const read = parseStrategy(strategy);
    if (!read.ok || !sweep) throw read.ok ? new RangeError(`${id} is no sweep`) : errorOf(read.problem);
    const { axes, variants, withEquity } = sweep;
    const path = store.resultPath(id);
    const from = await wholeRows(path);
    onProgress(from / variants, from);
    const file = await open(path, "a", 0o600);
    try {
      const task = { strategy: read.value, axes, withEquity, allowCode };
      const ground = { threads, columns: { path: columnsPath(columns) } };
      let [lines, done, flushed] = ["", from, performance.now()];
      const flush = async (): Promise<void> => {
        await file.appendFile(lines);
        lines = "";
        flushed = performance.now();
        onProgress(done / variants, done);
      };
      for await (const row of sweepRows(ground, task, { lanes, from, signal })) {
        lines += `${JSON.stringify(row)}\n`;
        done++;
        const isTime = done % ROWS_AT_ONCE === 0 || performance.now() - flushed > FLUSH_MS;
        if (isTime) await flush();
      }
      await flush();
    } catch (error) {
      throw signal.aborted ? new TidemarkError({ code: "cancelled", message: "It was cancelled." }) : error;
    } finally {
      await file.close();
    }
  };
}

/** What is there of a sweep whose process died: its rows may be ahead of its record. */
export function rowCounter(store: WorkStore): NonNullable<WorkTools["recount"]> {
  return async ({ id, sweep }) => {
    if (!sweep) return {};
    const done = await wholeRows(store.resultPath(id));
    return { sweep: { ...sweep, done }, progress: done / sweep.variants };
  };
}

/** How many whole lines there are; the start of one more, of a process that died, is cut off. */
async function wholeRows(path: string): Promise<number> {
  const size = await sizeOf(path);
  if (size === null) return 0;
  let [lines, end, at] = [0, 0, 0];
  for await (const chunk of createReadStream(path)) {
    const bytes: Uint8Array = chunk;
    for (let place = bytes.indexOf(NEWLINE); place >= 0; place = bytes.indexOf(NEWLINE, place + 1)) {
      lines++;
      end = at + place + 1;
    }
    at += bytes.length;
  }
  if (end < size) await truncate(path, end);
  return lines;
}

/** The next row to be read, and where it begins in its file. */
export interface RowsPlace {
  index: number;
  byte: number;
}

/** Lines of rows from a place on, which goes along, up to the row `end`. */
export async function* rowLines(path: string, place: RowsPlace, end: number): AsyncGenerator<string> {
  if (place.index >= end || (await sizeOf(path)) === null) return;
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { start: place.byte })) {
    const bytes = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let stop = bytes.indexOf(NEWLINE); stop >= 0; stop = bytes.indexOf(NEWLINE, start)) {
      place.index++;
      place.byte += stop + 1 - start;
      yield bytes.toString("utf8", start, stop);
      start = stop + 1;
      if (place.index >= end) return;
    }
    rest = bytes.subarray(start);
  }
}
