/**
 * `npm run bench:import [-- --megabytes 1000 --files 1 --order symbol|day --rounds 1]`: price files to stored columns,
 * in Node on a disk: processor time, and the most memory that the process had, which is also shown before the
 * import. `--read` then reads the stored market back.
 */
import {
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
  closeSync,
  readFileSync,
  createReadStream,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { addMarket, createColumnWriter } from "#workers/market/column-writer.ts";
import { MOST_ROWS } from "#workers/market/market-builder.ts";
import { readMarketParts } from "#workers/market/read-market.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { openDiskFile } from "./disk-file.ts";

const SESSIONS = 6500;
const CHUNK_BYTES = 4_194_304;
const defaults = { exchange: "NSE", instrumentType: "EQUITY", currency: "" };

const { values } = parseArgs({
  options: {
    megabytes: { type: "string", default: "150" },
    files: { type: "string", default: "1" },
    order: { type: "string", default: "symbol" },
    rounds: { type: "string", default: "7" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "import-bench-"));
try {
  const sources = writeFiles(Number(values.megabytes) * 1e6, Number(values.files), values.order === "day");
  const bytes = sources.reduce((sum, source) => sum + (source.bytes ?? 0), 0);
  console.log(
    `${sources.length} files, ${(bytes / 1e6).toFixed(0)} MB, rows by ${values.order}; before: ${memory()}`,
  );
  for (let round = 0; round < Number(values.rounds); round++) {
    const [wall, cpu] = [performance.now(), process.cpuUsage()];
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    const stored = await importFiles(sources);
    const { user, system } = process.cpuUsage(cpu);
    const seconds = `${((user + system) / 1e6).toFixed(2)} s of processor time, ${((performance.now() - wall) / 1e3).toFixed(2)} s`;
    console.log(`${seconds}; ${stored}; ${memory()}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

async function importFiles(sources: readonly PriceSource[]): Promise<string> {
  const file = openDiskFile(join(folder, "prices.columns"), "w+");
  const spill = openDiskFile(join(folder, "prices.rows"), "w+");
  const writer = createColumnWriter(file);
  let parts = 0;
  const notes = await readMarketParts(sources, {
    defaults,
    onProgress: () => {},
    spill: { file: spill, mostRows: MOST_ROWS },
    take(part) {
      parts++;
      addMarket(writer, part);
    },
  });
  if (!notes.ok) throw new Error(notes.problem.message);
  const facts = await writer.finish();
  const spilled = statSync(join(folder, "prices.rows")).size;
  file.close();
  spill.close();
  return `${facts.bars} bars of ${facts.instruments} instruments in ${(facts.bytes / 1e6).toFixed(0)} MB, ${parts} parts, ${(spilled / 1e6).toFixed(0)} MB spilled`;
}

/** Walks on a grid of 0.05, the same on every machine. */
function writeFiles(bytes: number, count: number, isByDay: boolean): PriceSource[] {
  const names = Array.from({ length: count }, (_, at) => `prices-${String(at).padStart(5, "0")}.csv`);
  let state = 20_000_103;
  const random = (below: number): number => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) ^ (state << 7);
    return (state >>> 0) % below;
  };
  const line = (symbol: number, session: number): string => {
    const close = 2000 + random(40_000);
    const [open, high, low] = [close - random(40), close + random(60), close - 40 - random(60)];
    const day = 10_959 + Math.floor(session / 5) * 7 + (session % 5);
    return `S${String(symbol).padStart(5, "0")},${formatIsoDay(day)},${open / 20},${high / 20},${low / 20},${close / 20},${random(5_000_000)}\n`;
  };
  const share = bytes / count;
  let symbol = 0;
  return names.map((name) => {
    const path = join(folder, name);
    const file = openSync(path, "w");
    let size = writeSync(file, "symbol,date,open,high,low,close,volume\n");
    const perFile = Math.max(1, Math.round(share / (SESSIONS * 55)));
    for (let at = 0; size < share; at++) {
      let text = "";
      for (let row = 0; row < Math.min(SESSIONS, Math.ceil((share - size) / 55) + 1); row++)
        text += isByDay ? line(row, at) : line(symbol + (at % perFile), row);
      size += writeSync(file, text);
    }
    symbol += perFile;
    closeSync(file);
    return {
      name,
      bytes: size,
      open: () =>
        size < CHUNK_BYTES ? oneChunk(path) : createReadStream(path, { highWaterMark: CHUNK_BYTES }),
    };
  });
}

async function* oneChunk(path: string): AsyncGenerator<Uint8Array> {
  yield readFileSync(path);
}

function memory(): string {
  return `most memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`;
}
