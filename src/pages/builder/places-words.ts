/** How the candidates of a day stand to what can be bought. */
import { countOf, formatPercentSetting } from "#src/format/number.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** What says how many positions are opened, and on which days. */
export type Places = Pick<
  Strategy["simulation"],
  "maxPositions" | "positionSizing" | "positionPercent" | "schedule"
>;

/** "40 candidates that day for 20 places: the order priority decides." @param places - null while the form can't be read */
export function candidateWords(candidates: number, places: Places | null): string {
  if (candidates === 0) return "Nothing would be bought that day.";
  const found = `${countOf(candidates, "candidate")} that day`;
  if (places === null) return `${found}.`;
  const { count, words } = roomOf(places);
  const priority = candidates > count ? ": the order priority decides" : "";
  const days = places.schedule === undefined ? undefined : DAYS.get(places.schedule);
  return `${found} for ${words}${priority}.${days ? ` Buys are decided on ${days} only.` : ""}`;
}

interface Room {
  readonly count: number;
  readonly words: string;
}

function roomOf({ maxPositions, positionSizing, positionPercent }: Places): Room {
  const places = { count: maxPositions, words: countOf(maxPositions, "place") };
  if (positionSizing === "risk") return { ...places, words: `${places.words}, as far as the money goes` };
  if (positionSizing !== "percent-of-equity" || positionPercent === undefined) return places;
  const count = Math.max(1, Math.floor(100 / positionPercent + 1e-9)); // a third of 33.3 % is one of three
  return count >= maxPositions
    ? places
    : { count, words: `${countOf(count, "position")} of ${formatPercentSetting(positionPercent)} each` };
}

const DAYS: ReadonlyMap<string, string> = new Map([
  ["weekly", "the first session of a week"],
  ["monthly", "the first session of a month"],
  ["quarterly", "the first session of a quarter"],
]);
