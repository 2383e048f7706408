/** A deployment's file that somebody forged, with a chain and a seal that hold. */
import { createHash } from "node:crypto";
import { canonicalJson } from "#workers/model/canonical-json.ts";
import type { Deployment, DeploymentEntry } from "#workers/model/deployment.ts";
import { deploymentText, linkEntry, originHash } from "#workers/model/deployment-chain.ts";

/** The whole chain made anew, as its owner can. */
export function chained(
  deployment: Deployment,
  change: (entry: DeploymentEntry, at: number) => DeploymentEntry,
): string {
  let previous = originHash(deployment);
  const ledger = deployment.ledger.map((entry, at) => {
    const { recorded, replayed, previous: _, hash: __, ...content } = change(entry, at);
    const linked = linkEntry(content, recorded, deployment, previous);
    const { hash: ___, ...own } = { ...linked, replayed };
    const hash = createHash("sha256").update(canonicalJson(own)).digest("hex");
    previous = hash;
    return { ...own, hash };
  });
  return deploymentText({ ...deployment, ledger });
}
