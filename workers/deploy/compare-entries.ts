/** An entry beside what a run gives for its session: the same to the bit, near enough for another program, or different. */
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
  const lists = [
    ["fills", entry.fills, content.fills],
    ["positions", entry.positions, content.positions],
    ["sells", entry.decisions.sells, content.decisions.sells],
    ["buys", entry.decisions.buys, content.decisions.buys],
  ] as const;
  for (const [place, own, other] of lists) {
    for (let at = 0; at < Math.max(own.length, other.length); at++) {
      const verdict = compareFields(own[at], other[at]);
      const instrument = own[at]?.instrument ?? other[at]?.instrument ?? null;
      if (verdict === "different") return { verdict, place: `${place}[${at}]`, instrument };
      if (verdict === "near") worst = verdict;
    }
  }
  for (const place of ["cash", "equity"] as const) {
    const verdict = compareNumbers(entry[place], content[place], startMargin);
    if (verdict === "different") return { verdict, place, instrument: null };
    if (verdict === "near") worst = verdict;
  }
  if (entry.stop !== content.stop) return { verdict: "different", place: "stop", instrument: null };
  return { verdict: worst, place: null, instrument: null };
}

/** Objects of the same kind. */
function compareFields(a: object | undefined, b: object | undefined): Verdict {
  if (a === undefined || b === undefined) return "different";
  const others = new Map<string, unknown>(Object.entries(b));
  let worst: Verdict = "same";
  for (const [key, own] of Object.entries(a)) {
    const other = others.get(key);
    const areNumbers = typeof own === "number" && typeof other === "number";
    const verdict = areNumbers ? compareNumbers(own, other, 0) : own === other ? "same" : "different";
    if (verdict === "different") return verdict;
    if (verdict === "near") worst = verdict;
  }
  return worst;
}

function compareNumbers(a: number, b: number, scale: number): Verdict {
  if (a === b) return "same";
  const room = TOLERANCE * Math.max(Math.abs(a), Math.abs(b), scale);
  return Math.abs(a - b) <= room ? "near" : "different";
}
