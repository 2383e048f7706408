import type { Result } from "#workers/model/problem.ts";

/**
 * Whether a run was refused only because its benchmark or the average share can't be counted: what has no yardsticks of its own,
 * such as a variant or a deployment, goes on all the same.
 */
export function isYardstickRefused(run: Result<unknown>): boolean {
  return !run.ok && /^The (average share|benchmark \S+) can't be counted/.test(run.problem.message);
}
