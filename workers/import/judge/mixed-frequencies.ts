/** Instruments whose bars are weeks or months among others whose bars are shorter: each is well, and no look-back is the same. */
import { countDays, isOther, judgeBars } from "#workers/model/bar-counts.ts";
import { listNames } from "../what/list-names.ts";

export interface MixedFrequencies {
  /** Takes an instrument's EpochDays, ascending and each once. */
  add(symbol: string, days: Int32Array): void;
  /** A sentence for each kind of longer bars beside shorter ones; none for most data. */
  warnings(): string[];
}

const SHORTEST_FIRST = ["daily", "weekly", "monthly"] as const;
/** Days from bar to bar in the mean: fewer are days, whatever is missing. */
const WEEK = 5;
const LEAST_BARS = 12;

export function createMixedFrequencies(): MixedFrequencies {
  const found = new Map<string, string[]>(SHORTEST_FIRST.map((frequency) => [frequency, []]));
  return {
    add(symbol, days) {
      if (days.length < LEAST_BARS) return;
      const span = (days.at(-1) ?? 0) - (days[0] ?? 0);
      if (span < WEEK * (days.length - 1)) found.get("daily")?.push(symbol);
      else {
        const counts = countDays(days);
        if (isOther(counts)) found.get(judgeBars(counts, []).frequency)?.push(symbol);
      }
    },
    warnings() {
      const [shortest, ...longer] = SHORTEST_FIRST.map((frequency) => ({
        frequency,
        symbols: found.get(frequency) ?? [],
      })).filter(({ symbols }) => symbols.length > 0);
      return longer.map(({ frequency, symbols }) => {
        const unit = frequency === "monthly" ? "months" : "weeks";
        const have = symbols.length === 1 ? "has" : "have";
        return `${listNames(symbols.toSorted())} ${have} ${frequency} bars, and ${listNames(shortest?.symbols.toSorted() ?? [])} ${shortest?.frequency ?? ""} ones: look-backs count bars, so 30 of them are 30 ${unit} there. Import each kind as a dataset of its own.`;
      });
    },
  };
}
