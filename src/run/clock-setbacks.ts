/** Where a deployment's clock went back: an entry that was recorded, by its own word, before the one in front of it. */
import { formatDay, formatMoment } from "#src/format/day.ts";
import type { DeploymentEntry } from "#workers/model/deployment.ts";

/** A sentence; null where the clock never did. */
export function clockSetbacks(
  entries: readonly Pick<DeploymentEntry, "session" | "recorded">[],
): string | null {
  const back = entries.filter(({ recorded }, at) => recorded < (entries[at - 1]?.recorded ?? ""));
  const [first] = back;
  if (!first) return null;
  const others = back.length === 1 ? "" : `, and so did ${back.length - 1} more`;
  return `The clock went back before the entry of ${formatDay(first.session)}, recorded ${formatMoment(Date.parse(first.recorded))}, earlier than the entry before it${others}.`;
}
