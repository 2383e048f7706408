/** What holds for instruments that no instruments.csv describes: one set of answers for files that look alike. */
import { ownCurrency } from "#src/format/exchange-currency.ts";
import { countOf } from "#src/format/number.ts";
import { OTHER_EXCHANGE } from "#workers/model/exchanges.ts";
import type { DefaultsGuess, DryRun, ImportPlan } from "#workers/model/import-plan.ts";
import { RATE_TYPE } from "#workers/model/market.ts";
import type { InstrumentDefaults } from "#workers/model/reading.ts";
import { EXCHANGES } from "#workers/model/strategy.ts";

export interface DefaultsSet {
  /** The same while the guesses are. */
  readonly key: string;
  /** "12 files like a.csv". */
  readonly title: string;
  readonly guess: DefaultsGuess;
  /** The guesses; what questionOf names of them is a question to the person. */
  readonly value: InstrumentDefaults;
  /** Names of the files. */
  readonly files: readonly string[];
}

/**
 * The plan's price files by what their content says; at least one set.
 *
 * @param apart - keys of sets of which each file is to be answered for by itself
 */
export function defaultsSets(
  plan: ImportPlan,
  { files, guesses }: DryRun,
  apart: ReadonlySet<string>,
): DefaultsSet[] {
  const sets = new Map<string, { readonly guess: DefaultsGuess; readonly files: string[] }>();
  for (const { file, kind, verdict } of files) {
    const guess = guesses.get(file);
    if (!guess || kind !== "prices" || verdict === "refuse" || plan.leftOut.has(file)) continue;
    const alike = JSON.stringify([guess.exchange?.value, guess.instrumentType?.value, guess.currency?.value]);
    const key = apart.has(alike) ? `${alike} ${file}` : alike;
    const known = sets.get(key);
    if (known) known.files.push(file);
    else sets.set(key, { guess, files: [file] });
  }
  if (sets.size === 0) sets.set("", { guess: NOTHING, files: [] });
  return Array.from(sets, ([key, { guess, files: of }]) => ({
    key,
    title: of.length === 1 ? (of[0] ?? "") : `${countOf(of.length, "file")} like ${of[0] ?? ""}`,
    guess,
    value: valueOf(guess),
    files: of,
  }));
}

const NOTHING: DefaultsGuess = { exchange: null, instrumentType: null, currency: null };

/** A series of rates is traded nowhere. */
const OF_RATES: InstrumentDefaults = {
  exchange: OTHER_EXCHANGE,
  instrumentType: RATE_TYPE,
  currency: "",
};

function valueOf({ exchange, instrumentType, currency }: DefaultsGuess): InstrumentDefaults {
  if (instrumentType?.value === RATE_TYPE) return OF_RATES;
  const of = exchange?.value ?? "";
  const guessed = currency?.value ?? "";
  return {
    exchange: of,
    instrumentType: instrumentType?.value ?? "EQUITY",
    currency: guessed === ownCurrency(of) ? "" : guessed,
  };
}

/** What nothing tells, and a person must: the currency of an exchange that has one of its own is none. */
export function questionOf({
  exchange,
  instrumentType,
  currency,
}: InstrumentDefaults): "exchange" | "currency" | null {
  if (instrumentType === RATE_TYPE) return null;
  if (exchange === "") return "exchange";
  return currency === "" && ownCurrency(exchange) === null ? "currency" : null;
}

/** What a run takes without being told are rupees and dollars of the specified exchanges; others are said. */
function withCurrency(defaults: InstrumentDefaults): InstrumentDefaults {
  const { exchange, currency } = defaults;
  const isSpecified = EXCHANGES.some((one) => one === exchange);
  return isSpecified ? defaults : { ...defaults, currency: currency || (ownCurrency(exchange) ?? "") };
}

/** Each file's defaults, as a person left or changed them. */
export function defaultsByFile(
  sets: readonly DefaultsSet[],
  chosen: ReadonlyMap<string, Partial<InstrumentDefaults>>,
): Map<string, InstrumentDefaults> {
  return new Map(
    sets.flatMap(({ key, value, files }) =>
      files.map((file) => [file, withCurrency({ ...value, ...chosen.get(key) })] as const),
    ),
  );
}
