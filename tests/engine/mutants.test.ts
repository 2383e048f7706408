/** The checks of this folder are themselves checked: each mistake seeded into the engine must fail one of them. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Result } from "#workers/model/problem.ts";
import { buildMarket } from "../support/market-builder.ts";
import { withZones } from "../support/market-zones.ts";
import { referenceBacktest } from "../support/reference.ts";
import { compareOutcomes } from "./compare-outcomes.ts";
import { runEngine } from "./engine-run.ts";
import type { Engine, Outcome } from "./engine-run.ts";
import { checkBooks, checkCausality } from "./laws.ts";
import { loadMutant } from "./mutants/load-mutant.ts";
import { mutants } from "./mutants/mutant-list.ts";
import type { Mutant } from "./mutants/mistake.ts";
import { sampleRuns } from "./sample-runs.ts";
import { tables } from "./tables/all-tables.ts";
import { checkCase } from "./tables/worked-case.ts";

/** Every second market has its zones with it, as one from the store; so have those of the tables. */
const runs = sampleRuns().map((run, at) => {
  const market = buildMarket(run.series);
  return { run, market: at % 2 === 0 ? market : withZones(market) };
});
const named = mutants.map((mutant) => [mutant.name, mutant] as const);
const cases = Object.values(tables).flat();
let expected: Result<Outcome>[] = [];

beforeAll(() => {
  expected = runs.map(({ run, market }) => referenceBacktest(run.strategy, market));
});

/** What a check finds; an engine that throws is found out too. */
function findings(check: () => string[] | null): string[] {
  try {
    return check() ?? [];
  } catch (error) {
    return [`threw ${String(error)}`];
  }
}

/** A look ends at the first finding where nobody asks for the others. */
function* fromTables(engine: Engine): Generator<string> {
  const run: Parameters<typeof checkCase>[1] = (strategy, market) =>
    runEngine(engine, strategy, withZones(market));
  for (const worked of cases)
    for (const line of findings(() => checkCase(worked, run))) yield `${worked.title}: ${line}`;
}

function* fromReference(engine: Engine): Generator<string> {
  for (const [i, { run, market }] of runs.entries()) {
    const wanted = expected[i];
    if (wanted) yield* findings(() => compareOutcomes(wanted, runEngine(engine, run.strategy, market)));
  }
}

function* fromCausality(engine: Engine): Generator<string> {
  for (const { run } of runs)
    for (const share of [0.2, 0.5, 0.8]) yield* findings(() => checkCausality(engine, run, share));
}

function hasAny(lines: Generator<string>): boolean {
  return lines.next().done !== true;
}

/** Whether the tables or the reference find the mistake, with shortcuts or without; most are in the tables. */
async function caught(mutant: Mutant): Promise<boolean> {
  const quick = await loadMutant(mutant);
  if (hasAny(fromTables(quick))) return true;
  const plain = await loadMutant(mutant, { shortcuts: [] });
  return [fromTables(plain), fromReference(quick), fromReference(plain)].some(hasAny);
}

describe("the checks of the engine", () => {
  it("pass an engine without a mistake", async () => {
    const engine = await loadMutant(null);
    const books = runs.flatMap(({ run }) => findings(() => checkBooks(engine, run)));
    const found = [fromTables, fromReference, fromCausality].map((look) => Array.from(look(engine)));
    expect([...found, books]).toEqual([[], [], [], []]);
  });

  it.each(named)(
    "catch: %s",
    async (_name, mutant) => {
      expect(await caught(mutant)).toBe(true);
    },
    30_000,
  );

  it.each(named.filter(([, mutant]) => mutant.peeks))(
    "see by causality alone: %s",
    async (_name, mutant) => {
      expect(hasAny(fromCausality(await loadMutant(mutant)))).toBe(true);
    },
    30_000,
  );
});
