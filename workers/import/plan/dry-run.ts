/** What the page is told of a planned market: every file's check, and what a commit would store. */

import { formatIsoDay } from "#workers/model/day.ts";
import type { ImportCheck } from "#workers/model/import-check.ts";
import type { CheckedFile, DataExtent, DefaultsGuess, DryRun } from "#workers/model/import-plan.ts";
import { hasFindings } from "#workers/model/quality.ts";
import { NO_GAPS } from "#workers/market/find-gaps.ts";
import type { Base } from "./base.ts";
import { guessDefaults } from "../judge/guess-defaults.ts";
import type { PlannedMarket } from "./plan-market.ts";
import { qualityWarnings } from "../judge/quality.ts";

const SYMBOLS_SHOWN = 20;

/** @param base - the dataset that gets the files; null for a new one */
export function describeDryRun(planned: PlannedMarket, base: Base | null): DryRun {
  const { files, notes, facts, actions, splits, factFiles, timeline, digest, gaps, frequency } = planned;
  const checks = files.map(({ check }) => check);
  return {
    files: checks.map(forPage),
    planned: { ...extentOf(planned), files: notes.length, digest, gaps, frequency },
    before: base && {
      ...extentOf({ ...base, instruments: base.instruments.length }),
      digest: base.digest,
      added: planned.added,
    },
    facts,
    actions,
    splits,
    factFiles,
    timeline,
    guesses: new Map(
      checks
        .filter(({ kind }) => kind === "prices")
        .map((check) => [check.file, guessBeside(check, planned.exchanges, base)]),
    ),
  };
}

/** The content's guess; where that says nothing of exchange or currency, what is known beside the file does. */
function guessBeside(
  check: ImportCheck,
  exchanges: ReadonlyMap<string, string>,
  base: Base | null,
): DefaultsGuess {
  const guess = withCurrency(guessDefaults(check), base);
  if (guess.exchange) return guess;
  const listed = check.symbols.map((symbol) => exchanges.get(symbol) ?? "");
  const [first] = listed;
  if (first && listed.every((exchange) => exchange !== ""))
    return { ...guess, exchange: { value: first, from: "what is known of its instruments" } };
  const others = new Set(base?.instruments.map(({ exchange }) => exchange));
  const [only] = others;
  return only && others.size === 1
    ? { ...guess, exchange: { value: only, from: "the dataset's other instruments" } }
    : guess;
}

/** In the currency of the dataset that gets the file, where it has one. */
function withCurrency(guess: DefaultsGuess, base: Base | null): DefaultsGuess {
  const known = new Set(base?.instruments.map(({ currency }) => currency));
  const [only] = known;
  if (guess.currency || !only || known.size > 1) return guess;
  return { ...guess, currency: { value: only, from: "the dataset's other instruments" } };
}

/**
 * Findings go as data; the sentences that say the same are for the command line. Gaps of a file that is well are told
 * with those of all, against the calendar that they have together.
 */
function forPage(check: ImportCheck): CheckedFile {
  const told = new Set(qualityWarnings(check.quality));
  const quality =
    check.verdict === "ok"
      ? check.quality.map((one) => ({ ...one, ...NO_GAPS })).filter(hasFindings)
      : check.quality;
  return {
    ...check,
    quality,
    symbols: check.symbols.slice(0, SYMBOLS_SHOWN),
    rates: check.rates.slice(0, SYMBOLS_SHOWN),
    symbolCount: check.symbols.length,
    rateCount: check.rates.length,
    warnings: check.warnings.filter((warning) => !told.has(warning)),
  };
}

function extentOf({
  instruments,
  bars,
  first,
  last,
}: Pick<PlannedMarket, "instruments" | "bars" | "first" | "last">): DataExtent {
  return {
    instruments,
    bars,
    first: bars > 0 ? formatIsoDay(first) : null,
    last: bars > 0 ? formatIsoDay(last) : null,
  };
}
