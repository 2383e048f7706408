/**
 * The formats of a deployment's file. `deployment/1` is of strategies up to strategy/2 and takes every bar for a day;
 * `deployment/2` is of a strategy/3, has what a bar is beside `begins`, and says in each entry what money came and went.
 */
import { BAR_LENGTHS } from "./bar-length.ts";
import type { BarLength } from "./bar-length.ts";
import type { Path } from "./strategy-fault.ts";
import { isRecord, ownValue } from "./strategy-fault.ts";
import type { StrategyFormat } from "./strategy-field.ts";
import { readStrategy } from "./strategy.ts";

export const DEPLOYMENT_FORMATS = ["deployment/1", "deployment/2"] as const;
export type DeploymentFormat = (typeof DEPLOYMENT_FORMATS)[number];

const STRATEGIES: Readonly<Record<DeploymentFormat, readonly StrategyFormat[]>> = {
  "deployment/1": ["strategy/1", "strategy/2"],
  "deployment/2": ["strategy/3"],
};

/** What a bar is where the file does not say it. */
const [DAYS = { frequency: "daily", sessionsOfYear: 252 }] = BAR_LENGTHS;

/** What a bar of a deployment is taken for. */
export function barsOf({ frequency, sessionsOfYear }: Partial<BarLength>): BarLength {
  return frequency === undefined || sessionsOfYear === undefined ? DAYS : { frequency, sessionsOfYear };
}

export function isKnownLength({ frequency, sessionsOfYear }: BarLength): boolean {
  return BAR_LENGTHS.some(
    (known) => known.frequency === frequency && known.sessionsOfYear === sessionsOfYear,
  );
}

/** Why a strategy's record can't be in a deployment of the format, and at which place of it; null where it can. */
export function strategyFault(
  value: unknown,
  format: DeploymentFormat,
): { readonly text: string; readonly path: Path } | null {
  const read = readStrategy(value);
  if (!read.ok) return read.problem[0] ?? null;
  const written = isRecord(value) ? ownValue(value, "format") : undefined;
  const own = STRATEGIES[format];
  if (!own.some((each) => each === (written ?? read.value.format)))
    return { text: `must be ${own.join(" or ")} in a ${format}`, path: ["format"] };
  if (read.value.simulation.fillAt !== "same-close") return null;
  return {
    text: "must be next-open or next-close: nobody can trade at the very close that gave the signal",
    path: ["simulation", "fillAt"],
  };
}
