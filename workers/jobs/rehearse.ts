/** Goes through a run before anybody asks for it, where its prices are in memory anyway. */
import type { Host } from "../host/host.ts";
import { wantedBy } from "../host/wanted-market.ts";
import { err, ok } from "../model/problem.ts";
import type { Problem } from "../model/problem.ts";
import type { RunRequest } from "../model/protocol.ts";

/** Whether it came to its end. */
export async function rehearse({ markets, rehearsal }: Host, request: RunRequest): Promise<boolean> {
  const wanted = wantedBy(request);
  if (!wanted.ok || !markets.known(wanted.value)) return false;
  const isDone = await markets.onKnown(
    wanted.value,
    async ({ market }) => ok(await rehearsal.run(request.strategy, market)),
    err(notRead),
  );
  return isDone.ok && isDone.value;
}

/** Told to nobody. */
const notRead: Problem = { code: "cancelled", message: "A rehearsal reads no prices." };
