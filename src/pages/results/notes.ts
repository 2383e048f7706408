/** What limits the trust in a run, judged by what its report can support: what it means and what can be done. */
import { derivativeWords } from "#src/format/derivative-words.ts";
import { formatDay } from "#src/format/day.ts";
import {
  countOf,
  formatCount,
  formatDecimal,
  formatPercent,
  formatPercentChange,
  formatPercentSetting,
} from "#src/format/number.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { LookAheadOutcome } from "#src/storage/robustness-record.ts";
import { FEW_TRADES } from "#workers/model/performance-figures.ts";
import type { Position, Report } from "#workers/model/report.ts";
import { isInUse } from "#workers/model/rule-lines.ts";
import { apartFromSplits, splitsTogether } from "#workers/model/run-warnings.ts";
import type { OtherWarning } from "#workers/model/run-warnings.ts";
import { isTotalReturn } from "#workers/model/total-return.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { choosesByWeight } from "#workers/words/portfolio.ts";
import { lookAheadWarning } from "./robustness-words.ts";
import { WARNING_NOTES } from "./warning-notes.ts";

export interface Note {
  readonly title: string;
  readonly meaning: string;
  readonly mend: string;
  /** What the meaning sums up, one thing a line. */
  readonly list?: readonly string[];
}

/** What is known beside the run and its report. */
export interface RunContext {
  /** What must be known of the dataset wherever it appears, or "". */
  readonly datasetNote: string;
  /** What became of the strategy since the run. */
  readonly strategyNow: "same" | "edited" | "deleted";
  /** What the check for look-ahead found; absent before it has looked. */
  readonly lookAhead?: LookAheadOutcome;
  /** Indices of the dataset that count dividends, by their names. */
  readonly totalReturns?: readonly string[];
}

/** Lines of a note's list. */
const MOST_LISTED = 100;
/** With a smaller percentage of the account in positions, most of it is cash. */
const LEAST_INVESTED = 50;
/** An exit this far below the entry, as a fraction of it, is more than a stop should let through. */
const STEEP_LOSS = 0.4;
/** A fall within so many sessions is one that a holding period can't explain. */
const FEW_SESSIONS = 5;

export function notesOf(run: RunRecord, report: Report, context: RunContext): readonly Note[] {
  const { strategy } = run;
  const { others, splits } = apartFromSplits(report.warnings);
  return [
    ...lookAheadNotes(context),
    ...datasetNotes(context),
    ...others.map((warning) => warningNote(warning, strategy)),
    ...provenSplits(splits),
    ...splitNotes(strategy, report.positions),
    ...benchmarkNotes(report, context),
    ...derivativeNotes(strategy),
    ...costNotes(strategy),
    ...idleCashNotes(strategy, report),
    ...tradeNotes(strategy, report),
    ...survivorNotes(report.positions),
    ...strategyNotes(run, context),
  ];
}

function lookAheadNotes({ lookAhead }: RunContext): Note[] {
  const meaning = lookAheadWarning(lookAhead);
  if (meaning === null) return [];
  return [
    {
      title: "Look-ahead found",
      meaning: `${meaning} Don't trust it.`,
      mend: "The look-ahead check in full, under Robustness, names the first such session. Own code and imported signals are where to look.",
    },
  ];
}

function datasetNotes({ datasetNote }: RunContext): Note[] {
  if (datasetNote === "") return [];
  return [
    {
      title: "Invented market",
      meaning: datasetNote,
      mend: "Use it to learn the tool; import real prices on the Data page before you draw conclusions.",
    },
  ];
}

function warningNote({ code, message }: OtherWarning, strategy: Strategy): Note {
  if (code === "market-cap-missing")
    return { title: "Market cap unknown", ...withoutMarketCap(message, strategy.scanner) };
  const { title, adds, mend } = WARNING_NOTES[code];
  return { title, meaning: adds === undefined ? message : `${message} ${adds}`, mend };
}

/** Splits that the adjusted closes prove, in one note. @param told - a line an instrument */
function provenSplits(told: readonly string[]): Note[] {
  if (told.length === 0) return [];
  const rest = told.length - MOST_LISTED;
  const more =
    rest > 0
      ? [`And ${countOf(rest, "instrument")} more: the file "Whole result (JSON)" under Export has them all.`]
      : [];
  return [
    {
      title: "Splits in the prices",
      meaning: splitsTogether(told.length),
      mend: "Run on adjusted prices: the price basis is under Data and costs, above the steps of the builder.",
      list: [...told.slice(0, MOST_LISTED), ...more],
    },
  ];
}

/** What the scanner went by instead: the one condition that data can lack is the market cap rank; a rule stays. */
function withoutMarketCap(message: string, scanner: Strategy["scanner"]): Pick<Note, "meaning" | "mend"> {
  const { match, marketCapRank, priceGrowth, minPrice, avgDailyValue, rules = [] } = scanner;
  const data = "Import data with a marketCap or sharesOutstanding column";
  if (marketCapRank === null) return { meaning: message, mend: `${data}.` };
  const conditions = [priceGrowth, minPrice, avgDailyValue].filter((condition) => condition !== null);
  const others = conditions.length + rules.filter(isInUse).length;
  const instead =
    others === 0
      ? "It was the scanner's only condition, so every instrument passed the scanner."
      : `The scanner went by its other ${countOf(others, "condition")}${others === 1 ? "" : ` (${match === "any" ? "any" : "all"} of them)`}.`;
  return {
    meaning: `${message} ${instead}`,
    mend: `${data}, or switch the market cap rank off: the result should be the same.`,
  };
}

/**
 * The report has no daily prices. A split shows in it as an exit far below the entry although a stop was on that must
 * have sold on the way, or within a few sessions: then the price fell at one blow, or nearly.
 */
function splitNotes({ simulation, sell }: Strategy, positions: readonly Position[]): Note[] {
  if (simulation.priceBasis !== "as-traded") return [];
  const suspects = positions.filter((position) => fellAtOneBlow(position, sell));
  const [worst] = suspects.toSorted((a, b) => a.exitPrice / a.entryPrice - b.exitPrice / b.entryPrice);
  if (!worst) return [];
  const fall = formatPercentChange((worst.exitPrice / worst.entryPrice - 1) * 100, 1);
  return [
    {
      title: "Unadjusted splits suspected",
      meaning:
        `${countOf(suspects.length, "position")} ended more than ${formatPercentSetting(STEEP_LOSS * 100)} below the entry price faster than the sell rules allow for; ` +
        `the worst is ${worst.instrument}, ${fall} from ${formatDay(worst.entryDate)} to ${formatDay(worst.exitDate)}. ` +
        "That is how a share split looks in prices as traded. A real crash looks the same, and this report can't tell the two apart.",
      mend: "Look up the instrument's history around that date. If it was a split, adjust for it on the Data page. Or import a file of corporate actions and run on adjusted prices (under Data and costs, above the steps of the builder).",
    },
  ];
}

function fellAtOneBlow(position: Position, sell: Strategy["sell"]): boolean {
  const { entryPrice, exitPrice, daysHeld, exitReason } = position;
  if (exitPrice > entryPrice * (1 - STEEP_LOSS)) return false;
  if (daysHeld <= FEW_SESSIONS) return true;
  const isStop = exitReason === "stop-loss" || exitReason === "trailing-stop";
  const tightest = Math.min(sell.stopLoss ?? 100, sell.trailingStopLoss ?? 100);
  // Past the minimum hold the close before the deciding one was above the stop: what lies between fell in two sessions.
  return isStop && tightest <= (STEEP_LOSS * 100) / 2 && daysHeld > sell.minHoldingDays;
}

/** Adjusted prices count dividends, an index of prices does not. */
function benchmarkNotes({ benchmarkReturns, metadata }: Report, { totalReturns = [] }: RunContext): Note[] {
  if (benchmarkReturns !== "price" || isTotalReturn(metadata.benchmark)) return [];
  const [other] = totalReturns;
  return [
    {
      title: "Benchmark without dividends",
      meaning: `The strategy's prices are adjusted, which counts dividends; ${metadata.benchmark} has no adjusted closes, so its dividends are missing. For an index of shares that is one to three percent a year in the strategy's favour.`,
      mend:
        other === undefined
          ? "Import the index's total-return series, or an index fund with its dividends, and choose it as the benchmark."
          : `Choose ${other} as the benchmark: it counts dividends.`,
    },
  ];
}

function derivativeNotes({ scanner }: Strategy): Note[] {
  const words = derivativeWords(scanner.instrumentType);
  if (words === null) return [];
  return [
    {
      title: "Not as they are traded",
      meaning: words,
      mend: "Take the result for what their prices did, not for what an account with margin would have made.",
    },
  ];
}

function costNotes({ simulation }: Strategy): Note[] {
  if (simulation.commissionPercent > 0 || simulation.slippagePercent > 0) return [];
  return [
    {
      title: "No trading costs",
      meaning:
        "Commission and slippage are 0, so every order fills at the exact price for free. Real trading earns less: Robustness has runs with costs.",
      mend: "Choose costs under Data and costs, above the steps of the builder, and run again.",
    },
  ];
}

/** Cash makes a result calm, not good. Nothing is said of a result that doesn't know its share. */
function idleCashNotes({ simulation }: Strategy, { equity, performance, metadata }: Report): Note[] {
  const { exposure } = performance;
  if (exposure === undefined || exposure >= LEAST_INVESTED) return [];
  const { maxPositions } = simulation;
  const open = equity.positions.reduce((sum, count) => sum + count, 0) / equity.positions.length;
  const most = equity.positions.reduce((highest, count) => Math.max(highest, count), 0);
  const cause =
    metadata.instruments < maxPositions
      ? ` The data has ${countOf(metadata.instruments, "instrument")} for ${countOf(maxPositions, "place")}.`
      : "";
  return [
    {
      title: "Most of the account in cash",
      meaning:
        `On average ${formatPercent(100 - exposure, 0)} of the account lay in cash and earned ${simulation.cash == null ? "nothing" : "what the settings say"}. ` +
        `${formatDecimal(open, 1)} of ${countOf(maxPositions, "place")} were filled.${cause} ` +
        "Cash makes falls shallow and the Sharpe ratio high without any merit of the rules.",
      mend: cashMend(simulation, most),
    },
  ];
}

/** @param most - positions that were open at once */
function cashMend({ maxPositions, positionSizing }: Strategy["simulation"], most: number): string {
  if (most === maxPositions)
    return "All places were filled at times, so fewer of them would cost positions. Let the rules find more on the other days, or compare a run with fewer places.";
  if (positionSizing !== "equal-weight")
    return "Let a position have a larger share of the account, or let the rules find more, and run again.";
  return `Set Max Positions to ${formatCount(most)} or fewer in the Simulation step, or let the rules find more, and run again.`;
}

/** What weights hold is set back and seldom closed: how few trades it closed tells nothing of it. */
function tradeNotes({ simulation }: Strategy, { performance }: Report): Note[] {
  if (performance.trades >= FEW_TRADES || choosesByWeight(simulation)) return [];
  return [
    {
      title: "Few trades",
      meaning: `The run closed ${countOf(performance.trades, "trade")}. Under ${FEW_TRADES}, the figures may come from chance.`,
      mend: "Try a longer period, more places or looser conditions.",
    },
  ];
}

function survivorNotes(positions: readonly Position[]): Note[] {
  if (positions.length === 0 || positions.some(({ exitReason }) => exitReason === "no-data")) return [];
  return [
    {
      title: "No delisting among the trades",
      meaning: `None of the ${countOf(positions.length, "position")} ended because its prices stopped. If the data holds only companies that are still listed today, the losers of the period are missing and the result is too good.`,
      mend: "Ask where the data comes from, and prefer data that keeps delisted instruments.",
    },
  ];
}

function strategyNotes({ isVariant }: RunRecord, { strategyNow }: RunContext): Note[] {
  switch (strategyNow) {
    case "same":
      return [];
    case "edited":
      if (isVariant === true) return [variantNote];
      return [
        {
          title: "Strategy edited since",
          meaning:
            "This result belongs to the settings in its Setup chapter, not to those that are saved now.",
          mend: "Run again to see the result of the saved settings, or duplicate to get these settings back.",
        },
      ];
    case "deleted":
      return [
        {
          title: "Strategy deleted since",
          meaning: "The strategy of this run is no longer stored; its settings are in the Setup chapter.",
          mend: "Duplicate makes a strategy of these settings, which can be edited and run.",
        },
      ];
  }
}

const variantNote: Note = {
  title: "Variant of the strategy",
  meaning:
    "This run tried other settings than the strategy is saved with. They are in the Setup chapter, and were not saved.",
  mend: "Duplicate makes a strategy of these settings. Run again runs them once more, and Edit Strategy opens the saved ones.",
};
