/** Calls of Pine and Chartink whose arguments stand elsewhere here, or are words. */
import type { MendNotes } from "./mend-notes.ts";
import { rewriteCalls } from "./scan-calls.ts";
import type { FoundCall } from "./scan-calls.ts";

const TYPICAL = "((high + low + close) / 3)";

/** By name in lower case, with or without Pine's "ta.": how the call is written here; null where that is not certain. */
const CALLS: Readonly<Record<string, (args: readonly string[]) => string | null>> = {
  crossover: ([a, b, more]) => (a && b && more === undefined ? `(${a} crosses above ${b})` : null),
  crossunder: ([a, b, more]) => (a && b && more === undefined ? `(${a} crosses below ${b})` : null),
  cross: ([a, b, more]) =>
    a && b && more === undefined ? `(${a} crosses above ${b} or ${a} crosses below ${b})` : null,
  iff: ([r, a, b]) => (r && a && b ? `if(${r}, ${a}, ${b})` : null),
  wpr: ([n, more]) => (n && more === undefined ? `williamsR(${n})` : null),
  cci: ([source, n]) => (n && source === TYPICAL ? `cci(${n})` : null),
  mfi: ([source, n]) => (n && source === TYPICAL ? `mfi(${n})` : null),
  stoch: ([source, high, low, n]) =>
    n && source === "close" && high === "high" && low === "low" ? `stochK(${n})` : null,
};

/** Those that mean something else here without the "ta.": of no series Pine takes the high or the low, not the close. */
const PINE_CALLS: typeof CALLS = {
  "ta.highest": (args) => extreme("highest", "high", args),
  "ta.lowest": (args) => extreme("lowest", "low", args),
  "ta.change": ([a, n = "1", more]) => (a && more === undefined ? `change(${a}, ${n})` : null),
};

/** @param usual - the series where only the count is given */
function extreme(name: string, usual: string, [a, n, more]: readonly string[]): string | null {
  if (!a || more !== undefined) return null;
  return n === undefined ? `${name}(${usual}, ${a})` : `${name}(${a}, ${n})`;
}

/** Chartink's names of more than one word, and how they are written here. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bavg true range(?=\s*\()/gi, "atr"],
  [/\bupper bollinger band(?=\s*\()/gi, "bollingerUpper"],
  [/\blower bollinger band(?=\s*\()/gi, "bollingerLower"],
  [/\badx di positive(?=\s*\()/gi, "plusDI"],
  [/\badx di negative(?=\s*\()/gi, "minusDI"],
  [/\bwilliams\s*%\s*r(?=\s*\()/gi, "williamsR"],
];
const MACD = /\bmacd (line|signal|histogram)(?=\s*\()/gi;
const MACD_NAMES: Readonly<Record<string, string>> = {
  line: "macdline",
  signal: "macdSignal",
  histogram: "macdHistogram",
};

/** @param isChartink - the text has words that only Chartink has */
export function mendCalls(text: string, isChartink: boolean, notes: MendNotes): string {
  const named = PHRASES.reduce(
    (before, [pattern, to]) =>
      before.replaceAll(pattern, (phrase) => {
        notes.changes.add(`“${phrase}” is written ${to}`);
        return to;
      }),
    text,
  ).replaceAll(MACD, (_, which: string) => MACD_NAMES[which.toLowerCase()] ?? "macd");
  return rewriteCalls(named, (call) => {
    const written = writtenHere(call, isChartink);
    if (written !== null)
      notes.changes.add(`“${call.name}(${call.args.join(", ")})” is written ${plain(written)}`);
    return written;
  });
}

function writtenHere({ name, args }: FoundCall, isChartink: boolean): string | null {
  const lower = name.toLowerCase();
  if (Object.hasOwn(PINE_CALLS, lower)) return PINE_CALLS[lower]?.(args) ?? null;
  const bare = lower.replace(/^ta\./, "");
  if (Object.hasOwn(CALLS, bare)) return CALLS[bare]?.(args) ?? null;
  const [first = "", second] = args;
  const isCount = /^\d+$/.test(first);
  if (
    isChartink &&
    (lower === "max" || lower === "min") &&
    isCount &&
    second !== undefined &&
    args.length === 2
  )
    return `${lower === "max" ? "highest" : "lowest"}(${second}, ${first})`;
  if (lower === "change" && args.length === 1 && !isCount) return `change(${first}, 1)`;
  return lower.startsWith("macd") && args.length === 3 ? macd(name, args) : null;
}

/** Chartink names the slower average first. */
function macd(name: string, args: readonly string[]): string | null {
  const [a = NaN, b = NaN, g = NaN] = args.map(Number);
  if (![a, b, g].every(Number.isInteger)) return null;
  const [fast, slow] = [Math.min(a, b), Math.max(a, b)];
  if (name === "macdline") return `macd(${fast}, ${slow})`;
  return a > b ? `${name}(${fast}, ${slow}, ${g})` : null;
}

/** Without the brackets that hold a crossing together. */
function plain(written: string): string {
  return /^\(.*\)$/.test(written) ? written.slice(1, -1) : written;
}
