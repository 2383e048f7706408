/** A worker's part of deployments whose strategies may have own code: refused, as there, where it was not allowed here. */
import { standingOf } from "#src/storage/code-consent.ts";
import { doOnMarket, doWithout } from "#workers/run/deploy-desk.ts";
import type { ComputedField } from "#workers/model/computed-field.ts";
import type { DeployAnswer, DeployWork } from "#workers/model/deploy-work.ts";
import { err } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { smallMarket } from "./small-deployment.ts";

export const own: ComputedField = {
  name: "own",
  language: "javascript",
  source: "const compute = (b) => b.close",
};

/** On the small market. */
export async function deployWithOwnCode(work: DeployWork): Promise<Result<DeployAnswer>> {
  if (!("source" in work)) return doWithout(work);
  const mayRun = (await standingOf([own])).every(({ isAllowed }) => isAllowed);
  return !mayRun && JSON.stringify(work).includes(own.source)
    ? err({ code: "code-not-allowed", message: "Own code was not allowed." })
    : doOnMarket(work, smallMarket);
}
