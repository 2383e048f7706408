/** Whether a deployment's ledger is one chain: each entry as it was hashed, named by the next, in the order of its sessions. */
import { entryHash, originHash } from "./deployment-chain.ts";
import type { Deployment } from "./deployment.ts";
import type { Problem } from "./problem.ts";

/** What is wrong, and of which place of the file; of an entry with its session. */
export interface FileFault {
  readonly text: string;
  readonly place: string;
}

/** @param number - the entry's place in the ledger */
export function atEntry({ ledger }: Deployment, number: number, text: string): FileFault {
  const place = `ledger[${number}]`;
  return { text: `${place} (session ${ledger[number]?.session ?? ""}): ${text}`, place };
}

export function problemOf({ text, place }: FileFault): Problem {
  const message = `the deployment was changed or damaged: ${text}. Take an unchanged copy.`;
  return { code: "deployment-invalid", message, place };
}

/** What is wrong with each entry by itself, null where its hash is that of what stands in it: piece by piece, as it takes long. */
export function* entryProblems(deployment: Deployment): Generator<Problem | null, void> {
  for (const [number, entry] of deployment.ledger.entries()) {
    const isSame = entry.hash === entryHash(entry);
    const broken = isSame ? null : atEntry(deployment, number, "its hash is not that of what stands in it");
    yield broken && problemOf(broken);
  }
}

/** Of entries that hold each by itself: why they are not one chain, null where they are. */
export function chainProblem(deployment: Deployment): Problem | null {
  const broken = findLinkFault(deployment) ?? findOrderFault(deployment);
  return broken && problemOf(broken);
}

/** The first entry that does not name the one before. */
function findLinkFault(deployment: Deployment): FileFault | null {
  const { ledger } = deployment;
  let previous = originHash(deployment);
  for (const [number, entry] of ledger.entries()) {
    if (entry.previous !== previous) {
      const first =
        "it does not name the deployment's beginning: id, strategy, begins, replayedTo or startMargin";
      return atEntry(deployment, number, number === 0 ? first : "it does not name the entry before it");
    }
    previous = entry.hash;
  }
  return null;
}

/** What a chain that was made anew may have wrong: sessions, and what follows from the file's own fields. */
function findOrderFault(deployment: Deployment): FileFault | null {
  const { format, ledger, begins, replayedTo, stop } = deployment;
  let before = begins;
  let stopped: string | null = null;
  let isOver = false;
  for (const [number, entry] of ledger.entries()) {
    if ((entry.owed !== undefined) !== (format === "deployment/2"))
      return atEntry(deployment, number, `its fields are not those of a ${format}`);
    if (isOver) return atEntry(deployment, number, "it stands after the last entry of a stopped account");
    if (entry.session <= before) return atEntry(deployment, number, `its session is not after ${before}`);
    if (entry.replayed !== entry.session <= replayedTo)
      return atEntry(deployment, number, `replayed is not what follows from replayedTo ${replayedTo}`);
    if (stopped === null ? entry.stop !== null && entry.stop !== stop : entry.stop !== stopped)
      return atEntry(deployment, number, "its stop is not the deployment's");
    before = entry.session;
    stopped = entry.stop;
    isOver = entry.stop !== null && entry.positions.length === 0;
  }
  return null;
}
