/** The line that `npm run bench -- --rules` prints as each finding comes. */
import { isFigure, perSecond } from "./rules-figures.ts";
import type { RulesFinding } from "./rules-figures.ts";

export function describeFinding(finding: RulesFinding): string {
  const head = `${finding.group.padEnd(10)}${finding.name.padEnd(52)}`;
  if (!isFigure(finding)) return `${head} ${finding.failure}`;
  const { median, fastest, slowest, count, beside } = finding;
  const notes = [
    ...(count > 1 ? [`${perSecond(finding).toFixed(0)} a second`] : []),
    ...(beside ? [`${beside.ratio.toFixed(2)} times ${beside.name} (${beside.median.toFixed(1)} ms)`] : []),
  ];
  const spread = `(${fastest.toFixed(1)} to ${slowest.toFixed(1)})`;
  return `${head}${median.toFixed(1).padStart(9)} ms  ${spread}  ${notes.join(", ")}`.trimEnd();
}
