/**
 * What shortcuts work out of a market's prices whatever the strategy's thresholds: bounds, verdicts of look-backs,
 * ranks. Kept with the facts that they are made of, so that the next run on the market needs only what is new. A fact
 * takes between a 64th (bits) and a 16th (zones) of a price column; all that are kept take less than one column more.
 * Gains half of a second run: 0.12 s in place of 0.28 (the default on 2,000 x 6,500).
 */
import type { RowsOfMember } from "#workers/engine/bar-prices.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import type { PriceFacts } from "#workers/engine/facts.ts";
import type { Weighing } from "#workers/engine/run-plan.ts";
import { keepLast } from "#workers/model/keep-last.ts";
import type { MemberBits } from "#workers/engine/member-bits.ts";
import { TOP_GAINER_DAYS } from "#workers/engine/priority.ts";
import { lateColumnsOf, rowsOf } from "#workers/model/late-column.ts";
import type { RowsOf } from "#workers/model/late-column.ts";
import { makeCapTop } from "./cap-top.ts";
import { closesInCode, closesInMemory } from "./closes.ts";
import type { Closes } from "./closes.ts";
import { topGainerBounds } from "./key-bounds.ts";
import type { KeyBounds, TopGainerBounds } from "./key-bounds.ts";
import { meanGrowth } from "./mean-growth.ts";
import type { MeanGrowth } from "./mean-growth.ts";
import { boundsOfGains, knownZones, zonesByWord, zonesOfBars } from "./zones.ts";
import type { BarZones, Zones } from "./zones.ts";

/** Tops of so many percents are kept. */
const TOPS_KEPT = 8;
/** How many growths are kept: those of two first sessions, each weighed in either way. */
const GROWTHS_KEPT = 4;

/** Of prices as in the file, whatever the basis. Look-backs are in bars. */
interface FileFacts {
  readonly fileCloses: Closes;
  readonly fileCloseZones: Zones;
  /** The sessions on which a member is among the top percent by market cap. */
  readonly capTop: (percent: number) => MemberBits;
}

/** And of prices on one basis. */
export interface FastFacts extends FileFacts {
  readonly closes: Closes;
  readonly closeZones: Zones;
  /** Since that session. */
  readonly meanGrowth: (weighing: Weighing, firstSession: number) => MeanGrowth;
  /** Of the members whose bits are set, null for all; those of others may be missing. */
  readonly topGainerBounds: (needed: Int32Array | null) => KeyBounds;
}

interface FileGround extends FileFacts {
  readonly closeBarZones: BarZones;
}

const knownOnBasis = new WeakMap<PriceFacts, FastFacts>();
const knownInFile = new WeakMap<Calendar, FileGround>();

export function fastFactsOf(facts: PriceFacts): FastFacts {
  const known = knownOnBasis.get(facts) ?? factsOnBasis(facts);
  knownOnBasis.set(facts, known);
  return known;
}

function factsOnBasis(facts: PriceFacts): FastFacts {
  const { calendar, basis, prices } = facts;
  const inFile = knownInFile.get(calendar) ?? factsInFile(facts);
  knownInFile.set(calendar, inFile);
  const { closeBarZones, fileCloses, fileCloseZones } = inFile;
  if (basis === "as-traded") return { ...inFile, ...closeFacts(fileCloses, closeBarZones, fileCloseZones) };
  const barZones = zonesOfBars(calendar, prices.close);
  const closes = closesInMemory(calendar, prices.close);
  return { ...inFile, ...closeFacts(closes, barZones, zonesByWord(calendar, barZones)) };
}

function factsInFile({ market, universe, calendar }: PriceFacts): FileGround {
  const zones = columnZones({ market, universe, calendar });
  const fileCloses = closesInFile({ market, universe, calendar });
  return {
    closeBarZones: zones.close,
    fileCloses,
    fileCloseZones: zonesByWord(calendar, zones.close),
    capTop: keepLast(TOPS_KEPT, (percent: number) =>
      topByCap(percent, { market, universe, calendar }, zones.marketCap),
    ),
  };
}

/** Found when it is first asked for. */
function topByCap(
  percent: number,
  { market, universe, calendar }: MembersOfMarket,
  zonesOfCaps: () => BarZones,
): MemberBits {
  const rows = rowsOf(market, "marketCap");
  if (rows === null) throw new RangeError("a rank by market caps, of which there are none");
  const top = makeCapTop(percent, calendar.members, calendar.sessionDay.length);
  const capsOf = rowsOfMembers(rows, universe);
  const part = { calendar, firstMember: 0, capsOf, zones: zonesByWord(calendar, zonesOfCaps()) };
  const { bits, ready } = top.bitsOf(part);
  let isSettled = false;
  return {
    bits,
    ready: (member) => {
      if (!isSettled) {
        isSettled = true;
        top.bound(part);
        top.place();
        top.gather(part);
        top.settle();
      }
      ready(member);
    },
  };
}

type MembersOfMarket = Pick<PriceFacts, "market" | "universe" | "calendar">;

/** Zones of the market's own columns: those that came with it, or worked out as they are asked for. */
interface ColumnZones {
  readonly close: BarZones;
  readonly marketCap: () => BarZones;
}

function columnZones({ market, universe, calendar }: MembersOfMarket): ColumnZones {
  const { zones } = market;
  const capZones = () => zonesOfBars(calendar, market.marketCap ?? new Float64Array(market.close.length));
  if (zones === undefined) {
    return {
      close: zonesOfBars(calendar, market.close),
      marketCap: capZones,
    };
  }
  const zoneOffset = universe.map((instrument) => zones.zoneOffset[instrument]);
  return {
    close: knownZones(zones.close, zoneOffset),
    marketCap: () => (zones.marketCap === null ? capZones() : knownZones(zones.marketCap, zoneOffset)),
  };
}

function closeFacts(closes: Closes, closeBarZones: BarZones, closeZones: Zones) {
  const { calendar } = closes;
  let bounds: TopGainerBounds | null = null;
  const growths = keepLast(GROWTHS_KEPT, (_key: string, weighing: Weighing, firstSession: number) =>
    meanGrowth(closes, weighing, firstSession),
  );
  return {
    closes,
    closeZones,
    meanGrowth: (weighing: Weighing, firstSession: number) =>
      growths(`${weighing} ${firstSession}`, weighing, firstSession),
    topGainerBounds: (needed: Int32Array | null) => {
      bounds ??= topGainerBounds(closes, boundsOfGains(calendar, closeBarZones, TOP_GAINER_DAYS));
      bounds.ready(needed);
      return bounds;
    },
  };
}

function closesInFile({ market, universe, calendar }: MembersOfMarket): Closes {
  const late = market.zones ? lateColumnsOf(market) : null; // without zones all are looked at
  return late ? closesInCode(calendar, universe, late.close) : closesInMemory(calendar, market.close);
}

function rowsOfMembers(rows: RowsOf, universe: Int32Array): RowsOfMember {
  return (member, from, to) => rows(universe[member], from, to);
}
