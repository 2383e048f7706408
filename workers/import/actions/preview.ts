/** What corporate actions came to among a plan's instruments, in sentences. */
import type { ActionFault, ActionsPreview } from "#workers/model/import-plan.ts";
import type { FileNotes } from "#workers/model/reading.ts";
import { placeOf } from "#workers/model/place.ts";
import { countOf } from "../what/count-of.ts";
import { listNames } from "../what/list-names.ts";
import type { FileCheck } from "../what/file-check.ts";
import { arePaidBack } from "./back-adjust.ts";

export interface ActionCounts {
  readonly applied: Record<"split" | "dividend", number>;
  readonly inPrices: Record<"split" | "dividend", number>;
  /** Dividends beside prices that don't say whether they have them in them. */
  notShown: number;
  /** Actions before the first price of their instrument or after the last one. */
  outside: number;
  /** Symbols that got adjusted closes, and those whose files had some of their own. */
  readonly adjusted: string[];
  readonly own: string[];
  /** Count of the market's instruments. */
  instruments: number;
  /** Ex-dates of all instruments together. */
  readonly exDates: { paid: number; fallen: number; variance: number };
}

interface Told {
  readonly counts: ActionCounts;
  readonly repeats: number;
  readonly withoutPrices: readonly string[];
}

const SHOWN = 5;

export function sentencesOf({ counts, repeats, withoutPrices }: Told): string[] {
  const { applied, inPrices, notShown, outside, adjusted, own, instruments, exDates } = counts;
  const others = instruments - adjusted.length - own.length;
  return [
    `${adjusted.length} of ${countOf(instruments, "instrument")} ${adjusted.length === 1 ? "gets" : "get"} adjusted closes, from ${actionsText(applied)}; prices and volumes stay as they are in the files.`,
    ...(inPrices.split > 0
      ? [
          `${countOf(inPrices.split, "split or bonus", "splits and bonuses")} ${isOrAre(inPrices.split)} in the prices already, which do not jump there: not applied a second time.`,
        ]
      : []),
    ...(inPrices.dividend > 0
      ? [
          `${countOf(inPrices.dividend, "dividend")} ${isOrAre(inPrices.dividend)} in the prices already, which do not fall on their ex-dates: not applied a second time.`,
        ]
      : []),
    ...(notShown > 0
      ? [
          `${countOf(notShown, "dividend")} beside prices ${isOrAre(notShown)} not applied: the prices don't show that they fall by them. Most files with dividends and without adjusted closes have dividends in their prices already, such as those of yfinance. If these prices are as traded, add the dividends as a file of their own.`,
        ]
      : []),
    ...(arePaidBack(exDates)
      ? [
          `Prices fell by ${Math.max(0, Math.round((exDates.fallen / exDates.paid) * 100))} % of the dividends on their ex-dates: they seem to be adjusted for dividends already. If so, leave the dividends out, or they count twice.`,
        ]
      : []),
    ...(own.length > 0
      ? [
          `Adjusted closes that the files have stay as they are, and actions are not applied to them: ${listNames(own)}.`,
        ]
      : []),
    ...(others > 0 && adjusted.length > 0
      ? [
          `${countOf(others, "instrument")} ${others === 1 ? "has" : "have"} no action in the files and no adjusted closes: a run on adjusted prices takes theirs as traded.`,
        ]
      : []),
    ...(outside > 0
      ? [
          `${countOf(outside, "action lies", "actions lie")} before the first price of their instrument or after the last one.`,
        ]
      : []),
    ...(withoutPrices.length > 0
      ? [
          `${countOf(withoutPrices.length, "symbol")} with actions ${withoutPrices.length === 1 ? "has" : "have"} no prices here: ${listNames(withoutPrices)}.`,
        ]
      : []),
    ...(repeats > 0
      ? [
          `${countOf(repeats, "row repeats an earlier one and counts", "rows repeat earlier ones and count")} once.`,
        ]
      : []),
  ];
}

/** Notes of the files of actions; what all of them came to stands with the first, or with the dataset's own actions. */
export function actionNotes(files: readonly FileCheck[], preview: ActionsPreview | null): FileNotes[] {
  const own = files.filter(({ check }) => check.kind === "actions");
  return own.map(({ check }, at) => ({
    file: check.file,
    layout: check.format,
    rows: check.rows,
    bars: 0,
    leftOut: check.leftOutCount,
    repeats: 0,
    closeOnly: 0,
    instruments: check.symbols.length,
    firstDate: check.first,
    lastDate: check.last,
    issues: check.leftOut.map(({ line, reason }) => ({
      file: check.file,
      line,
      message: `${placeOf(check.file, line)}: ${reason}`,
    })),
    warnings: [...check.warnings, ...(at === 0 && preview ? sentencesWithFaults(preview) : [])],
  }));
}

/** What is told of all actions together, with the first file that has some beside its prices where no other file has any. */
export function besideWarnings(
  files: readonly FileCheck[],
  preview: ActionsPreview | null,
): { readonly file: string; readonly warnings: readonly string[] } | null {
  const first = files.find(({ actions }) => actions?.isBesidePrices === true);
  const isToldElsewhere = files.some(({ check }) => check.kind === "actions");
  return first && preview && !isToldElsewhere
    ? { file: first.check.file, warnings: sentencesWithFaults(preview) }
    : null;
}

function sentencesWithFaults(preview: ActionsPreview): string[] {
  return [...preview.sentences, ...faultsOf(preview)];
}

function faultsOf({ faults, faultCount }: ActionsPreview): string[] {
  const more =
    faultCount > SHOWN
      ? [`${countOf(faultCount - SHOWN, "more action is", "more actions are")} not taken.`]
      : [];
  return [...faults.slice(0, SHOWN).map((fault) => faultText(fault)), ...more];
}

function faultText({ place, symbol, date, what, reason }: ActionFault): string {
  return `${place}: ${symbol} ${date}, ${what}: ${reason}`;
}

function actionsText({ split, dividend }: Record<"split" | "dividend", number>): string {
  const parts = [
    ...(split > 0 ? [countOf(split, "split or bonus", "splits and bonuses")] : []),
    ...(dividend > 0 ? [countOf(dividend, "day with a dividend", "days with dividends")] : []),
  ];
  return parts.length === 0 ? "actions that change nothing" : parts.join(" and ");
}

function isOrAre(amount: number): string {
  return amount === 1 ? "is" : "are";
}
