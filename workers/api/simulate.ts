/** A run on a market of the library. */
import { checkWhole } from "./check-strategy.ts";
import { strategyError, TidemarkError } from "./error.ts";
import { engineOf } from "./open-market.ts";
import { codeProblem } from "./run-strategy.ts";
import type { CodeAllowed } from "./run-strategy.ts";
import type { Market, Position, Problem, RunOptions, SimulationResult, Strategy } from "./tidemark.d.ts";

/** Everything that is wrong with the strategy; nothing for one that can run. */
export function checkStrategy(strategy: unknown, market?: Market): Problem[] {
  const checked = checkWhole(strategy, market === undefined ? null : engineOf(market).outline);
  return checked.ok ? [] : [...checked.problems];
}

export async function simulate(
  market: Market,
  strategy: Strategy,
  { onProgress, signal, allowCode }: RunOptions = {},
): Promise<SimulationResult> {
  const { threads, columns, outline } = engineOf(market);
  const checked = checkWhole(strategy, outline);
  if (!checked.ok) throw strategyError(checked.problems);
  const allowed = codeAllowed(allowCode);
  const refused = codeProblem(checked.strategy, allowed);
  if (refused) throw new TidemarkError({ ...refused, message: withLibraryMend(refused.message) });
  const positions: Position[] = [];
  const rest = await threads.run(
    "run",
    { columns, strategy: checked.strategy, allowCode: allowed, resultPath: null },
    {
      signal,
      onTold(told) {
        if (told.type === "positions") positions.push(...told.positions);
        else onProgress?.({ share: told.share, date: told.date, positions: told.positions });
      },
    },
  );
  if (rest === null) throw new Error("a run without a file gives its result");
  const { format, metadata, performance, benchmarkPerformance, universePerformance, ...others } = rest;
  const { yearlyPerformance, ...last } = others;
  const yardsticks = { benchmarkPerformance, ...(universePerformance && { universePerformance }) };
  return { format, metadata, performance, ...yardsticks, yearlyPerformance, positions, ...last };
}

function codeAllowed(allowCode: boolean | "open" | undefined): CodeAllowed {
  if (allowCode === "open") return "open";
  return allowCode === true ? "walled" : null;
}

/** The same mend in the library's words. */
function withLibraryMend(message: string): string {
  return message.replace("--allow-code=open", 'allowCode: "open"').replace("--allow-code", "allowCode: true");
}
