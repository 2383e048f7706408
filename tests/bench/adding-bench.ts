/** One day's prices of a whole market added to a stored dataset, from dropped to stored, on a disk. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { createImportDesk } from "#workers/import/plan/import-desk.ts";
import { createColumnWriter } from "#workers/market/column-writer.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { ImportPlan } from "#workers/model/import-plan.ts";
import { valueOf } from "../support/value-of.ts";
import { openDiskDataset, openDiskStaging, writeDiskFile } from "./disk-file.ts";
import { makeEvenings } from "./evening-bench.ts";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import { err, ok } from "#workers/model/problem.ts";
import { syntheticSeries } from "./synthetic-market.ts";
import type { MarketShape } from "./synthetic-market.ts";

/** Name of the dataset's columns before anything is added. */
const FIRST = "prices-0";

/** Market caps come from one share count an instrument, as an instruments.csv gives it. */
export async function writeDataset(folder: string, shape: MarketShape): Promise<void> {
  await writeDiskFile(join(folder, `${FIRST}.columns`), async (file) => {
    const writer = createColumnWriter(file);
    for (const series of syntheticSeries(shape))
      writer.add({ ...series, instrument: { ...series.instrument, marketCapLooksAhead: true } });
    await writer.finish();
  });
}

export interface AddingRounds {
  readonly days: number;
  /** True to read the dataset as a run does, too, before and after each. */
  readonly isOpened: boolean;
  /** True to step a deployment behind each, too. */
  readonly isStepped: boolean;
}

/** Adds days one after the other; a line each. */
export async function* addDays(
  folder: string,
  shape: MarketShape,
  { days, isOpened, isStepped }: AddingRounds,
): AsyncGenerator<string> {
  const closes = new Map<string, number>();
  let lastDay = 0;
  for (const { instrument, close, day } of syntheticSeries(shape)) {
    closes.set(instrument.symbol, close.at(-1) ?? 0);
    lastDay = day.at(-1) ?? 0;
  }
  const evening = makeEvenings(folder, lastDay);
  const after = async (name: string): Promise<string> =>
    (isOpened ? await openings(folder, name) : "") + (isStepped ? await evening(name) : "");
  yield `before: ${memory()}${await after(FIRST)}`;
  for (let added = 0; added < days; added++) {
    const day = formatIsoDay(lastDay + 1 + added);
    const rows = Array.from(closes, ([symbol, close]) => {
      const next = Math.max(5, Math.round(close * 20 + ((added + symbol.length * 7) % 9) - 4) / 20);
      closes.set(symbol, next);
      return `${symbol},${day},${close},${Math.max(close, next)},${Math.min(close, next)},${next},1000000\n`;
    });
    const text = `symbol,date,open,high,low,close,volume\n${rows.join("")}`;
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    const line = await addDay(folder, { day, text, columns: `prices-${added}`, into: `prices-${added + 1}` });
    // oxlint-disable-next-line no-await-in-loop -- as above
    yield line + (await after(`prices-${added + 1}`));
  }
}

interface Day {
  readonly day: string;
  readonly text: string;
  readonly columns: string;
  readonly into: string;
}

async function addDay(folder: string, { day, text, columns, into }: Day): Promise<string> {
  const tools = {
    withBase: openDiskDataset(folder),
    onProgress: () => {},
    onStoring: () => {},
    threads: null,
  };
  const plan: ImportPlan = {
    id: day,
    files: [{ name: `${day}.csv`, bytes: new Blob([text]) }],
    answers: new Map(),
    leftOut: new Set(),
    factsAsOf: "",
    addTo: columns,
  };
  const desk = createImportDesk(async () => ok(openDiskStaging(folder)));
  const [begun, usage] = [performance.now(), process.cpuUsage()];
  const { planned } = valueOf(await desk.check(plan, tools));
  const looked = performance.now();
  const { facts } = valueOf(
    await desk.commit({ plan, digest: planned.digest, datasetId: into, defaults: new Map() }, tools),
  );
  const { user, system } = process.cpuUsage(usage);
  return [
    `${day}: dry run ${seconds(looked - begun)}, commit ${seconds(performance.now() - looked)}`,
    `${seconds((user + system) / 1000)} of processor time`,
    `${(statSync(join(folder, `${into}.columns`)).size / 1e6).toFixed(1)} MB written`,
    `${facts.bars} bars of ${facts.instruments} instruments to ${facts.lastDate ?? ""}`,
    memory(),
  ].join("; ");
}

function memory(): string {
  return `most memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`;
}

/** Reading the dataset as a run does: the least processor time of five. */
async function openings(folder: string, name: string): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const usage = process.cpuUsage();
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    await openDiskDataset(folder)(name, async ({ extendable }) => {
      const reading = { highAndLow: false, mostBytes: Infinity, staysOpen: true };
      return extendable ? readStoredMarket(extendable.file, reading) : err(notStored);
    });
    const { user, system } = process.cpuUsage(usage);
    times.push((user + system) / 1000);
  }
  return `; opened in ${Math.min(...times).toFixed(0)} ms of processor time`;
}

const notStored = { code: "data-missing", message: "no dataset" } as const;

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
