/** What is beside a result for each warning that it carries. */
import type { OtherWarning } from "#workers/model/run-warnings.ts";

interface WarningNote {
  readonly title: string;
  /** Behind what the warning itself says. */
  readonly adds?: string;
  readonly mend: string;
}

export const WARNING_NOTES: Readonly<
  Record<Exclude<OtherWarning["code"], "market-cap-missing">, WarningNote>
> = {
  "market-cap-look-ahead": {
    title: "Market cap looks ahead",
    adds: "Companies that grew later count as large too early, which flatters the result.",
    mend: "Import the number of shares by date, or switch off what uses the market cap.",
  },
  "adjclose-missing": {
    title: "Some prices not adjusted",
    adds: "Splits and dividends of those bars look like rises and falls.",
    mend: "Import data whose adjClose column has no gaps, or the corporate actions of these instruments; or run on prices as traded.",
  },
  "frequency-unusual": {
    title: "Unusual days between bars",
    mend: "Look at the dates of the files: use bars of each day, week or month.",
  },
  "frequency-mixed": {
    title: "Weekly or monthly prices among daily ones",
    mend: "Import daily prices of them, or give them a dataset of their own.",
  },
  "month-dated-first": {
    title: "Months dated by their first day",
    mend: "Import the files again with the last day of each month.",
  },
  "prices-damaged": {
    title: "Stored prices damaged",
    adds: "The run went on without them, so its result may differ from one on the whole data.",
    mend: "Import the files of this dataset again, then run again.",
  },
  "signals-trusted": {
    title: "Signals taken on trust",
    adds: "A signal counts as known at the close of its own day, and nobody can check when it was really known. One that was worked out later flatters the result.",
    mend: "Make sure that each signal uses nothing from after its day, or import it as a fact, which counts from the day after.",
  },
  "code-checked": {
    title: "Numbers from own code",
    adds: "It gave the same numbers when it was run again, and on shorter histories.",
    mend: "Read the code, or run it on days that came after it was written.",
  },
  "facts-assumed": {
    title: "Days of publication assumed",
    adds: "Where a company reported later than that, the result used figures that nobody had.",
    mend: "Import statements that say when they were published, or a longer lag, and compare.",
  },
  "symbols-missing": {
    title: "Symbols missing",
    adds: "The run went on without them.",
    mend: "Correct the symbols in the scanner, or import data that has their prices.",
  },
  "filled-at-signal": {
    title: "Bought at the price that gave the signal",
    mend: "Let orders fill at the next day's open, and compare.",
  },
  "deposits-idle": {
    title: "Deposits lie idle",
    mend: "Size positions by weights and set them back to plan, so that what comes in is invested.",
  },
  "flow-never-due": {
    title: "Money that never moves",
    mend: "Correct its dates under Money in and out, or take it out.",
  },
  "cash-series-ended": {
    title: "What idle money earns ended",
    mend: "Import more of the series, or end the run with it.",
  },
};
