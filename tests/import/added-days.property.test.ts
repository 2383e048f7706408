/** A dataset that grows, by days, by tens or at once, is the dataset that all files give together. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import { COLUMNS } from "#workers/market/column-directory.ts";
import { openParts } from "#workers/market/parted-file.ts";
import type { ByteReader } from "#workers/market/byte-file.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { daysOf } from "#workers/model/late-column.ts";
import { compareSymbols } from "#workers/model/market.ts";
import type { Market } from "#workers/model/market.ts";
import { columnFileOf } from "../support/memory-file.ts";
import { addFiles, openColumns, readerOf } from "./growing-dataset.ts";
import type { Added, StoredColumns } from "./growing-dataset.ts";
import { tries, whenFull } from "#tests/support/tries.ts";

const HEADER = "symbol,date,open,high,low,close,volume,adjClose,marketCap\n";
const SESSIONS = 90;
/** Sessions of the first import. */
const FIRST = 60;
const FIRST_DAY = 18_260;
const SYMBOLS = ["AA", "B", "CC", "D", "E1", "F", "G", "H", "ZZ"];

/** An instrument in the making; sessions are counted from 0. */
interface Draw {
  readonly from: number;
  readonly to: number;
  /** One in so many of its days has no bar. */
  readonly gaps: number;
  /** Smallest step of prices, and how far they may go in a day. */
  readonly tick: number;
  readonly jump: number;
  readonly volume: number;
  readonly caps: "none" | "own" | "late" | "shares";
  readonly adjusted: boolean;
  /** A series of rates around 0, in hundredths, from the first session on: who is described later is unknown until then. */
  readonly isRate: boolean;
  readonly seed: number;
}

const draws = fc.record({
  from: fc.oneof(fc.constant(0), fc.nat(SESSIONS - 1)),
  to: fc.oneof(fc.constant(SESSIONS), fc.nat(SESSIONS)),
  gaps: fc.constantFrom(0, 0, 7, 2),
  tick: fc.constantFrom(1, 0.05, 0.01, 0.0001, 1e-9),
  jump: fc.constantFrom(1, 20, 40_000),
  volume: fc.constantFrom(0, 1000, 2 ** 24, 2 ** 33),
  caps: fc.constantFrom("none", "own", "late", "shares"),
  adjusted: fc.boolean(),
  isRate: fc.constantFrom(false, false, true),
  seed: fc.nat(),
});

interface Row {
  readonly session: number;
  readonly line: string;
}

function rowsOf(symbol: string, draw: Draw): Row[] {
  let state = draw.seed + 1;
  const random = (below: number): number => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) ^ (state << 7) ^ 0x9e37;
    return (state >>> 1) % below;
  };
  const rows: Row[] = [];
  let ticks = 50_000 + 100 * draw.jump; // in a day by a percent or two: what jumps as splits do is asked about
  for (let session = draw.isRate ? 0 : draw.from; session < draw.to; session++) {
    if (draw.isRate) {
      const rate = (random(draw.jump + 100) - 50) / 100;
      rows.push({ session, line: `${symbol},${dateOf(session)},${rate + 1},,0,${rate},n/a,,\n` });
      continue;
    }
    if (draw.gaps > 0 && random(draw.gaps) === 0) continue;
    ticks = Math.max(1000, ticks + random(2 * draw.jump + 1) - draw.jump);
    const price = (offset: number): number => Math.round((ticks + offset) * draw.tick * 1e9) / 1e9;
    const close = price(0);
    const hasCap = draw.caps === "own" || (draw.caps === "late" && session > FIRST + 5);
    const cells = [
      symbol,
      dateOf(session),
      price(random(5)),
      price(9),
      price(-9),
      close,
      draw.volume === 0 ? "" : random(draw.volume),
      draw.adjusted ? close / 3 : "",
      hasCap ? close * 1000 : "",
    ];
    rows.push({ session, line: `${cells.join(",")}\n` });
  }
  return rows;
}

function dateOf(session: number): string {
  return formatIsoDay(FIRST_DAY + session + 2 * Math.floor(session / 5));
}

interface Scene {
  readonly instruments: readonly Draw[];
  /** Where the files after the first end. */
  readonly cuts: readonly number[];
  /** Sessions before its first that a file has once more. */
  readonly overlap: number;
  /** By how many sessions rows of a gap come late: 0 for none. */
  readonly late: number;
  /** True where some of the rows that come again say something else. */
  readonly hasWrong: boolean;
  /** True where a file comes that contradicts all that is there, and is refused. */
  readonly isRefused: boolean;
  readonly facts: boolean;
}

const scenes = fc.record({
  instruments: fc.array(draws, { minLength: 2, maxLength: SYMBOLS.length }),
  cuts: fc.oneof(
    fc.constant([SESSIONS]),
    fc.constant(Array.from({ length: SESSIONS - FIRST }, (_, at) => FIRST + at + 1)),
    fc.constant([FIRST + 10, FIRST + 20, SESSIONS]),
    fc.constant([FIRST + 1, FIRST + 2, FIRST + 4, FIRST + 5, SESSIONS]),
  ),
  overlap: fc.constantFrom(0, 0, 1, 3),
  late: fc.constantFrom(0, 0, 3),
  hasWrong: fc.boolean(),
  isRefused: fc.boolean(),
  facts: fc.boolean(),
});

/** The files of a scene, the first import's first. */
function filesOf({
  instruments,
  cuts,
  overlap,
  late,
  hasWrong,
  isRefused,
  facts,
}: Scene): Record<string, string>[] {
  const all = instruments.flatMap((draw, at) =>
    rowsOf(SYMBOLS[at] ?? "", at === 0 ? { ...draw, from: 0, to: SESSIONS } : draw),
  );
  const isLate = ({ session, line }: Row): boolean => late > 0 && (session + line.charCodeAt(0)) % 37 === 0;
  const wrongLines = all
    .filter(({ session, line }) => session < 20 && line.startsWith("AA,") && !isLate({ session, line }))
    .map(correct)
    .join("");
  const files: Record<string, string>[] = [];
  for (const [at, end] of [FIRST, ...cuts].entries()) {
    const start = at === 0 ? 0 : ([FIRST, ...cuts][at - 1] ?? 0);
    const own = all.filter((row) => {
      if (isLate(row)) return row.session + late >= start && row.session + late < end;
      return row.session >= (at === 0 ? 0 : start - overlap) && row.session < end;
    });
    const name = String(at).padStart(3, "0");
    let mayBeWrong = Math.floor(own.length * 0.05); // a file with more of them is refused
    const lineOf = (row: Row): string => {
      const isWrong =
        hasWrong && row.session < start && !isLate(row) && row.session % 2 === 0 && mayBeWrong > 0;
      if (isWrong) mayBeWrong--;
      return isWrong ? correct(row) : row.line;
    };
    const lines = own.map(lineOf).join("");
    files.push({
      ...(lines === "" ? {} : { [`${name}.csv`]: HEADER + lines }),
      ...(isRefused && at > 0 ? { [`${name}-wrong.csv`]: HEADER + wrongLines } : {}),
      ...(at === 0
        ? {
            "instruments.csv": `symbol,name,sharesOutstanding,instrumentType\n${describe(instruments, lines)}`,
          }
        : {}),
      ...(facts && at % 3 === 0
        ? {
            [`facts-${name}/facts.csv`]: `symbol,date,name,value\nAA,${formatIsoDay(FIRST_DAY + end)},pe,${end}\n`,
          }
        : {}),
    });
  }
  return files.filter((own) => Object.keys(own).length > 0);
}

/** The close as the open: another bar of the same day, which is not taken. */
function correct({ line }: Row): string {
  const cells = line.split(",");
  return cells.toSpliced(5, 1, cells[2] ?? "").join(",");
}

/** Those that have rows: what is said of others is lost until they have. */
function describe(instruments: readonly Draw[], lines: string): string {
  return instruments
    .map(({ caps, isRate }, at) => ({
      symbol: SYMBOLS[at] ?? "",
      name: `Name ${at}`,
      shares: caps === "shares" ? 1234 + at : "",
      type: isRate ? "RATE" : "",
    }))
    .filter(({ symbol }) => `\n${lines}`.includes(`\n${symbol},`))
    .map(({ symbol, name, shares, type }) => `${symbol},${name},${shares},${type}\n`)
    .join("");
}

async function readMarket(file: ByteReader, staysOpen: boolean): Promise<Market> {
  const read = await readStoredMarket(file, { highAndLow: true, mostBytes: Infinity, staysOpen });
  if (!read.ok) throw new Error(read.problem.message);
  expect(read.value.damaged).toEqual([]);
  if (read.value.readOn) for (const _ of read.value.readOn());
  return read.value.market;
}

/** Part by part, as a run reads what is larger than the memory; blocks are cut otherwise than at once. */
function inParts(file: ByteReader): unknown[] {
  const parts = openParts(openColumns(file), [], COLUMNS);
  const alone = parts.instruments.map(({ symbol }, at) => {
    const bars = parts.bars[at] ?? 0;
    const { open, close, volume } = parts.readBars(at, ["open", "close", "volume"], bars >> 1, bars);
    const { day, high, adjClose } = parts.readInstrument(at, ["day", "high", "adjClose"]);
    return { symbol, bars, open, close, volume, day, high, adjClose };
  });
  const together = Array.from({ length: parts.parts }, (_, part) => [
    ...seriesIn(parts.readPart(part, ["day", "close", "marketCap"]).market),
    ...seriesIn(parts.outlinePart(part, ["close", "marketCap"]).market),
  ]);
  return [...alone, ...together.flat().toSorted((a, b) => compareSymbols(a.symbol, b.symbol))];
}

function seriesIn(market: Market) {
  const { instruments, barOffset, close, marketCap, zones } = market;
  return instruments.map(({ symbol }, at) => {
    const [from, to] = [barOffset[at], barOffset[at + 1]];
    const mostValue = zones?.value.most.slice(zones.zoneOffset[at], zones.zoneOffset[at + 1]);
    const caps = marketCap?.slice(from, to).filter((cap) => !Number.isNaN(cap));
    return {
      symbol,
      day: daysOf(market, at).slice(),
      close: close.slice(from, to),
      caps: [...(caps ?? [])],
      mostValue,
    };
  });
}

it("by days, by tens and at once gives the same bars, instruments, facts, gaps and fingerprint", async () => {
  let goneOn = 0;
  let belowZero = 0;
  await fc.assert(
    fc.asyncProperty(scenes, async (scene) => {
      const files = filesOf(scene);
      const columns: StoredColumns = new Map();
      let last: Added | null = null;
      for (const [at, own] of files.entries()) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
        last = await addFiles(columns, last?.id ?? null, own);
        // oxlint-disable-next-line no-await-in-loop -- as above
        if (at === 0) await cutIntoBlocks(columns, last);
        else if (last.frontId !== null) goneOn++;
      }
      if (!last) return;
      const atOnce: StoredColumns = new Map();
      const whole = await addFiles(atOnce, null, Object.assign({}, ...files));
      expect(last.dryRun.planned.digest).toBe(whole.dryRun.planned.digest);
      expect({ ...last.facts, bytes: 0 }).toEqual({ ...whole.facts, bytes: 0 });
      expect(last.dryRun.planned.gaps).toEqual(whole.dryRun.planned.gaps);
      const [grown, once] = [readerOf(columns, last.id), readerOf(atOnce, whole.id)];
      const market = await readMarket(once, false);
      belowZero += market.close.some((close) => close < 0) ? 1 : 0;
      expect(await readMarket(grown, false)).toEqual(market);
      expect(await readMarket(grown, true)).toEqual(market);
      expect(inParts(grown)).toEqual(inParts(once));
    }),
    { numRuns: tries(12) },
  );
  expect(goneOn).toBeGreaterThanOrEqual(whenFull(1));
  expect(belowZero).toBeGreaterThanOrEqual(whenFull(1));
});

/** The same columns in blocks of a few instruments. */
async function cutIntoBlocks(columns: StoredColumns, { id }: Added): Promise<void> {
  const { bytes } = await columnFileOf(await readMarket(readerOf(columns, id), false), 100);
  columns.set(id, bytes);
}
