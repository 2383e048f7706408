/** What becomes of copies of deployments that come from elsewhere: a file, a backup. */
import { DEMO_DATASET_ID } from "./demo-market.ts";
import type { DeploymentRecord, StoredDeployment } from "./deployment-record.ts";
import { recordOf, rememberWithdrawn, withoutFindings } from "./deployment-record.ts";
import { mended } from "./mend-ledger.ts";
import type { DamagedDeployment, Parting } from "./mend-ledger.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import { joinCopies } from "#workers/model/deployment-copies.ts";
import type { PaidKnown } from "#workers/model/deployment-copies.ts";

export interface Arrival {
  /**
   * `longer`: it takes the place of the one here, whose chain it goes on with. `mended`: the one here was damaged, and is
   * whole with it. `parted`: both are kept.
   */
  readonly type: "new" | "same" | "longer" | "mended" | "parted";
  /** The deployment as it is to be stored. */
  readonly stored: StoredDeployment;
}

export interface DeploymentsHere {
  readonly whole: readonly StoredDeployment[];
  readonly damaged: readonly DamagedDeployment[];
}

/**
 * A deployment that comes in, beside those that are here.
 *
 * @param brought - what a backup keeps beside it; a file has nothing of that
 * @param freshId - for the record of a copy that parted
 * @param now - milliseconds since 1970
 */
export function arrive(
  deployment: Deployment,
  { whole, damaged }: DeploymentsHere,
  {
    brought,
    freshId,
    now,
  }: { readonly brought?: DeploymentRecord; readonly freshId: string; readonly now: number },
): Arrival {
  const times = { createdAt: now, updatedAt: now };
  let parting: Parting | null = null;
  for (const { record, deployment: own } of whole) {
    const joined = joinCopies(own, deployment, knownOf(record, brought));
    if (joined.type === "parted") parting ??= { session: joined.session };
    if (joined.type !== "one") continue;
    const isLonger = joined.deployment.ledger.length > own.ledger.length;
    const beside = isLonger ? { ...withoutFindings(record), updatedAt: now } : record;
    const next = recordOf(record.id, joined.deployment, { ...beside, ...played(joined.deployment, record) });
    return {
      type: isLonger ? "longer" : "same",
      stored: { record: rememberWithdrawn(next, own.real), deployment: joined.deployment },
    };
  }
  for (const one of damaged.filter(({ record }) => record.head.id === deployment.id)) {
    const own = mended(one, deployment);
    if ("session" in own) {
      parting ??= own;
      continue;
    }
    const joined = joinCopies(own.deployment, deployment, knownOf(own.record, brought));
    if (joined.type !== "one") continue;
    const record = recordOf(own.record.id, joined.deployment, {
      ...own.record,
      ...played(joined.deployment, own.record),
      updatedAt: now,
    });
    const stored = {
      record: rememberWithdrawn(record, own.deployment.real),
      deployment: joined.deployment,
    };
    return { type: "mended", stored };
  }
  const wasPlayed = played(deployment, brought);
  if (parting) {
    const beside = { ...(brought && withoutFindings(brought)), ...wasPlayed, ...times, parted: parting };
    return { type: "parted", stored: { record: recordOf(freshId, deployment, beside), deployment } };
  }
  const record = recordOf(brought?.id ?? deployment.id, deployment, { ...(brought ?? times), ...wasPlayed });
  return { type: "new", stored: { record, deployment } };
}

function knownOf(own: DeploymentRecord, brought: DeploymentRecord | undefined): PaidKnown {
  if (!brought) return { later: null, withdrawn: own.withdrawn ?? [] };
  return brought.updatedAt > own.updatedAt
    ? { later: "other", withdrawn: brought.withdrawn ?? [] }
    : { later: "own", withdrawn: own.withdrawn ?? [] };
}

/** How far prices are played forward: at least as far as the ledger goes. Nothing where they grow by themselves. */
function played(
  { dataset, begins, ledger }: Deployment,
  record: DeploymentRecord | undefined,
): Pick<DeploymentRecord, "playedTo"> {
  const playedTo = record?.playedTo;
  if (playedTo === undefined && dataset?.id !== DEMO_DATASET_ID) return {};
  const days = [begins, ledger.at(-1)?.session ?? begins, playedTo ?? begins].toSorted();
  return { playedTo: days.at(-1) ?? begins };
}
