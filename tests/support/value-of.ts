import type { Result } from "#workers/model/problem.ts";

/** The value of a result that a test needs in order to go on. @throws Error - with the problem's message where there is none */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}
