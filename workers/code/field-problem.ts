/** What ended the work on a field, in words for the person who wrote it. */
import type { ComputedField } from "#workers/model/computed-field.ts";
import type { Problem, ProblemCode } from "#workers/model/problem.ts";
import type { CodeFault } from "./room.ts";

/** A fault of a room, or of the checks. */
export interface FieldFault extends Omit<CodeFault, "code"> {
  readonly code: ProblemCode;
}

/** @param at - the field's place in the strategy's list */
export function fieldProblem({ name }: ComputedField, at: number, fault: FieldFault): Problem {
  const { code, symbol, line, column, text } = fault;
  const place = line === undefined ? "" : `, line ${line}${column === undefined ? "" : `, column ${column}`}`;
  const whose = symbol === undefined ? "" : `, ${symbol}`;
  return {
    code,
    message: `number "${name}"${place}${whose}: ${text}.`,
    place: `computed[${at}].source`,
  };
}
