/** What a deployment records when its dataset has sessions behind its last entry. */
import { isOver } from "#workers/model/deployment.ts";
import type { Deployment, DeploymentEntry } from "#workers/model/deployment.ts";
import { headOf, linkEntry } from "#workers/model/deployment-chain.ts";
import type { DeployWarning } from "#workers/model/deployment-report.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { findLoss } from "./forbidden.ts";
import { dayOf, groundOf, sessionFrom } from "./ground.ts";
import type { DeployMarket } from "./ground.ts";
import { stepThrough } from "./step-through.ts";
import { warningsOf } from "./warnings.ts";

export interface Appended {
  /** With the new entries. */
  readonly deployment: Deployment;
  /** Those alone, oldest first; none where there is nothing new. */
  readonly entries: readonly DeploymentEntry[];
  /** What a person should know before they are kept. */
  readonly warnings: readonly DeployWarning[];
}

/**
 * An entry for each session behind the last one. Refused, with nothing recorded, where the dataset has lost something of the
 * ledger, or a run on it would be refused.
 *
 * @param recorded - the clock's word (timeOf), the same for all entries of a call
 */
export function appendSessions(
  deployment: Deployment,
  market: DeployMarket,
  recorded: string,
): Result<Appended> {
  const ground = groundOf(deployment, market);
  if (!ground.ok) return ground;
  const loss = findLoss(deployment, ground.value);
  if (loss !== null) return err(loss);
  const { calendar } = ground.value;
  const { ledger, begins } = deployment;
  const from = sessionFrom(calendar, dayOf(ledger.at(-1)?.session ?? begins) + 1);
  const to = isOver(deployment) ? from - 1 : calendar.sessionDay.length - 1;
  const contents = stepThrough(ground.value, deployment, ledger, { from, to });
  if (!contents.ok) return contents;
  let previous = headOf(deployment);
  const entries = contents.value.map((content) => {
    const entry = linkEntry(content, recorded, deployment, previous);
    previous = entry.hash;
    return entry;
  });
  return ok({
    deployment: { ...deployment, ledger: [...ledger, ...entries] },
    entries,
    warnings: [
      ...warningsOf(deployment, ground.value, contents.value),
      ...clockBack(ledger.at(-1), entries[0]),
    ],
  });
}

/** The record keeps the clock's word as it is: whoever sees it can tell. */
function clockBack(last?: DeploymentEntry, first?: DeploymentEntry): DeployWarning[] {
  if (!last || !first || first.recorded >= last.recorded) return [];
  const { session, recorded } = first;
  const message = `the clock went back: it is ${recorded} now, and the entry of ${last.session} was recorded at ${last.recorded}. The record shows it; set the clock right before the next session`;
  return [{ code: "clock-back", session, instruments: [], message }];
}
