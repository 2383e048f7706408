/** A person's own series, `symbol,date,value`, laid beside a market's facts; and a series as such a table again. */
import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { addMarket, createColumnWriter } from "#workers/market/column-writer.ts";
import { openFactsFile } from "#workers/market/facts-file.ts";
import type { FactsTable } from "#workers/market/facts-file.ts";
import { findNameClash, mergeFacts } from "#workers/market/merge-facts.ts";
import { Refusal, refusal } from "#workers/market/refusal.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { FactSeries, Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { FileNotes } from "#workers/model/reading.ts";
import type { ColumnsPlace } from "../columns-market.ts";
import { makeColumns } from "../made-columns.ts";
import { outlineOf } from "../outline.ts";
import type { MadeOutcome, OwnSeries, SeriesJob } from "../thread-jobs.ts";
import type { JobTools } from "./job-tools.ts";

const HEADER = ["symbol", "date", "value"];
const LONGEST_HEADER = 1000;

export async function seriesJob(
  { columns: place, series, dropped, columnsPath }: SeriesJob,
  { markets }: JobTools<never>,
): Promise<Result<MadeOutcome>> {
  let notes: readonly FileNotes[] = [];
  const made = await markets.on(place, true, ({ market }) =>
    makeColumns(columnsPath, async ({ columns }) => {
      const merged = await withSeries(market, series, dropped);
      if (!merged.ok) return merged;
      notes = merged.value.notes;
      const writer = createColumnWriter(columns);
      addMarket(writer, market);
      if (merged.value.facts.length > 0) writer.addFacts(merged.value.facts);
      return ok((await writer.finish()).fingerprint);
    }),
  );
  if (!made.ok) return made;
  return markets.on({ path: columnsPath }, false, ({ market }) =>
    ok({ fingerprint: made.value, files: notes, outline: outlineOf(market) }),
  );
}

interface Merged {
  readonly facts: readonly FactSeries[];
  readonly notes: readonly FileNotes[];
}

async function withSeries(
  { instruments, facts = [] }: Market,
  series: readonly OwnSeries[],
  dropped: readonly string[],
): Promise<Result<Merged>> {
  const replaced = new Set([...series.map(({ name }) => name), ...dropped].map((name) => name.toLowerCase()));
  const earlier = { instruments, facts: facts.filter(({ name }) => !replaced.has(name.toLowerCase())) };
  const symbols = new Set(instruments.map(({ symbol }) => symbol));
  try {
    const tables: FactsTable[] = [];
    // oxlint-disable-next-line no-await-in-loop -- one file in memory at a time
    for (const one of series) tables.push(await readSeries(one, symbols));
    const clash = findNameClash(tables, earlier);
    if (clash) throw refusal("file-refused", clash.file, clash.line, clash.text);
    return ok(mergeFacts(tables, instruments, earlier));
  } catch (error) {
    if (error instanceof Refusal) return err(error.problem);
    throw error;
  }
}

async function readSeries(
  { name, kind, path }: OwnSeries,
  symbols: ReadonlySet<string>,
): Promise<FactsTable> {
  const file = `${name}.csv`;
  const { bytes, finish } = openFactsFile(file, kind, (symbol) => symbols.has(symbol));
  const encoder = new TextEncoder();
  let header: string | null = "";
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const part: Uint8Array = chunk;
    if (header === null) {
      bytes.push(part);
      continue;
    }
    header += new TextDecoder("latin1").decode(part);
    const end = header.indexOf("\n");
    if (end < 0 && header.length < LONGEST_HEADER) continue;
    const line = headerOf(file, header.slice(0, Math.max(end, 0)), name);
    bytes.push(encoder.encode(line));
    bytes.push(Uint8Array.from(header.slice(end), (letter) => letter.charCodeAt(0)));
    header = null;
  }
  if (header !== null) bytes.push(encoder.encode(headerOf(file, header, name)));
  bytes.end();
  return finish();
}

/** The same columns, with the series' name in place of `value`. */
function headerOf(file: string, line: string, name: string): string {
  const titles = line
    .replace(/^\u00EF\u00BB\u00BF/, "")
    .trim()
    .split(",")
    .map((title) => title.trim().replaceAll('"', "").toLowerCase());
  if (titles.toSorted().join() !== HEADER.toSorted().join())
    throw refusal("file-refused", file, 1, "the columns are symbol, date and value, in this first line");
  return titles.map((title) => (title === "value" ? name : title)).join(",");
}

export async function stepsJob(
  { columns, name, path }: { readonly columns: ColumnsPlace; readonly name: string; readonly path: string },
  { markets }: JobTools<never>,
): Promise<Result<null>> {
  return markets.on(columns, false, async ({ market }) => {
    const series = market.facts?.find((fact) => fact.name.toLowerCase() === name.toLowerCase());
    if (!series) return err({ code: "not-found", message: `there is no ${name}` });
    await pipeline(Readable.from(linesOf(series, market)), createWriteStream(path, { mode: 0o600 }));
    return ok(null);
  });
}

const LINES_AT_ONCE = 5000;

function* linesOf({ stepOffset, day, value }: FactSeries, { instruments }: Market): Generator<string> {
  let text = `${HEADER.join(",")}\n`;
  let lines = 0;
  for (const [at, { symbol }] of instruments.entries()) {
    for (let step = stepOffset[at] ?? 0; step < (stepOffset[at + 1] ?? 0); step++) {
      const known = value[step] ?? NaN;
      const cell = /[",\r\n]/.test(symbol) ? `"${symbol.replaceAll('"', '""')}"` : symbol;
      text += `${cell},${formatIsoDay(day[step] ?? 0)},${Number.isNaN(known) ? "" : String(known)}\n`;
      if (++lines % LINES_AT_ONCE !== 0) continue;
      yield text;
      text = "";
    }
  }
  yield text;
}
