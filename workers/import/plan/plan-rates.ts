/** Which of a plan's instruments are series of rates (RATE), by all that is said of them, and what contradicts itself. */
import { RATE_TYPE } from "#workers/model/market.ts";
import type { Base } from "./base.ts";
import type { PlanFile } from "../what/file-check.ts";

type KnownBase = Pick<Base, "instruments"> | null;

/** By the dataset that gets the files, by instruments.csv files, and by what a person said of a file. */
export function ratesAmong(files: readonly PlanFile[], base: KnownBase): ReadonlySet<string> {
  const described = [...typesAmong(files, base)].filter(([, type]) => type === RATE_TYPE);
  return new Set([
    ...described.map(([symbol]) => symbol),
    ...files.flatMap(({ saidRates = [] }) => saidRates),
  ]);
}

export interface RateFault {
  readonly file: string;
  readonly reason: string;
}

/** A file whose rates are said to be something else, or one that says that the dataset's rates are; null for none. */
export function findRateFault(files: readonly PlanFile[], base: KnownBase): RateFault | null {
  const types = typesAmong(files, base);
  const before = typesAmong([], base);
  for (const { check, facts, saidRates = [] } of files) {
    const other = saidRates.find((symbol) => (types.get(symbol) ?? RATE_TYPE) !== RATE_TYPE);
    if (other !== undefined) {
      const reason = `${other} is of the type ${types.get(other) ?? ""} by what is known of it, and its closes are prices, so it gets no rates. Import them under another symbol, or as prices`;
      return { file: check.file, reason };
    }
    for (const [symbol, { instrumentType }] of facts ?? []) {
      if (instrumentType === "" || instrumentType === RATE_TYPE || before.get(symbol) !== RATE_TYPE) continue;
      const reason = `${symbol} is a series of rates in the dataset, whose closes may be 0 and below, so it can't become of the type ${instrumentType}. Correct that cell, or leave it empty`;
      return { file: check.file, reason };
    }
  }
  return null;
}

/** By symbol, where one is said; an instruments.csv counts before the dataset. */
function typesAmong(files: readonly PlanFile[], base: KnownBase): Map<string, string> {
  const types = new Map(base?.instruments.map(({ symbol, instrumentType }) => [symbol, instrumentType]));
  for (const { facts } of files)
    for (const [symbol, { instrumentType }] of facts ?? [])
      if (instrumentType !== "") types.set(symbol, instrumentType);
  return types;
}
