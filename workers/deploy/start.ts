/** The first state of a deployment. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { Deployment, FirstFile } from "#workers/model/deployment.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { groundOf } from "./ground.ts";
import type { DeployMarket } from "./ground.ts";

/** With all that a first file lacks, and no entry. @param id - for one that has none */
export function startDeployment(first: FirstFile, market: DeployMarket, id: string): Result<Deployment> {
  const { format, name, strategy, begins, startMargin } = first;
  const bare: Deployment = {
    format,
    id: first.id ?? id,
    name,
    strategy,
    dataset: first.dataset ?? null,
    begins,
    replayedTo: first.replayedTo ?? begins,
    startMargin,
    stop: first.stop ?? null,
    real: first.real ?? [],
    ledger: [],
  };
  const ground = groundOf(bare, market);
  if (!ground.ok || first.replayedTo !== undefined) return ground.ok ? ok(bare) : ground;
  const { sessionDay } = ground.value.calendar;
  return ok({ ...bare, replayedTo: formatIsoDay(sessionDay[sessionDay.length - 1]) });
}
