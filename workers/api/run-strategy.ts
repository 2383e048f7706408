/**
 * A run as the library and the command line do it: on the thread that calls it, with the strategy's own numbers worked out
 * before where they may be.
 */
import { backtest } from "#workers/run/backtest.ts";
import { computeFields } from "../code/computed-fields.ts";
import type { CodeTools, ComputedMarket } from "../code/computed-fields.ts";
import { fieldsInUse, nameFields } from "../code/fields-in-use.ts";
import { missingWalls, processRooms } from "../code/process-room.ts";
import { pythonEngineHere } from "../code/python/process-python.ts";
import type { OpenRoom } from "../code/room.ts";
import type { SimulationHooks } from "../engine/simulation-hooks.ts";
import type { Market } from "#workers/model/market.ts";
import { err } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";

/** Whether own code may run: behind all walls, with one missing, or not at all. */
export type CodeAllowed = "walled" | "open" | null;

export interface RunTools extends SimulationHooks {
  readonly allowCode: CodeAllowed;
  /** Where code runs; processes of Node without it. */
  readonly openRoom?: OpenRoom;
}

/** The report, with what is to be said of the strategy's own numbers. */
export async function runStrategy(
  strategy: Strategy,
  market: Market,
  { allowCode, openRoom = processRooms(), ...hooks }: RunTools,
): Promise<Result<Report>> {
  const computed = await withOwnCode(strategy, market, { allowCode, openRoom });
  if (!computed.ok) return computed;
  const report = backtest(strategy, computed.value.market, hooks);
  return report.ok ? computed.value.withChecks(report.value) : report;
}

/** The market with the strategy's own numbers, where they may be worked out here. @param tools - with what is kept for other runs on it */
export async function withOwnCode(
  strategy: Strategy,
  market: Market,
  {
    allowCode,
    openRoom = processRooms(),
    kept,
  }: Pick<RunTools, "allowCode" | "openRoom"> & Pick<CodeTools, "kept">,
): Promise<Result<ComputedMarket>> {
  const refused = codeProblem(strategy, allowCode);
  if (refused) return err(refused);
  return computeFields(strategy, market, {
    openRoom,
    now: () => performance.now(),
    engine: enginesOf(strategy),
    ...(kept && { kept }),
  });
}

/** What runs the languages of the strategy's own numbers. */
function enginesOf({ computed = [] }: Strategy): string {
  const used = computed.filter(({ off }) => !off);
  const isPython = used.some(({ language }) => language === "python");
  const isScript = used.some(({ language }) => language !== "python");
  const script = `V8 ${process.versions.v8} (Node ${process.versions.node})`;
  return [...(isScript ? [script] : []), ...(isPython ? [pythonEngineHere()] : [])].join(" and ");
}

/** Why the strategy's own code can't run here; null where it can, or where it has none that is used. */
export function codeProblem(strategy: Strategy, allowCode: CodeAllowed): Problem | null {
  const rules = readStrategyRules(strategy);
  if (!rules.ok) return rules.problem;
  const fields = fieldsInUse(strategy, rules.value);
  if (fields.length === 0 || allowCode === "open") return null;
  const refused = (text: string, mend: string): Problem => {
    const message = `the strategy's rules use numbers from own code, ${nameFields(fields)}: ${text}. ${mend}`;
    return { code: "code-not-allowed", message, place: `computed[${fields[0]?.at ?? 0}]` };
  };
  if (allowCode === null)
    return refused("code runs only where it is allowed", "Read it, and add --allow-code.");
  const walls = missingWalls();
  return walls.length > 0
    ? refused(
        walls.join("; "),
        "Run it where none is missing, or add --allow-code=open if the code is yours.",
      )
    : null;
}
