/** A dataset that gets files: gone through once to see that it is whole, then read some instruments at a time. */
import { addMarket, createColumnWriter } from "#workers/market/column-writer.ts";
import { instrumentOf } from "#workers/market/whole-parts.ts";
import type {
  FactSeries,
  Instrument,
  Market,
  MarketPart,
  PartedMarket,
  PriceColumn,
} from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";

export interface Base {
  /** By symbol. */
  readonly instruments: readonly Instrument[];
  /** Bars of each, and of all. */
  readonly rows: Int32Array;
  readonly bars: number;
  /** EpochDays; Infinity and -Infinity without a bar. */
  readonly first: number;
  readonly last: number;
  /** As that of a plan that would add nothing. */
  readonly digest: string;
  /** Of its instruments, by number. */
  readonly facts: readonly FactSeries[];
  readonly hasAdjClose: boolean;
  readonly hasMarketCap: boolean;
  /** A market of one instrument, good until the next call. Asked for in order, each part is read once. */
  series(instrument: number): Market;
}

const ALL: readonly PriceColumn[] = [
  "day",
  "open",
  "high",
  "low",
  "close",
  "volume",
  "adjClose",
  "marketCap",
];

/** A problem where something of it is damaged: that would be lost for good with the rewriting. */
export async function openBase(stored: PartedMarket): Promise<Result<Base>> {
  const writer = createColumnWriter({ write() {} });
  const partOf = new Int32Array(stored.instruments.length);
  let [first, last, bars] = [Infinity, -Infinity, 0];
  let [hasAdjClose, hasMarketCap] = [false, false];
  let known: MarketPart | null = null;
  let knownPart = -1;
  for (let part = 0; part < stored.parts; part++) {
    const { market, numbers } = stored.readPart(part, ALL);
    for (const number of numbers) partOf[number] = part;
    for (const day of market.day) {
      if (day < first) first = day;
      if (day > last) last = day;
    }
    bars += market.day.length;
    hasAdjClose ||= market.adjClose !== null;
    hasMarketCap ||= market.marketCap !== null;
    addMarket(writer, market);
  }
  const damaged = stored.damaged();
  if (damaged.length > 0) return err(damagedBase("prices", damaged));
  if (stored.damagedFacts.length > 0) return err(damagedBase("facts", stored.damagedFacts));
  writer.addFacts(stored.facts);
  return ok({
    instruments: stored.instruments,
    rows: stored.bars,
    bars,
    first,
    last,
    digest: await writer.digest(),
    facts: stored.facts,
    hasAdjClose,
    hasMarketCap,
    series(instrument) {
      const part = partOf[instrument] ?? 0;
      if (!known || part !== knownPart) {
        known = stored.readPart(part, ALL);
        knownPart = part;
        if (stored.damaged().length > 0) throw new Error("a dataset that was whole no longer is");
      }
      return instrumentOf(known.market, instrument - (known.numbers[0] ?? 0));
    },
  });
}

function damagedBase(what: "prices" | "facts", damaged: readonly string[]): Problem {
  const stored = what === "prices" ? `prices of ${damaged.join(", ")}` : `facts ${damaged.join(", ")}`;
  return {
    code: "storage-failed",
    message: `The stored ${stored} are damaged, so nothing can be added to this dataset. Import all its files as a new one.`,
  };
}
