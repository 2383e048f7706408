/** The checks of a run that were worked out before its report was saved. */
import { formatDay } from "#src/format/day.ts";
import { joinWords } from "#src/format/join-words.ts";
import { formatMoneyCompact } from "#src/format/money.ts";
import { DASH, formatPercent } from "#src/format/number.ts";
import type { CostRung, LaterStart, RobustnessParts } from "#src/storage/robustness-record.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { yardstickNames } from "../average-share.ts";
import { aheadTitle, costRows, startRows } from "../check-rows.ts";
import { excessOf, findingOf, pointsText, robustnessFacts } from "../robustness-words.ts";
import { yardstickOf } from "../yardstick.ts";
import { html } from "./html.ts";
import type { Html } from "./html.ts";
import { change, facts, table } from "./report-parts.ts";

/** Nothing where no check was made. */
export function robustnessPart(report: Report, strategy: Strategy, parts: RobustnessParts): Html {
  if (Object.keys(parts).length === 0) return html``;
  const { costs, starts = [] } = parts;
  const known = robustnessFacts(parts, report).filter(({ value }) => value !== DASH);
  return html`<h2>Robustness</h2>
    <p>${findingOf(parts, report)}</p>
    ${facts(known.map(({ name, value }) => ({ name, value })))}
    ${costs ? costTable(report, strategy, costs) : html``}
    ${starts.length > 0 ? startTable(report, starts) : html``}`;
}

function costTable(report: Report, strategy: Strategy, costs: readonly CostRung[]): Html {
  const { name: yardstick, performance } = yardstickOf(report);
  return table(
    `Costs: runs with other costs of each buy and each sell; ${yardstick} pays none`,
    ["Costs a side", "CAGR", `Against ${yardstick}, points a year`, "End value"],
    costRows(strategy, report, costs).map(({ name, cagr, endValue }) => [
      name,
      formatPercent(cagr, 1),
      pointsCell(excessOf(cagr, performance.cagr)),
      formatMoneyCompact(endValue, report.metadata.currency),
    ]),
  );
}

function startTable(report: Report, starts: readonly LaterStart[]): Html {
  const names = yardstickNames(report);
  return table(
    `Started up to a year later, each against what ${joinWords(names, "or")} made from that day on`,
    ["Started on", "CAGR", aheadTitle(names), "Max drawdown"],
    startRows(report, starts).map(({ from, cagr, maxDrawdown, ahead, isOwn }) => [
      `${formatDay(from)}${isOwn ? " (this run)" : ""}`,
      formatPercent(cagr, 1),
      pointsCell(ahead),
      formatPercent(maxDrawdown, 1),
    ]),
  );
}

function pointsCell(points: number | null): Html {
  return change(points, pointsText(points));
}
