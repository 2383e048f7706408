/** The first state of a deployment. */
import type { BarLength } from "#workers/model/bar-length.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Deployment, FirstFile, NewDeployment } from "#workers/model/deployment.ts";
import { barsOf } from "#workers/model/deployment-format.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { isRecord } from "#workers/model/strategy-fault.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import { groundOf } from "./ground.ts";
import type { DeployMarket } from "./ground.ts";
import { laterWordIn } from "./later-words.ts";

/** With all that a first file lacks, and no entry. @param id - for one that has none */
export function startDeployment(first: FirstFile, market: DeployMarket, id: string): Result<Deployment> {
  const { format, name, strategy, begins, startMargin } = first;
  const bare: Deployment = {
    format,
    id: first.id ?? id,
    name,
    strategy,
    dataset: first.dataset ?? null,
    begins,
    replayedTo: first.replayedTo ?? begins,
    startMargin,
    stop: first.stop ?? null,
    real: first.real ?? [],
    ledger: [],
  };
  const ground = groundOf(bare, market);
  if (!ground.ok) return ground;
  const { sessionDay } = ground.value.calendar;
  return ok({
    ...bare,
    ...(first.format === "deployment/2" && (lengthOf(first) ?? barsIn(market, ground.value.strategy))),
    replayedTo: first.replayedTo ?? formatIsoDay(sessionDay[sessionDay.length - 1]),
  });
}

/** The length of a bar that a first file brings; null where it leaves that to the dataset. */
function lengthOf({
  frequency,
  sessionsOfYear,
}: Extract<FirstFile, { format: "deployment/2" }>): BarLength | null {
  return frequency === undefined || sessionsOfYear === undefined ? null : { frequency, sessionsOfYear };
}

function barsIn({ facts }: DeployMarket, { scanner }: Strategy): BarLength {
  const { frequency, sessionsOfYear } = facts.ofUniverse(scanner).bars();
  return { frequency, sessionsOfYear };
}

/**
 * The same of a strategy that people have in hand, in the format that it needs. What deployment/1 does not know, bars other than
 * those of five days a week and younger words, is deployed as the same strategy written as strategy/3.
 */
export function beginDeployment(plan: NewDeployment, market: DeployMarket, id: string): Result<Deployment> {
  const parsed = parseStrategy(plan.strategy);
  if (!parsed.ok) return parsed;
  const rules = readStrategyRules(parsed.value);
  if (!rules.ok) return rules;
  const needsLater =
    parsed.value.format === "strategy/3" ||
    laterWordIn(rules.value) !== null ||
    !isOfDays(barsIn(market, parsed.value));
  if (!needsLater) return startDeployment({ ...plan, format: "deployment/1" }, market, id);
  const strategy = isRecord(plan.strategy) ? { ...plan.strategy, format: "strategy/3" } : plan.strategy;
  return startDeployment({ ...plan, strategy, format: "deployment/2" }, market, id);
}

/** Whether they are what a deployment that does not say it takes its bars for. */
function isOfDays({ frequency, sessionsOfYear }: BarLength): boolean {
  const days = barsOf({});
  return frequency === days.frequency && sessionsOfYear === days.sessionsOfYear;
}
