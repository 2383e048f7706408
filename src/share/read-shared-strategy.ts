/** The door for strategies that somebody made elsewhere. The language is loaded with the first of them: pages open without it. */
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** The strategy that a file or link holds, or everything that is wrong with it: fields, and lines with their columns. */
export async function readSharedStrategy(value: unknown): Promise<Result<Strategy>> {
  const { readWholeStrategy } = await import("#workers/words/whole-strategy.ts");
  return readWholeStrategy(value);
}
