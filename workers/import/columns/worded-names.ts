/** Names around one word that is a price, `mid_o`, `Index Open` or `dlyopen`: four of a kind are a bar's prices, and a fifth its volume. */
import type { KnownName } from "./header-names.ts";

type WordedRole = "open" | "high" | "low" | "close" | "volume";

const PRICES = ["open", "high", "low", "close"] as const;

const WORDS = new Map<string, WordedRole>([
  ["open", "open"],
  ["high", "high"],
  ["low", "low"],
  ["close", "close"],
  ["last", "close"],
  ["o", "open"],
  ["h", "high"],
  ["l", "low"],
  ["c", "close"],
  ["v", "volume"],
  ["vol", "volume"],
  ["volume", "volume"],
]);

/** Beside these words a price is another figure: Heikin-Ashi's bars, forecasts, changes, averages. */
const NO_PRICES = new Set(
  "ha heikin ashi heikinashi prev previous pred predicted prediction forecast target ret return returns log pct percent chg change diff norm normalized scaled ma sma ema avg average std".split(
    " ",
  ),
);

/**
 * Gives the names of open, high, low and close to four columns that nobody knows and whose other words are the same;
 * nothing where there are several such sets, which are bid and ask, or several instruments.
 *
 * @param names - of the header's cells, null for one that nobody knows
 */
export function wordedNames(
  header: readonly string[],
  names: readonly (KnownName | null)[],
): readonly (KnownName | null)[] {
  const sets = new Map<string, Map<WordedRole, number>>();
  for (const [at, cell] of header.entries()) {
    if (names[at]) continue;
    const words = wordsOf(cell);
    const roles = words.flatMap((word) => WORDS.get(word) ?? []);
    const [role, ...others] = roles;
    if (role === undefined || others.length > 0 || words.length < 2) continue;
    if (words.some((word) => NO_PRICES.has(word))) continue;
    const rest = words.map((word) => (WORDS.has(word) ? "*" : word)).join(" ");
    const set = sets.get(rest) ?? new Map<WordedRole, number>();
    if (!set.has(role)) set.set(role, at);
    sets.set(rest, set);
  }
  const whole = [...sets.values()].filter((set) => PRICES.every((role) => set.has(role)));
  const [only, ...more] = whole;
  if (!only || more.length > 0) return names;
  const named = [...names];
  for (const [role, at] of only) named[at] = { role, rank: 0 };
  return named;
}

/** `MidOpen`, `mid_open` and `mid.open` are the same two words. */
function wordsOf(cell: string): string[] {
  return cell
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
