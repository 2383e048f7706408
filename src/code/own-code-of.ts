import type { ComputedField } from "#workers/model/computed-field.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import { parseStrategy } from "#workers/model/strategy.ts";

/** The code of a deployment's strategy; none where it has none, or can't be read. */
export function ownCodeOf({ strategy }: Pick<Deployment, "strategy">): readonly ComputedField[] {
  const parsed = parseStrategy(strategy);
  return parsed.ok ? (parsed.value.computed ?? []) : [];
}
