/** 200 strategies by chance of either kind, whose deployments are held against a plain run, and which between them have every setting. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { gapsByChance, holdsHoweverSessionsCome, nothingSeen } from "#tests/deploy/deployment-laws.ts";
import { accountDeployments, randomDeployments } from "#tests/deploy/random-deployments.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { FIELD_PATHS, fieldAt, partsOf } from "#workers/model/strategy-fields.ts";
import type { FieldPath } from "#workers/model/strategy-fields.ts";
import { parseStrategy, settingAt } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { times } from "./times.ts";

const WHOLE = 200;
const RUNS = times(WHOLE);
/**
 * The market has one exchange and type; margin and dates are the deployment's; places an instrument are fixed; a strategy/3
 * is no deployment/1.
 */
const NOT_DRAWN: ReadonlySet<FieldPath> = new Set([
  ...FIELD_PATHS.filter((path) => fieldAt(path).since === "strategy/3"),
  "scanner.exchange",
  "scanner.instrumentType",
  "simulation.startMargin",
  "simulation.startDate",
  "simulation.endDate",
  "simulation.maxPositionsPerInstrument",
]);

it(`${RUNS} deployments have the same ledger however their sessions come, which replays to the bit`, () => {
  const seen = nothingSeen();
  const drawn: Strategy[] = [];
  const law = fc.property(randomDeployments(), gapsByChance, (deployment, gaps) => {
    holdsHoweverSessionsCome(deployment, gaps, seen);
    drawn.push(valueOf(parseStrategy(deployment.deployment.strategy)));
  });
  fc.assert(law, { numRuns: RUNS });
  process.stdout.write(`    ${drawn.length} deployments: ${JSON.stringify(seen)}\n`);
  expect(drawn).toHaveLength(RUNS);
  const paths = RUNS === WHOLE ? FIELD_PATHS.filter((path) => !NOT_DRAWN.has(path)) : [];
  expect(paths.flatMap((path) => unseenOf(path, drawn))).toEqual([]);
});

it(`${RUNS} deployments of a strategy/3 do, too`, () => {
  const seen = nothingSeen();
  const drawn: Strategy[] = [];
  const law = fc.property(accountDeployments(), gapsByChance, (deployment, gaps) => {
    holdsHoweverSessionsCome(deployment, gaps, seen);
    drawn.push(valueOf(parseStrategy(deployment.deployment.strategy)));
  });
  fc.assert(law, { numRuns: RUNS });
  process.stdout.write(`    ${drawn.length} deployments: ${JSON.stringify(seen)}\n`);
  const paths = FIELD_PATHS.filter(
    (path) => fieldAt(path).since === "strategy/3" && path !== "scanner.exchanges",
  );
  const same = paths.filter(
    (path) => new Set(drawn.map((strategy) => JSON.stringify(settingAt(strategy, path)))).size < 2,
  );
  expect(RUNS === WHOLE ? same : []).toEqual([]);
});

/** Values of a choice that no strategy had; of another setting, that there were not two of them. */
function unseenOf(path: FieldPath, strategies: readonly Strategy[]): string[] {
  const [section, name] = partsOf(path);
  const field = fieldAt(path);
  const values = new Set(
    strategies.map((strategy) => {
      const own: unknown = Reflect.get(strategy[section], name);
      return own === undefined ? JSON.stringify(field.default) : JSON.stringify(own);
    }),
  );
  if (field.unit !== "choice") return values.size > 1 ? [] : [`${path}: only ${[...values].join()}`];
  return Object.keys(field.choices)
    .filter((choice) => field.choicesSince?.[choice] !== "strategy/3")
    .filter((choice) => !values.has(JSON.stringify(choice)))
    .map((choice) => `${path}: never ${choice}`);
}
