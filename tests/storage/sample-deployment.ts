/** A deployment that holds nothing but cash, with a chain as it is recorded. */
import type { Deployment, DeploymentEntry } from "#workers/model/deployment.ts";
import { hashOf, headOf, linkEntry } from "#workers/model/deployment-chain.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

export const bareDeployment: Deployment = {
  format: "deployment/1",
  id: "d-1",
  name: "Evenings",
  strategy: JSON.parse(JSON.stringify({ ...defaultStrategy, name: "Mine" })),
  dataset: { id: "set-1", name: "Mine" },
  begins: "2025-03-20",
  replayedTo: "2025-03-20",
  startMargin: 100_000,
  stop: null,
  real: [],
  ledger: [],
};

/** The entry of a session on which nothing was done. @param recorded - the clock's word */
export function quietEntry(
  deployment: Deployment,
  session: string,
  recorded = `${session}T18:00:00Z`,
): DeploymentEntry {
  const content = {
    session,
    stop: deployment.stop,
    fills: [],
    decisions: { sells: [], buys: [] },
    cash: deployment.startMargin,
    equity: deployment.startMargin,
    positions: [],
    data: hashOf(session),
  };
  return linkEntry(content, recorded, deployment, headOf(deployment));
}

/** With such an entry for each of the sessions. */
export function withSessions(deployment: Deployment, ...sessions: string[]): Deployment {
  const ledger = [...deployment.ledger];
  for (const session of sessions) ledger.push(quietEntry({ ...deployment, ledger }, session));
  return { ...deployment, ledger };
}
