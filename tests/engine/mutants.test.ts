/** The checks of this folder are themselves checked: each mistake seeded into the engine must fail one of them. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Result } from "#workers/model/problem.ts";
import type { RunOptions } from "#workers/run/plan-run.ts";
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

function fromTables(engine: Engine): string[] {
  const run: Parameters<typeof checkCase>[1] = (strategy, market) =>
    runEngine(engine, strategy, withZones(market));
  return cases.flatMap((worked) =>
    findings(() => checkCase(worked, run)).map((line) => `${worked.title}: ${line}`),
  );
}

function fromReference(engine: Engine): string[] {
  return runs.flatMap(({ run, market }, i) =>
    findings(() => {
      const wanted = expected[i];
      return wanted ? compareOutcomes(wanted, runEngine(engine, run.strategy, market)) : null;
    }),
  );
}

function fromCausality(engine: Engine): string[] {
  return runs.flatMap(({ run }) =>
    [0.2, 0.5, 0.8].flatMap((share) => findings(() => checkCausality(engine, run, share))),
  );
}

/** Whether the tables or the reference find the mistake; most are in the tables. */
async function caught(mutant: Mutant, options: RunOptions): Promise<boolean> {
  const engine = await loadMutant(mutant, options);
  return fromTables(engine).length > 0 || fromReference(engine).length > 0;
}

describe("the checks of the engine", () => {
  it("pass an engine without a mistake", async () => {
    const engine = await loadMutant(null);
    const books = runs.flatMap(({ run }) => findings(() => checkBooks(engine, run)));
    expect([fromTables(engine), fromReference(engine), fromCausality(engine), books]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  it.each(named)(
    "catch: %s",
    async (_name, mutant) => {
      expect((await caught(mutant, {})) || (await caught(mutant, { shortcuts: [] }))).toBe(true);
    },
    30_000,
  );

  it.each(named.filter(([, mutant]) => mutant.peeks))(
    "see by causality alone: %s",
    async (_name, mutant) => {
      expect(fromCausality(await loadMutant(mutant))).not.toEqual([]);
    },
    30_000,
  );
});
