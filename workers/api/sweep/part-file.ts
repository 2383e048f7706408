/**
 * The rows of a sweep while they come in: OUT.part, whose first line says what they are of, then the CSV's header, then rows in
 * any order. When all are there, OUT appears with the rows by index. OUT is never written over.
 */
import { randomBytes } from "node:crypto";
import { link, open, rm } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { z } from "zod";
import { reasonOf } from "#workers/market/source.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { lockFile } from "#workers/commands/replace-file.ts";
import type { FileLock } from "#workers/commands/replace-file.ts";
import { notWritten } from "#workers/commands/terminal.ts";
import { TidemarkError } from "../error.ts";
import type { SweepAxes, SweepProblem } from "./axes.ts";
import { variantsOf } from "./axes.ts";
import { csvHeader } from "./row.ts";

/** What rows are of, by hash. */
export interface SweepBinding {
  readonly dataset: string;
  readonly strategy: string;
  readonly axes: string;
  readonly engine: string;
}

const headSchema = z.strictObject({
  dataset: z.string(),
  strategy: z.string(),
  axes: z.string(),
  engine: z.string(),
  /** Chosen by chance for this file, so that two sweeps of the same never take each other's rows. */
  sweep: z.string().regex(/^[0-9a-f]{16}$/),
});

export interface PartFile {
  readonly sweep: string;
  /** Indices of the rows that were there. */
  readonly written: readonly number[];
  /** Adds whole lines; they are on the disk when the promise resolves. */
  append(lines: readonly string[]): Promise<void>;
  /** Makes OUT of it, rows by index, and removes it; all rows must be there. */
  finish(): Promise<Result<null, SweepProblem>>;
  /** Leaves it for the next time. */
  close(): Promise<void>;
}

const CHUNK = 1 << 20;
const NEWLINE = 10;

/** Opens OUT.part, a new one or one that was begun with the same hashes. */
export async function openPartFile(
  out: string,
  binding: SweepBinding,
  axes: SweepAxes,
): Promise<Result<PartFile, SweepProblem>> {
  const part = `${out}.part`;
  const refused = (message: string): Result<never, SweepProblem> =>
    err({ code: "storage-failed", message, place: part });
  let lock;
  try {
    if (await isThere(out))
      return refused(`${out} is there already and is never written over. Name another file.`);
    lock = await lockFile(part, 0);
    if (lock === null)
      return refused(`another sweep writes ${part} at this moment. Wait for it, or name another file.`);
    const file = await open(part, "a+");
    const opened = await readPart(file, binding, axes);
    if (!opened.ok) {
      await file.close();
      await lock.release();
      return refused(`${part} ${opened.problem}`);
    }
    return ok(partFile({ out, part, file, ...opened.value, axes, lock }));
  } catch (error) {
    await lock?.release();
    return refused(notWritten(part, error));
  }
}

interface ReadPart {
  readonly sweep: string;
  /** Where each row begins; -1 for one that is not there. */
  readonly starts: Float64Array;
  readonly bytes: number;
}

/** What is there, with what a death left half-written cut off; the problem goes on behind the file's name. */
async function readPart(
  file: FileHandle,
  binding: SweepBinding,
  axes: SweepAxes,
): Promise<Result<ReadPart, string>> {
  const starts = new Float64Array(variantsOf(axes)).fill(-1);
  const lines = { count: 0, end: 0, head: "", columns: "" };
  let wrong: string | null = null;
  await eachLine(file, (line, start, end) => {
    lines.end = end;
    if (lines.count === 0) lines.head = line;
    else if (lines.count === 1) lines.columns = line;
    else {
      const index = Number(line.slice(0, line.indexOf(",")));
      const isRow = Number.isInteger(index) && index >= 0 && index < starts.length && line.includes(",");
      if (isRow && starts[index] === -1) starts[index] = start;
      else
        wrong ??= `has a line that is not a row of this sweep: line ${lines.count + 1}. Remove the file, or name another.`;
    }
    lines.count++;
  });
  if (lines.count < 2) return begin(file, binding, axes, starts);
  const head = headSchema.safeParse(headIn(lines.head));
  if (!head.success) return err("was not begun by a sweep. Remove it, or name another file.");
  const { sweep, ...bound } = head.data;
  const others = (["dataset", "strategy", "axes", "engine"] as const).filter(
    (key) => bound[key] !== binding[key],
  );
  if (others.length > 0)
    return err(
      `holds rows of another ${others.join(" and another ")}. Go on with what it was begun with, or name another file.`,
    );
  if (`${lines.columns}\n` !== csvHeader(axes))
    return err("has other columns than this sweep. Name another file.");
  if (wrong !== null) return err(wrong);
  await file.truncate(lines.end);
  return ok({ sweep, starts, bytes: lines.end });
}

async function begin(
  file: FileHandle,
  binding: SweepBinding,
  axes: SweepAxes,
  starts: Float64Array,
): Promise<Result<ReadPart, string>> {
  const sweep = randomBytes(8).toString("hex");
  const text = `# ${JSON.stringify({ ...binding, sweep })}\n${csvHeader(axes)}`;
  await file.truncate(0);
  await file.appendFile(text);
  await file.datasync();
  return ok({ sweep, starts, bytes: Buffer.byteLength(text) });
}

function headIn(line: string): unknown {
  if (!line.startsWith("# ")) return null;
  try {
    return JSON.parse(line.slice(2));
  } catch {
    return null; // no sweep wrote it
  }
}

interface OpenPart extends ReadPart {
  readonly out: string;
  readonly part: string;
  readonly file: FileHandle;
  readonly axes: SweepAxes;
  readonly lock: FileLock;
}

function partFile({ out, part, file, axes, lock, sweep, starts, bytes }: OpenPart): PartFile {
  let end = bytes;
  return {
    sweep,
    written: Array.from(starts.keys()).filter((index) => starts[index] !== -1),
    async append(lines) {
      if (lines.length === 0) return;
      const places = lines.map((line): readonly [number, number] => {
        const place = end;
        end += Buffer.byteLength(line);
        return [Number(line.slice(0, line.indexOf(","))), place];
      });
      try {
        await file.appendFile(lines.join(""));
        await file.datasync();
      } catch (error) {
        const message = `${part}: cannot be written: ${reasonOf(error)}. The rows before stay: free some space, and say the same again.`;
        throw new TidemarkError({ code: "storage-failed", message, place: part });
      }
      for (const [index, place] of places) starts[index] = place;
    },
    async finish() {
      const whole = `${part}.whole`;
      try {
        await writeInOrder(file, whole, { header: csvHeader(axes), starts, end });
        await link(whole, out);
      } catch (error) {
        const message = `${out} can't be written: ${reasonOf(error)}. All rows stand in ${part}; say the same again with room, and with no file of that name.`;
        return err({ code: "storage-failed", message, place: out });
      } finally {
        await rm(whole, { force: true });
        await file.close();
      }
      await rm(part);
      await lock.release();
      return ok(null);
    },
    async close() {
      await file.close();
      await lock.release();
    },
  };
}

interface InOrder {
  readonly header: string;
  readonly starts: Float64Array;
  readonly end: number;
}

/** Rows lie about in order, block by block, so that most reads are of bytes that the system has at hand. */
async function writeInOrder(from: FileHandle, path: string, { header, starts, end }: InOrder): Promise<void> {
  const order = Float64Array.from(starts).toSorted();
  const to = await open(path, "w");
  try {
    await to.appendFile(header);
    let pieces: Buffer[] = [];
    let gathered = 0;
    let window = { from: 0, bytes: Buffer.alloc(0) };
    for (const start of starts) {
      const stop = nextAfter(order, start) ?? end;
      if (start < window.from || stop > window.from + window.bytes.length) {
        const length = Math.min(Math.max(CHUNK, stop - start), end - start);
        const bytes = Buffer.alloc(length);
        // oxlint-disable-next-line no-await-in-loop -- one window at a time
        await readAll(from, bytes, start);
        window = { from: start, bytes };
      }
      pieces.push(window.bytes.subarray(start - window.from, stop - window.from));
      gathered += stop - start;
      if (gathered < CHUNK) continue;
      // oxlint-disable-next-line no-await-in-loop -- in order
      await to.appendFile(Buffer.concat(pieces));
      [pieces, gathered] = [[], 0];
    }
    await to.appendFile(Buffer.concat(pieces));
    await to.sync();
  } finally {
    await to.close();
  }
}

/** The place of the row behind the one at `start`; undefined for the last. */
function nextAfter(order: Float64Array, start: number): number | undefined {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((order[middle] ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return order[low];
}

async function readAll(file: FileHandle, into: Buffer, position: number): Promise<void> {
  let at = 0;
  while (at < into.length) {
    // oxlint-disable-next-line no-await-in-loop -- until all is there
    const { bytesRead } = await file.read(into, at, into.length - at, position + at);
    if (bytesRead === 0) throw new Error("the file of rows ends before its rows do");
    at += bytesRead;
  }
}

/** Calls for each line that has its end, with the bytes where it begins and where the next one does. */
async function eachLine(
  file: FileHandle,
  take: (line: string, start: number, end: number) => void,
): Promise<void> {
  const chunk = Buffer.alloc(CHUNK);
  let rest = Buffer.alloc(0);
  let position = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- chunk by chunk
    const { bytesRead } = await file.read(chunk, 0, CHUNK, position + rest.length);
    if (bytesRead === 0) return;
    const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    let start = 0;
    for (let stop = bytes.indexOf(NEWLINE); stop !== -1; stop = bytes.indexOf(NEWLINE, start)) {
      take(bytes.toString("utf8", start, stop), position + start, position + stop + 1);
      start = stop + 1;
    }
    rest = Buffer.from(bytes.subarray(start));
    position += start;
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await (await open(path, "r")).close();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}
