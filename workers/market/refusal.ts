import type { Problem, ProblemCode } from "#workers/model/problem.ts";
import { lineOf, placeOf } from "#workers/model/place.ts";

/**
 * Ends a reading for a reason that a person can mend. Thrown inside market/ only, out of streams that can't return
 * a Result; the exported functions turn it into one.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly problem: Problem;
  /** What the problem's message is made of; null where it is of no one file. */
  readonly of: PlacedReason | null;

  constructor(problem: Problem, of: PlacedReason | null = null) {
    super(problem.message);
    this.problem = problem;
    this.of = of;
  }
}

interface PlacedReason {
  readonly file: string;
  /** 1-based; null for the whole file. */
  readonly line: number | null;
  readonly reason: string;
}

/** The refusal's text without the file's name, for where that stands beside it. */
export function reasonBeside({ problem, of }: Refusal, file: string): string {
  if (of?.file !== file) return problem.message;
  return of.line === null ? of.reason : `${lineOf(file, of.line)}: ${of.reason}`;
}

/** A refusal with the place in front of its text: `a.csv:1: empty file; ...` or, for line null, `a.csv: ...`. */
export function refusal(code: ProblemCode, file: string, line: number | null, text: string): Refusal {
  const problem = { code, message: `${placeOf(file, line)}: ${text}`, place: file };
  return new Refusal(problem, { file, line, reason: text });
}

export function refuseLongLine(file: string, line: number): Refusal {
  return refusal(
    "file-refused",
    file,
    line,
    "a line longer than 1 MB; a line is one row of prices, so mend the line ends",
  );
}
