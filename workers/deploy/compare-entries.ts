/** An entry beside what a run gives for its session: the same to the bit, near enough for another program, or different. */
import { moneyOf } from "#workers/model/deployment.ts";
import type { DeploymentEntry, EntryContent } from "#workers/model/deployment.ts";

export interface EntryComparison {
  readonly verdict: "same" | "near" | "different";
  /** The first field that differs, and of which instrument; null without one. */
  readonly place: string | null;
  readonly instrument: string | null;
}

/** What another program's arithmetic may differ by, relative; of sums of money relative to the account. */
const TOLERANCE = 1e-9;

type Verdict = EntryComparison["verdict"];

/** `data` aside. */
export function compareEntries(
  entry: DeploymentEntry,
  content: EntryContent,
  startMargin: number,
): EntryComparison {
  let worst: Verdict = "same";
  const scaleOf = makeScale(entry, startMargin);
  const lists = [
    ["fills", entry.fills, content.fills],
    ["positions", entry.positions, content.positions],
    ["sells", entry.decisions.sells, content.decisions.sells],
    ["buys", entry.decisions.buys, content.decisions.buys],
  ] as const;
  for (const [place, own, other] of lists) {
    for (let at = 0; at < Math.max(own.length, other.length); at++) {
      const instrument = own[at]?.instrument ?? other[at]?.instrument ?? null;
      const verdict = compareFields(own[at], other[at], (key) => scaleOf(key, instrument));
      if (verdict === "different") return { verdict, place: `${place}[${at}]`, instrument };
      if (verdict === "near") worst = verdict;
    }
  }
  const [sums, today] = [moneyOf(entry), moneyOf(content)];
  const pairs = [
    ["cash", entry.cash, content.cash],
    ["equity", entry.equity, content.equity],
    ...MONEY.map((place) => [place, sums[place], today[place]] as const),
  ] as const;
  for (const [place, own, other] of pairs) {
    const verdict = compareNumbers(own, other, startMargin);
    if (verdict === "different") return { verdict, place, instrument: null };
    if (verdict === "near") worst = verdict;
  }
  if (entry.stop !== content.stop) return { verdict: "different", place: "stop", instrument: null };
  return { verdict: worst, place: null, instrument: null };
}

const MONEY = ["owed", "growth", "uninvested", "missed", "in", "out", "interest"] as const;

/** By how much a number of an instrument may be larger than it is before its own size counts; 0 for its own size alone. */
type ScaleOf = (key: string, instrument: string | null) => number;

/** Orders and parts of deployment/2 follow from sums of money, which are the same where they differ by next to nothing of startMargin. */
function makeScale({ owed, positions, fills }: DeploymentEntry, startMargin: number): ScaleOf {
  if (owed === undefined) return () => 0;
  const prices = new Map([
    ...fills.map(({ instrument, price }) => [instrument, price] as const),
    ...positions.map(({ instrument, close }) => [instrument, close] as const),
  ]);
  return (key, instrument) => {
    if (key === "slotValue" || key === "commission") return startMargin;
    const price = prices.get(instrument ?? "") ?? 0;
    return key === "quantity" && price > 0 ? startMargin / price : 0;
  };
}

/** Objects of the same kind. */
function compareFields(
  a: object | undefined,
  b: object | undefined,
  scaleOf: (key: string) => number,
): Verdict {
  if (a === undefined || b === undefined) return "different";
  const [own, others] = [
    new Map<string, unknown>(Object.entries(a)),
    new Map<string, unknown>(Object.entries(b)),
  ];
  let worst: Verdict = "same";
  for (const key of new Set([...own.keys(), ...others.keys()])) {
    const verdict = compareValues(own.get(key), others.get(key), scaleOf(key));
    if (verdict === "different") return verdict;
    if (verdict === "near") worst = verdict;
  }
  return worst;
}

function compareValues(a: unknown, b: unknown, scale: number): Verdict {
  if (typeof a === "number" && typeof b === "number") return compareNumbers(a, b, scale);
  return a === b ? "same" : "different";
}

function compareNumbers(a: number, b: number, scale: number): Verdict {
  if (a === b) return "same";
  const room = TOLERANCE * Math.max(Math.abs(a), Math.abs(b), scale);
  return Math.abs(a - b) <= room ? "near" : "different";
}
