/** A difference that the check found, in words. */
import { formatDay } from "#src/format/day.ts";
import { formatWith } from "#src/format/number.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Decision } from "#workers/model/decision.ts";
import type { LookAheadFinding } from "#workers/model/look-ahead.ts";

export function findingText(finding: LookAheadFinding): string {
  const [whole, cut] = bothTexts(finding);
  return `data cut after ${formatDay(finding.cutAfter)}. With all the data: ${whole}. Without what came later: ${cut}.`;
}

/** With all the data, and without its end. */
function bothTexts(finding: LookAheadFinding): readonly [string, string] {
  switch (finding.type) {
    case "decision":
      return [decisionText(finding.whole), decisionText(finding.cut)];
    case "size":
      return [sizeText(finding, finding.whole), sizeText(finding, finding.cut)];
    case "value":
      return [valueText(finding.date, finding.whole), valueText(finding.date, finding.cut)];
  }
}

function sizeText({ instrument, date }: { instrument: string; date: string }, value: number): string {
  return `a buy of ${instrument}, ordered on ${formatDay(date)}, might cost ${number(value)}`;
}

function valueText(date: string, value: number): string {
  return `the account stood at ${number(value)} on ${formatDay(date)}`;
}

function decisionText(decision: Decision | null): string {
  if (!decision) return "nothing more was decided";
  const place = `${decision.instrument} on ${formatDay(formatIsoDay(decision.day))}`;
  switch (decision.type) {
    case "candidate":
      return `a candidate to buy, ${place}, ${candidateText(decision)}`;
    case "exit":
      return `to be sold, ${place} (${decision.reason})`;
    case "buy":
    case "sell":
      return `${decision.type === "buy" ? "bought" : "sold"}, ${place}: ${number(decision.quantity)} at ${number(decision.price)}`;
    case "lapse":
      return `an order not filled, ${place} (${decision.reason})`;
  }
}

function candidateText({ rank, outcome }: Extract<Decision, { type: "candidate" }>): string {
  if (outcome === "unaffordable") return "too expensive for a slot";
  return `number ${rank} in the order${outcome === "ordered" ? ", ordered" : ", no place free"}`;
}

function number(value: number): string {
  return formatWith(value, "en", { maximumFractionDigits: 4 });
}
