/** The instrument that a person means by what was typed. */
import type { Plan } from "#workers/engine/run-plan.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";

/** So many are named where none is meant for sure. */
const MOST_NEAR = 5;

/**
 * One of the run's universe, by its symbol, its symbol in other letters' case, or its whole name. A problem names those
 * whose symbol or name has the text in it, first those that begin with it.
 */
export function findInstrument(
  { market, universe }: Pick<Plan, "market" | "universe">,
  typed: string,
): Result<number> {
  const wanted = typed.toLowerCase();
  const symbolOf = (at: number) => market.instruments[at].symbol;
  const nameOf = (at: number) => market.instruments[at].name;
  const found =
    universe.find((at) => symbolOf(at) === typed) ??
    universe.find((at) => symbolOf(at).toLowerCase() === wanted) ??
    universe.find((at) => nameOf(at).toLowerCase() === wanted);
  if (found !== undefined) return ok(found);
  const textOf = (at: number) => `${symbolOf(at)} ${nameOf(at)}`.toLowerCase();
  const begins = (at: number) => Number(textOf(at).startsWith(wanted));
  const named = [...universe]
    .filter((at) => textOf(at).includes(wanted))
    .toSorted((a, b) => begins(b) - begins(a))
    .slice(0, MOST_NEAR)
    .map((at) => (nameOf(at) === "" ? symbolOf(at) : `${symbolOf(at)} (${nameOf(at)})`));
  const mend = named.length > 0 ? `Near are ${named.join(", ")}.` : "Choose one of its exchange and type.";
  return err({
    code: "not-found",
    message: `${typed} is not an instrument of this run. ${mend}`,
    place: "instrument",
  });
}
