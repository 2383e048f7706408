/** In what a run differs from what its strategy says, in words beside its result. */
import { SESSIONS_OF_YEAR } from "./bar-length.ts";
import type { JudgedBars } from "./bar-length.ts";
import { fromEpochDay } from "./day.ts";
import { describeLag } from "./fact-lag.ts";
import type { ConditionName } from "./preview.ts";
import type { FactSeries, Instrument } from "./market.ts";
import type { Warning, WarningCode } from "./report.ts";
import type { Strategy } from "./strategy.ts";

const SPLIT = "split-in-prices";

export function adjCloseWarnings(barsWithoutAdjClose: number): Warning[] {
  if (barsWithoutAdjClose === 0) return [];
  const message = `${barsWithoutAdjClose} bars have no adjClose and stay as traded.`;
  return [{ code: "adjclose-missing", message }];
}

/** What a market says of market caps. */
interface CapOutline {
  readonly instruments: readonly Instrument[];
  /** Numbers of the instruments that a run trades. */
  readonly universe: Int32Array;
  /** Whether any bar of these has a market cap. */
  readonly marketCapKnown: boolean;
  /** Whether a rule in use names it. */
  readonly isNamed: boolean;
}

export function marketCapWarnings(
  { scanner, simulation }: Strategy,
  { instruments, universe, marketCapKnown, isNamed }: CapOutline,
): Warning[] {
  const ranks = scanner.marketCapRank !== null;
  if ((ranks || isNamed) && !marketCapKnown) {
    const left = ranks ? ["the market cap rank condition was left out"] : [];
    const unknown = isNamed ? ["what rules say of marketCap is unknown"] : [];
    const message = `No instrument of the universe has a market cap, so ${[...left, ...unknown].join(", and ")}.`;
    return [{ code: "market-cap-missing", message }];
  }
  const inUse = ranks || isNamed || simulation.sortingType === "market-cap-desc";
  const guessed = universe.reduce((n, at) => n + (instruments[at]?.marketCapLooksAhead ? 1 : 0), 0);
  if (!inUse || guessed === 0) return [];
  const message = `Market caps of ${guessed} instruments use one sharesOutstanding figure for all years, which looks ahead.`;
  return [{ code: "market-cap-look-ahead", message }];
}

/** @param named - the facts that rules in use name, numbers from own code among them: those name signals themselves */
export function signalWarnings(named: readonly FactSeries[]): Warning[] {
  const all = named.flatMap(
    ({ kind, name, computed }) => computed?.signals ?? (kind === "signal" ? [name] : []),
  );
  const names = [...new Set(all)].join(", ");
  if (names === "") return [];
  const message = `The rules use signals (${names}), which are taken as known at the close of their day: nobody can check when they were.`;
  return [{ code: "signals-trusted", message }];
}

/** Of facts of which some days are a period's end and a lag. @param named - those that rules in use name */
export function assumedWarnings(named: readonly FactSeries[]): Warning[] {
  const names = new Map<string, string[]>();
  for (const { name, lag } of named) {
    if (!lag) continue;
    const words = describeLag(lag);
    names.set(words, [...(names.get(words) ?? []), name]);
  }
  return Array.from(names, ([words, of]) => ({
    code: "facts-assumed",
    message: `The rules use ${of.join(", ")}: ${words}.`,
  }));
}

/** Of how orders are filled, and of money that nothing is done with. @param comesIn - whether money comes in during the run */
export function accountWarnings({ simulation }: Strategy, comesIn: boolean): Warning[] {
  const warnings: Warning[] = [];
  if (simulation.fillAt === "same-close") {
    const message =
      "Orders are filled at the very close that gave their signal: papers are written so, but nobody can trade at it.";
    warnings.push({ code: "filled-at-signal", message });
  }
  if (comesIn && simulation.positionSizing !== "weights") {
    const message =
      "Money comes in, and open positions are not added to: it lies idle until a new position is bought.";
    warnings.push({ code: "deposits-idle", message });
  }
  return warnings;
}

/**
 * Symbols that the strategy names and can't trade: those of which there is no bar, and those with a weight of their own that
 * are outside the universe.
 */
export function symbolWarnings(
  { scanner, simulation }: Strategy,
  hasBars: (symbol: string) => boolean,
  isMember: (symbol: string) => boolean,
): Warning[] {
  const weights = (simulation.weights ?? []).map(({ symbol }) => symbol);
  const missing = new Set([
    ...(scanner.symbols ?? []).filter((symbol) => !hasBars(symbol)),
    ...weights.filter((symbol) => !isMember(symbol)),
  ]);
  if (missing.size === 0) return [];
  const names = [...missing];
  const shown = names.length > 10 ? `${names.slice(0, 10).join(", ")} and others` : names.join(", ");
  const lists = weights.some((symbol) => missing.has(symbol)) ? "strategy's" : "scanner's";
  const reason =
    lists === "scanner's" ? "have no prices in the dataset" : "have no prices in what it may trade";
  const message = `${names.length} of the ${lists} symbols ${reason} and were left out: ${shown}.`;
  return [{ code: "symbols-missing", message }];
}

/** @param sessionDay - EpochDays of the universe's calendar */
export function barWarnings(
  { frequency, isUnusual, otherOnes }: JudgedBars,
  instruments: readonly Instrument[],
  sessionDay: Int32Array,
): Warning[] {
  const warnings: Warning[] = [];
  if (isUnusual)
    warnings.push({
      code: "frequency-unusual",
      message: `From one bar to the next it is mostly as many days as neither days, weeks nor months have. The bars were taken for ${frequency} ones: yearly figures count ${SESSIONS_OF_YEAR[frequency]} of them as a year.`,
    });
  if (otherOnes.length > 0) {
    const symbols = otherOnes.map((instrument) => instruments[instrument]?.symbol ?? "").join(", ");
    warnings.push({
      code: "frequency-mixed",
      message: `Among daily prices these have mostly weekly or monthly ones, which are old on most days: ${symbols}.`,
    });
  }
  const firsts = sessionDay.reduce((sum, day) => sum + Number(fromEpochDay(day).dayOfMonth === 1), 0);
  if (frequency === "monthly" && firsts * 10 >= sessionDay.length * 9)
    warnings.push({
      code: "month-dated-first",
      message:
        "Nearly all sessions are a first of the month. Such dates mostly mean the month that follows, whose close nobody knows on that day: date each bar by the month's last day.",
    });
  return warnings;
}

/** One an instrument. @param splits - those of one instrument together, by ISO date */
export function splitWarnings(
  splits: readonly { readonly symbol: string; readonly date: string }[],
): Warning[] {
  const dates = new Map<string, string[]>();
  for (const { symbol, date } of splits) dates.set(symbol, [...(dates.get(symbol) ?? []), date]);
  return Array.from(dates, ([symbol, [first = "", ...others]]) => {
    const more = others.length === 0 ? "" : `, the first of ${others.length + 1}`;
    return { code: SPLIT, message: `${symbol}: a split in its prices on ${first}${more}.` };
  });
}

/** Any but those of splits. */
export interface OtherWarning extends Warning {
  readonly code: Exclude<WarningCode, typeof SPLIT>;
}

/** Of splits there is one for each instrument, perhaps thousands: those are told together. */
export function apartFromSplits(warnings: readonly Warning[]): {
  readonly others: readonly OtherWarning[];
  /** What the warnings of splits say, one an instrument. */
  readonly splits: readonly string[];
} {
  return {
    others: warnings.filter((warning): warning is OtherWarning => warning.code !== SPLIT),
    splits: warnings.flatMap(({ code, message }) => (code === SPLIT ? [message] : [])),
  };
}

/** What they all say. @param count - of instruments, at least 1 */
export function splitsTogether(count: number): string {
  const whose = count === 1 ? "1 instrument has" : `${count} instruments have`;
  return `${whose} a split in the prices as traded, which the adjusted closes prove: the run takes it for a fall or a rise.`;
}

/** The one condition that data can lack is the market cap rank; the run's warnings say where they did. */
export function leftOutOf({ scanner }: Strategy, warnings: readonly Warning[]): readonly ConditionName[] {
  const isMissing = warnings.some(({ code }) => code === "market-cap-missing");
  return isMissing && scanner.marketCapRank !== null ? ["marketCapRank"] : [];
}
