/** Files whose bars are longer or shorter than those that the same instrument has elsewhere: mixed, they would be neither. */
import { FEWEST_GAPS, countDays, judgeBars } from "#workers/model/bar-counts.ts";
import type { Frequency } from "#workers/model/report.ts";
import type { PlanFile } from "../what/file-check.ts";

/** A dataset that gets files. */
interface KnownInstruments {
  readonly instruments: readonly { readonly symbol: string }[];
  /** EpochDays of an instrument's bars; good until the next call. */
  daysOf(instrument: number): Int32Array;
}

interface OtherFrequency {
  readonly file: string;
  readonly reason: string;
}

const FINEST_FIRST: readonly Frequency[] = ["daily", "weekly", "monthly"];

/**
 * The first such file: of two files the one with the longer bars, of a file and the dataset the file. null where there is none; of
 * few bars nothing is known, and rates are told on days of their own.
 */
export function findOtherFrequency(
  files: readonly PlanFile[],
  base: KnownInstruments | null,
): OtherFrequency | null {
  const inBase = new Map(base?.instruments.map(({ symbol }, number) => [symbol, number]));
  const inFiles = new Map<string, { readonly frequency: Frequency; readonly file: string }>();
  for (const frequency of FINEST_FIRST) {
    for (const { check, rows } of files) {
      if (rows === null || check.frequency !== frequency) continue;
      if (check.bars - check.symbols.length < FEWEST_GAPS) continue;
      const rates = new Set(check.rates);
      for (const symbol of check.symbols) {
        if (rates.has(symbol)) continue;
        const other = inFiles.get(symbol);
        if (other && other.frequency !== frequency)
          return { file: check.file, reason: reasonOf(symbol, frequency, other.frequency, other.file) };
        inFiles.set(symbol, { frequency, file: check.file });
        const number = inBase.get(symbol);
        const known = base && number !== undefined ? frequencyOf(base.daysOf(number)) : null;
        if (known !== null && known !== frequency)
          return { file: check.file, reason: reasonOf(symbol, frequency, known, "the dataset") };
      }
    }
  }
  return null;
}

function frequencyOf(days: Int32Array): Frequency | null {
  const counts = countDays(days);
  return counts.gaps < FEWEST_GAPS ? null : judgeBars(counts, []).frequency;
}

function reasonOf(symbol: string, own: Frequency, other: Frequency, where: string): string {
  return `${own} bars of ${symbol}, of which ${where} has ${other} ones: bars of one instrument are all as long. Leave this file out, or import it as a dataset of its own`;
}
