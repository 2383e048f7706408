/** The strategy of a deployment, as its format has it. */
import type { Deployment } from "#workers/model/deployment.ts";
import { strategyFault } from "#workers/model/deployment-format.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { placeOf } from "#workers/model/strategy-fault.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import { laterWordIn } from "./later-words.ts";

/** Refused where its format can't have it. A deployment/2 has it as strategy/3, also where it would do with less. */
export function readDeployedStrategy({
  format,
  strategy,
}: Pick<Deployment, "format" | "strategy">): Result<Strategy> {
  const parsed = parseStrategy(strategy);
  if (!parsed.ok) return parsed;
  const fault = strategyFault(strategy, format);
  if (fault) return refused(`${placeOf(fault.path)} ${fault.text}`, placeOf(fault.path));
  if (format === "deployment/2") return ok({ ...parsed.value, format: "strategy/3" });
  const rules = readStrategyRules(parsed.value);
  if (!rules.ok) return rules;
  const later = laterWordIn(rules.value);
  if (later === null) return parsed;
  const text = `${later.place}: a ${format} does not know ${later.word}; write the strategy as strategy/3, and deploy it as deployment/2`;
  return refused(text, later.place);
}

function refused(text: string, place: string): Result<never> {
  return err({ code: "deployment-invalid", message: `strategy: ${text}.`, place });
}
