/**
 * A run capsule: what was run on what and what came out, small enough to send, so that another device can run the same
 * and say whether the same came out. Prices are not in it; the data is known by its fingerprint.
 */
import { z } from "zod";
import "#workers/model/jitless.ts";
import { currencyOfExchange } from "#src/format/exchange-currency.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { sha256 } from "#src/storage/sha256.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { toResultFile } from "#workers/model/report.ts";
import type { Report } from "#workers/model/report.ts";
import { leftOutOf } from "#workers/model/run-warnings.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { readSharedStrategy } from "./read-shared-strategy.ts";

const figure = z.number().nullable();

const capsuleSchema = z.strictObject({
  format: z.literal("capsule/1"),
  strategy: z.unknown(), // which has a reader of its own
  datasetTitle: z.string(),
  datasetFingerprint: z.string(),
  /** What its prices are in; missing where that is the usual money of its exchange. */
  currency: z.string().exactOptional(),
  engineVersion: z.string(),
  /** Conditions that its data couldn't answer, and that the run left out; missing where there are none. */
  leftOut: z.array(z.literal("marketCapRank")).exactOptional(),
  /** Figures by name, unrounded. */
  performance: z.record(z.string(), figure),
  /** Of the average share, likewise; capsules of earlier versions have none, nor its checksum. */
  universePerformance: z.record(z.string(), figure).exactOptional(),
  /** What came and went, and what a person's money made, likewise; missing without money in and out. */
  money: z.record(z.string(), z.union([figure, z.string()])).exactOptional(),
  /** End value of each year. */
  years: z.array(z.strictObject({ year: z.number(), endValue: z.number() })),
  positions: z.number(),
  /** SHA-256 (hex) of these parts of the result/1 file. */
  checksums: z.strictObject({
    positions: z.string(),
    /** Dates, values and benchmark, and the growth where money came and went. */
    equity: z.string(),
    universe: z.string().exactOptional(),
    /** The same money in the benchmark and in the average share. */
    money: z.string().exactOptional(),
    rebalances: z.string().exactOptional(),
  }),
});

export type Capsule = z.infer<typeof capsuleSchema> & { readonly strategy: Strategy };

/** The capsule of a finished run. */
export async function toCapsule(
  run: Pick<RunRecord, "strategy" | "datasetTitle" | "datasetFingerprint" | "engineVersion">,
  report: Report,
): Promise<Capsule> {
  const { strategy, datasetTitle, datasetFingerprint, engineVersion } = run;
  const leftOut = leftOutOf(strategy, report.warnings).filter((name) => name === "marketCapRank");
  const { currency } = report.metadata;
  const result = toResultFile(report);
  const { performance, universePerformance, yearlyPerformance, positions, rebalances } = result;
  const { universe, ...equity } = result.equity;
  const { benchmarkValues, universeValues, ...money } = result.money ?? {};
  return {
    format: "capsule/1",
    strategy,
    datasetTitle,
    datasetFingerprint,
    engineVersion,
    ...(currency !== currencyOfExchange(strategy.scanner.exchange, null) && { currency }),
    ...(leftOut.length > 0 && { leftOut }),
    performance: { ...performance },
    ...(universePerformance && { universePerformance: { ...universePerformance } }),
    ...(result.money && { money }),
    years: yearlyPerformance.map(({ year, endValue }) => ({ year, endValue })),
    positions: positions.length,
    checksums: {
      positions: await sha256(JSON.stringify(positions)),
      equity: await sha256(JSON.stringify(equity)),
      ...(universe && { universe: await sha256(JSON.stringify(universe)) }),
      ...(result.money && { money: await sha256(JSON.stringify({ benchmarkValues, universeValues })) }),
      ...(rebalances && { rebalances: await sha256(JSON.stringify(rebalances)) }),
    },
  };
}

/** Reads a capsule's file; the problem says what is wrong with it, in `details` all that is wrong with its strategy. */
export async function readCapsule(text: string): Promise<Result<Capsule>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err(notACapsule("it is not JSON"));
  }
  const parsed = capsuleSchema.safeParse(value);
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path.join(".") ?? "";
    return err(notACapsule(place === "" ? "it has another shape" : `${place} is wrong or missing`));
  }
  const strategy = await readSharedStrategy(parsed.data.strategy);
  if (strategy.ok) return ok({ ...parsed.data, strategy: strategy.value });
  const { problem } = strategy;
  return err({ ...problem, message: `This capsule's strategy can't be run. ${problem.message}` });
}

function notACapsule(reason: string): Problem {
  return {
    code: "file-unreadable",
    message: `This file is not a run capsule (${reason}). Choose one that was saved from a result's Export menu.`,
  };
}

/** One thing that is not the same in two capsules. */
export interface Difference {
  /** "End value", "2008", "Data". */
  readonly what: string;
  readonly theirs: string | number | null;
  readonly ours: string | number | null;
}

type Figure = Difference["theirs"];
type Figures = Readonly<Record<string, Figure>>;

/** Figures that hang on a power, which browsers round each in its own way; their sums and products are the same to the bit. */
const OF_A_POWER: ReadonlySet<string> = new Set([
  "cagr",
  "calmarRatio",
  "moneyWeighted",
  "benchmarkMoneyWeighted",
  "universeMoneyWeighted",
]);
/** Relative. */
const POWER_TOLERANCE = 1e-12;

function isSamePower(one: Figure, other: Figure): boolean {
  if (typeof one !== "number" || typeof other !== "number") return one === other;
  return Math.abs(one - other) <= POWER_TOLERANCE * Math.max(Math.abs(one), Math.abs(other));
}

/**
 * What differs between a capsule and the run of its strategy here; empty where the results are identical to the last
 * digit. Where the data or the engine differs, that comes first, for it explains the rest.
 */
export function differences(theirs: Capsule, ours: Capsule): readonly Difference[] {
  const found: Difference[] = [];
  const compare = (what: string, their: Difference["theirs"], our: Difference["ours"]) => {
    if (their !== our) found.push({ what, theirs: their, ours: our });
  };
  const compareFigures = (their: Figures, our: Figures | undefined, ofWhat: string) => {
    for (const [name, value] of Object.entries(their)) {
      const own = our?.[name] ?? null;
      if (!OF_A_POWER.has(name) || !isSamePower(value, own)) compare(`${name}${ofWhat}`, value, own);
    }
  };
  compare("Engine", theirs.engineVersion, ours.engineVersion);
  compare("Data", theirs.datasetFingerprint, ours.datasetFingerprint);
  compareFigures(theirs.performance, ours.performance, "");
  compareFigures(theirs.universePerformance ?? {}, ours.universePerformance, " of the average share");
  compareFigures(theirs.money ?? {}, ours.money, "");
  compare("positions", theirs.positions, ours.positions);
  const ourYears = new Map(ours.years.map(({ year, endValue }) => [year, endValue]));
  for (const { year, endValue } of theirs.years) compare(String(year), endValue, ourYears.get(year) ?? null);
  compare("Every position", theirs.checksums.positions, ours.checksums.positions);
  compare("Every day's equity", theirs.checksums.equity, ours.checksums.equity);
  for (const [part, what] of LATER_PARTS) {
    const their = theirs.checksums[part];
    if (their !== undefined) compare(what, their, ours.checksums[part] ?? null);
  }
  return found;
}

/** Which not every capsule has: those of earlier versions no average share, strategies by slots no rebalances. */
const LATER_PARTS = [
  ["universe", "Every day's average share"],
  ["money", "Every day's money in the benchmark and the average share"],
  ["rebalances", "Every rebalance"],
] as const satisfies readonly (readonly [keyof Capsule["checksums"], string])[];

/**
 * Whether the results are the same to the last digit, whatever the data and engine are called. What not every capsule has
 * counts where this one has it.
 */
export function isIdentical({ checksums }: Capsule, ours: Capsule): boolean {
  return (
    checksums.positions === ours.checksums.positions &&
    checksums.equity === ours.checksums.equity &&
    LATER_PARTS.every(([part]) => checksums[part] === undefined || checksums[part] === ours.checksums[part])
  );
}
