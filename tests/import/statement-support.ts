/** Statements beside some prices, and the steps that come of them. */
import type { Answers } from "#workers/model/import-check.ts";
import type { FileNotes } from "#workers/model/reading.ts";
import { factsOf } from "../market/facts-support.ts";
import { planOf, readPlan } from "./plan-support.ts";

export type Steps = readonly (readonly [string, string, number | null])[];

/** Thirty days of January of a year. */
export function pricesOf(symbols: readonly string[], year = 2020): string {
  const rows = symbols.flatMap((symbol) =>
    Array.from(
      { length: 30 },
      (_, at) => `${symbol},${year}-01-${String(at + 1).padStart(2, "0")},${10 + at}\n`,
    ),
  );
  return `symbol,date,close\n${rows.join("")}`;
}

export interface PlannedFacts {
  /** By name. */
  readonly steps: Readonly<Record<string, Steps>>;
  readonly notes: readonly FileNotes[];
  /** "file verdict: message" of each file. */
  readonly files: readonly string[];
}

export async function factsFrom(
  files: Readonly<Record<string, string>>,
  answers: Readonly<Record<string, Answers>> = {},
): Promise<PlannedFacts> {
  const planned = await readPlan(planOf(files, { answers: new Map(Object.entries(answers)) }));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of factsOf: name, kind, steps
  const facts = factsOf(planned.market) as [string, string, Steps][];
  return {
    steps: Object.fromEntries(facts.map(([name, , steps]) => [name, steps])),
    notes: planned.factFiles,
    files: planned.files.map(({ check }) => `${check.file} ${check.verdict}: ${check.message}`),
  };
}
