import type { Problem, ProblemCode } from "#workers/model/problem.ts";
import { placeOf } from "#workers/model/place.ts";

/**
 * Ends a reading for a reason that a person can mend. Thrown inside market/ only, out of streams that can't return
 * a Result; the exported functions turn it into one.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** A refusal with the place in front of its text: `a.csv:1: empty file; ...` or, for line null, `a.csv: ...`. */
export function refusal(code: ProblemCode, file: string, line: number | null, text: string): Refusal {
  return new Refusal({ code, message: `${placeOf(file, line)}: ${text}`, place: file });
}

export function refuseLongLine(file: string, line: number): Refusal {
  return refusal(
    "file-refused",
    file,
    line,
    "a line longer than 1 MB; a line is one row of prices, so mend the line ends",
  );
}
