/** What a deployment's clock says of its entries. */
import type { Deployment, DeploymentEntry } from "./deployment.ts";

/**
 * `replayed`: the session was there when the deployment was made. `on-time`: recorded from the session's date to 00:00 UTC of
 * the next one's. `open`: on the last entry, recorded later than its day; whether that was in time hangs on the next session.
 */
export type Recording = "replayed" | "early" | "on-time" | "late" | "open";

export interface TimedEntry {
  readonly session: string;
  readonly recorded: string;
  readonly recording: Recording;
}

/**
 * By entry. A clock that went back is told as it is.
 *
 * @param next - the session behind the last entry, where somebody knows it
 */
export function timeEntries(
  { ledger }: Pick<Deployment, "ledger">,
  next: string | null = null,
): TimedEntry[] {
  return ledger.map((entry, number) => {
    const following = ledger[number + 1]?.session ?? next;
    const { session, recorded } = entry;
    return { session, recorded, recording: recordingOf(entry, following) };
  });
}

/** Times and dates are in order as texts: both begin with year, month and day, in UTC. */
function recordingOf({ session, recorded, replayed }: DeploymentEntry, next: string | null): Recording {
  if (replayed) return "replayed";
  const day = recorded.slice(0, 10);
  if (day < session) return "early";
  if (next !== null) return day < next ? "on-time" : "late";
  return day === session ? "on-time" : "open";
}
