/** Stretches of time in which a portfolio held the same instruments: told of one that holds few and changes them. */
import { formatEpochDay } from "#src/format/day.ts";
import { joinWords } from "#src/format/join-words.ts";
import { countOf, formatPercent } from "#src/format/number.ts";
import type { Holdings } from "#workers/model/holdings.ts";

export interface Regime {
  /** First and last point. */
  readonly from: number;
  readonly to: number;
  /** Places of who is held, ascending; none where all is cash. */
  readonly held: readonly number[];
}

/** Percent of the account: less is a rest that nobody meant to hold. */
const LEAST_SHARE = 1;
/** With more at a time, stripes are too thin to tell apart. */
const MOST_TOGETHER = 6;
/** Shorter ones on average are noise. */
const FEWEST_POINTS = 2;
/** The first close lies before the first purchase. */
const FIRST_PURCHASE = 1;

/** In the order of time; none of a portfolio that holds many, never changes them, or changes them all the time. */
export function regimesOf({ day, held, others }: Holdings): readonly Regime[] {
  if (others !== null) return [];
  const regimes: Regime[] = [];
  for (let point = 0; point < day.length; point++) {
    const now = held.flatMap(({ share }, at) => ((share[point] ?? 0) >= LEAST_SHARE ? [at] : []));
    if (now.length > MOST_TOGETHER) return [];
    const last = regimes.at(-1);
    if (last && last.held.join() === now.join()) regimes[regimes.length - 1] = { ...last, to: point };
    else regimes.push({ from: point, to: point, held: now });
  }
  const [first] = regimes;
  const told =
    first && first.held.length === 0 && first.to < FIRST_PURCHASE ? withoutFirst(regimes) : regimes;
  const kinds = new Set(told.map((regime) => regime.held.join()));
  return kinds.size > 1 && day.length >= FEWEST_POINTS * told.length ? told : [];
}

/** The second begins with the run. */
function withoutFirst([, second, ...rest]: readonly Regime[]): readonly Regime[] {
  return second ? [{ ...second, from: 0 }, ...rest] : [];
}

/** "EQUITY and GOLD"; "Cash". */
export function regimeName({ held }: Regime, { held: instruments }: Pick<Holdings, "held">): string {
  return held.length === 0
    ? "Cash"
    : joinWords(
        held.flatMap((at) => instruments[at]?.instrument ?? []),
        "and",
      );
}

/** Named in a sentence. */
const MOST_NAMED = 4;

/** "What was held changed 14 times: EQUITY 61% of the time, BONDS 30%, Cash 9%."; "" without regimes. */
export function regimesInWords(regimes: readonly Regime[], holdings: Holdings): string {
  if (regimes.length === 0) return "";
  const { day } = holdings;
  const all = (day.at(-1) ?? 0) - (day[0] ?? 0);
  const time = new Map<string, number>();
  for (const regime of regimes) {
    const name = regimeName(regime, holdings);
    const days = (day[regime.to] ?? 0) - (day[Math.max(0, regime.from - 1)] ?? 0);
    time.set(name, (time.get(name) ?? 0) + days);
  }
  const byTime = [...time].toSorted(([, a], [, b]) => b - a);
  const named = byTime
    .slice(0, MOST_NAMED)
    .map(
      ([name, days], at) =>
        `${name} ${formatPercent((days / all) * 100, 0)}${at === 0 ? " of the time" : ""}`,
    );
  const rest = byTime.length - named.length;
  const others = rest > 0 ? [`${countOf(rest, "other mixture")} the rest`] : [];
  return `What was held changed ${countOf(regimes.length - 1, "time")}: ${[...named, ...others].join(", ")}.`;
}

/** "Longest without a change: BONDS, from 31/01/2020 to 31/03/2020."; "" without regimes. */
export function longestInWords(regimes: readonly Regime[], holdings: Holdings): string {
  const { day } = holdings;
  const [longest] = regimes.toSorted((a, b) => lengthOf(b, day) - lengthOf(a, day));
  return longest
    ? `Longest without a change: ${regimeName(longest, holdings)}, from ${formatEpochDay(day[longest.from] ?? 0)} to ${formatEpochDay(day[longest.to] ?? 0)}.`
    : "";
}

function lengthOf({ from, to }: Regime, day: Int32Array): number {
  return (day[to] ?? 0) - (day[from] ?? 0);
}
