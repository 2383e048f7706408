/** Whether a deployment's file is what it was when it was written, and if not, where: form, fields, chain, books, seal. */
import { readDeploymentFile } from "#workers/model/deployment-file.ts";
import { sealOf } from "#workers/model/deployment-chain.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { chainProblem, entryProblems, problemOf } from "#workers/model/verify-chain.ts";
import { findBookFault } from "./books.ts";
import { readDeployedStrategy } from "./deployed-strategy.ts";

/** The deployment of a file, to the byte as it was written; or the first place where it is not. */
export function verifyDeployment(file: Uint8Array | string): Result<Deployment> {
  const read = readDeploymentFile(file);
  if (!read.ok) return read;
  const { seal, ...deployment } = read.value;
  const strategy = readDeployedStrategy(deployment);
  if (!strategy.ok && strategy.problem.code === "deployment-invalid") return strategy;
  const sound = verifyLedger(deployment);
  if (!sound.ok || seal === sealOf(deployment)) return sound;
  const what = "name, dataset, stop, real, the seal itself, or entries cut off at the end";
  const text = `the seal does not fit the file, though the chain holds: changed was one of ${what}`;
  return err(problemOf({ text, place: "seal" }));
}

/** Whether chain, sessions and books of a deployment hold that is no file now, and so has no seal. */
export function verifyLedger(deployment: Deployment): Result<Deployment> {
  for (const problem of entryProblems(deployment)) if (problem) return err(problem);
  const broken = linkProblem(deployment);
  return broken === null ? ok(deployment) : err(broken);
}

/** Of entries that hold each by itself: why they are not one chain whose books follow, null where they are. */
export function linkProblem(deployment: Deployment): Problem | null {
  const broken = chainProblem(deployment);
  if (broken !== null) return broken;
  const unfounded = findBookFault(deployment);
  return unfounded && problemOf(unfounded);
}
