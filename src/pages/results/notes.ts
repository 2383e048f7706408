/** What limits the trust in a run, judged by what its report can support: what it means and what can be done. */
import { formatDay } from "#src/format/day.ts";
import { formatMoneyCompact } from "#src/format/money.ts";
import { countOf, formatPercentChange, formatPercentSetting } from "#src/format/number.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { Position, Report, Warning } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";

export interface Note {
  readonly title: string;
  readonly meaning: string;
  readonly mend: string;
}

/** What is known beside the run and its report. */
export interface RunContext {
  /** What must be known of the dataset wherever it appears, or "". */
  readonly datasetNote: string;
  /** What became of the strategy since the run. */
  readonly strategyNow: "same" | "edited" | "deleted";
}

/** With fewer closed trades, chance says more than the rules. */
const FEW_TRADES = 30;
/** An exit this far below the entry, as a fraction of it, is more than a stop should let through. */
const STEEP_LOSS = 0.4;
/** A fall within so many sessions is one that a holding period can't explain. */
const FEW_SESSIONS = 5;

export function notesOf({ strategy }: RunRecord, report: Report, context: RunContext): readonly Note[] {
  return [
    ...datasetNotes(context),
    ...report.warnings.flatMap((warning) => warningNotes(warning, strategy)),
    ...splitNotes(strategy, report.positions),
    ...costNotes(strategy, report),
    ...tradeNotes(report),
    ...survivorNotes(report.positions),
    ...strategyNotes(context),
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

function warningNotes({ code, message }: Warning, strategy: Strategy): Note[] {
  switch (code) {
    case "market-cap-missing":
      return [
        {
          title: "Market cap unknown",
          meaning: message,
          mend: "Import data with a marketCap or sharesOutstanding column, or switch the market cap rank off.",
        },
        { title: "Conditions left out", ...leftOut(strategy.scanner) },
      ];
    case "market-cap-look-ahead":
      return [
        {
          title: "Market cap looks ahead",
          meaning: `${message} Companies that grew later count as large too early, which flatters the result.`,
          mend: "Import the number of shares by date, or switch off what uses the market cap.",
        },
      ];
    case "adjclose-missing":
      return [
        {
          title: "Some prices not adjusted",
          meaning: `${message} Splits and dividends of those bars look like rises and falls.`,
          mend: "Import data whose adjClose column has no gaps, or run on prices as traded.",
        },
      ];
    case "prices-damaged":
      return [
        {
          title: "Stored prices damaged",
          meaning: `${message} The run went on without them, so its result may differ from one on the whole data.`,
          mend: "Import the files of this dataset again, then run again.",
        },
      ];
    case "signals-trusted":
      return [
        {
          title: "Signals taken on trust",
          meaning: `${message} A signal counts as known at the close of its own day, and nobody can check when it was really known: one that was worked out later flatters the result.`,
          mend: "Make sure that each signal uses nothing from after its day, or bring it as a fact, which counts from the day after.",
        },
      ];
    case "symbols-missing":
      return [
        {
          title: "Symbols missing",
          meaning: `${message} The run went on without them.`,
          mend: "Correct the symbols in the scanner, or import data that has their prices.",
        },
      ];
  }
}

/** The one condition that data can lack is the market cap rank. */
function leftOut({ match, priceGrowth, minPrice, avgDailyValue }: Strategy["scanner"]) {
  const others = [priceGrowth, minPrice, avgDailyValue].filter((condition) => condition !== null).length;
  const rest =
    others === 0
      ? "It was the scanner's only condition, so every instrument passed the scanner."
      : `The scanner went by its other ${countOf(others, "condition")} (${match === "any" ? "any" : "all"} of them).`;
  return {
    meaning: `The market cap rank condition can't be answered from this data and was left out. ${rest}`,
    mend: "Compare with a run without this condition: the result should be the same.",
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
      mend: "Look the instrument's history up around that date. If it was a split, run on adjusted prices (Simulation step, More options) or import prices that are adjusted for splits.",
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

function costNotes({ simulation }: Strategy, { positions, metadata }: Report): Note[] {
  if (simulation.commissionPercent > 0 || simulation.slippagePercent > 0) return [];
  const traded = positions.reduce(
    (sum, { quantity, entryPrice, exitPrice, exitReason }) =>
      sum + quantity * (entryPrice + (exitReason === "open" ? 0 : exitPrice)),
    0,
  );
  const money = (value: number) => formatMoneyCompact(value, metadata.currency);
  const size =
    traded > 0
      ? ` This run bought and sold for ${money(traded)} in all: a cost of 0.1% would have taken about ${money(traded / 1000)}, and what that money would have earned.`
      : "";
  return [
    {
      title: "No trading costs",
      meaning: `Commission and slippage are 0, so every order fills at the exact price for free. Real trading earns less.${size}`,
      mend: "Set commission and slippage in the Simulation step, under More options, and run again.",
    },
  ];
}

function tradeNotes({ performance }: Report): Note[] {
  if (performance.trades >= FEW_TRADES) return [];
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
      title: "No delisted instrument met",
      meaning: `None of the ${countOf(positions.length, "position")} ended because its prices stopped. If the data holds only companies that are still listed today, the losers of the period are missing and the result is too good.`,
      mend: "Ask where the data comes from, and prefer data that keeps delisted instruments.",
    },
  ];
}

function strategyNotes({ strategyNow }: RunContext): Note[] {
  switch (strategyNow) {
    case "same":
      return [];
    case "edited":
      return [
        {
          title: "Strategy edited since",
          meaning:
            "This result belongs to the settings at the end of this page, not to those that are saved now.",
          mend: "Run again to see the result of the saved settings, or duplicate to get these settings back.",
        },
      ];
    case "deleted":
      return [
        {
          title: "Strategy deleted since",
          meaning: "The strategy of this run is no longer stored; its settings are at the end of this page.",
          mend: "Duplicate makes a strategy of these settings, which can be edited and run.",
        },
      ];
  }
}
