/** Whether a strategy can be varied by axes. */
import { figureAt, isFigurePlace } from "#workers/model/figure-places.ts";
import { numbersIn } from "#workers/model/rule-lines.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { STRATEGY_FIELDS } from "#workers/model/strategy-fields.ts";
import { isTextPlace, textAt } from "#workers/model/variant-grid.ts";
import { readWholeStrategy } from "#workers/words/whole-strategy.ts";
import { allOf, axesProblem, axisName } from "./axes.ts";
import type { AxisValue, SweepAxes, SweepAxis, SweepProblem } from "./axes.ts";
import { variantOf } from "./variants.ts";

/** Milliseconds at a stretch, after which others have their turn. */
const STRETCH_MS = 20;

/**
 * Whether the strategy has what the axes vary, and its limits allow every value; all that is wrong at once. A value that goes only
 * with others, as a start before an end, is tried with the first and with the last values of the other axes, too.
 */
export async function checkAxes(
  strategy: Strategy,
  axes: SweepAxes,
  signal?: AbortSignal,
): Promise<Result<null, SweepProblem>> {
  const problems: SweepProblem[] = axes.flatMap((axis, at) => targetProblems(strategy, axis, at));
  if (problems.length > 0) return err(allOf(problems));
  let until = performance.now() + STRETCH_MS;
  for (const [at, axis] of axes.entries()) {
    for (const [place, value] of axis.values.entries()) {
      const refused = refusalOf(strategy, axes, at, value);
      if (refused !== null) problems.push({ ...refused, place: `axes[${at}].values[${place}]` });
      if (problems.length >= MOST_TOLD) return err(allOf(problems));
      if (performance.now() < until) continue;
      // oxlint-disable-next-line no-await-in-loop -- this is the pause
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      until = performance.now() + STRETCH_MS;
    }
  }
  return problems.length > 0 ? err(allOf(problems)) : ok(null);
}

const MOST_TOLD = 20;

/** null for a value that is allowed. */
function refusalOf(strategy: Strategy, axes: SweepAxes, at: number, value: AxisValue): SweepProblem | null {
  const others = (pick: (values: readonly AxisValue[]) => AxisValue | undefined) =>
    axes.map((axis, one) => (one === at ? value : (pick(axis.values) ?? null)));
  const alone = axes.slice(at, at + 1);
  const first = readWholeStrategy(variantOf(strategy, alone, [value]));
  if (first.ok) return null;
  for (const values of [others((all) => all[0]), others((all) => all.at(-1))]) {
    if (readWholeStrategy(variantOf(strategy, axes, values)).ok) return null;
  }
  const [axis] = alone;
  const message = `${axis ? axisName(axis) : ""} can't be ${JSON.stringify(value)}: ${first.problem.message}`;
  return { code: "axes-invalid", message };
}

function targetProblems(strategy: Strategy, axis: SweepAxis, at: number): SweepProblem[] {
  const { path, number, values, also = [] } = axis;
  if (also.length > 0) {
    const alone = also.flatMap((one) => targetProblems(strategy, { ...one, values }, at));
    const rest = targetProblems(strategy, { path, number, values }, at);
    const without =
      number === undefined
        ? [
            axesProblem(
              `axes[${at}].also`,
              `only a number of a text goes with others, and ${path} is a setting`,
            ),
          ]
        : [];
    return [...rest, ...without, ...alone];
  }
  if (number === undefined) {
    if (Object.hasOwn(STRATEGY_FIELDS, path) && !path.endsWith(".rules")) return [];
    if (isFigurePlace(path))
      return figureAt(strategy, path) === null
        ? [axesProblem(`axes[${at}].path`, `the strategy has no figure at ${path} that could be varied`)]
        : [];
    const isText = isTextPlace(path) && textAt(strategy, path) !== null;
    const mend = isText
      ? `${path} is a rule: say which of its numbers, as in "number": 1`
      : `${path} is not a setting of a strategy; write one as "sell.trailingStopLoss", or a rule as "buy.rules[0]" with "number"`;
    return [axesProblem(`axes[${at}].path`, mend)];
  }
  const text = isTextPlace(path) ? textAt(strategy, path) : null;
  if (text === null)
    return [axesProblem(`axes[${at}].path`, `the strategy has no text at ${path}; name one of its rules`)];
  const count = numbersIn(text).length;
  if (number > count)
    return [
      axesProblem(
        `axes[${at}].number`,
        `${path} has ${count} ${count === 1 ? "number" : "numbers"}, so no number ${number}`,
      ),
    ];
  return values.flatMap((value, place) =>
    typeof value === "number"
      ? []
      : [axesProblem(`axes[${at}].values[${place}]`, "a number in a rule's text takes numbers only")],
  );
}
