/** What the sentences on a result hold it against. */
import { wordsAtEnds } from "#src/format/bar-words.ts";
import { formatPercent } from "#src/format/number.ts";
import { AVERAGE_SHARE_NAME } from "#workers/model/benchmark-names.ts";
import type { BenchmarkPerformance, Report } from "#workers/model/report.ts";
import { hardestYardstick } from "#workers/model/yardstick.ts";
import { isAgainstAverage } from "./average-share.ts";

interface Yardstick {
  /** The yardstick's name in sentences. */
  readonly name: string;
  readonly performance: BenchmarkPerformance;
  /** One value a session. */
  readonly curve: Float64Array;
}

/** The hardest that is known: the average share where it made as much as the benchmark, or where that is no index. */
export function yardstickOf(report: Report): Yardstick {
  const { metadata, benchmarkPerformance, universePerformance, equity } = report;
  const { name, values } = hardestYardstick(equity, metadata.benchmark);
  return name === "average share" && universePerformance
    ? { name: AVERAGE_SHARE_NAME, performance: universePerformance, curve: values }
    : { name: metadata.benchmark, performance: benchmarkPerformance, curve: equity.benchmark };
}

/** "Deepest fall −43.5%, TIDAL120 −59.9%, the average share −55.0%." */
export function fallsInWords(report: Report): string {
  const { metadata, performance, benchmarkPerformance, universePerformance } = report;
  const hasOther = universePerformance && !isAgainstAverage(report);
  const falls = [
    `${wordsAtEnds("Deepest fall", metadata.frequency)} ${formatPercent(performance.maxDrawdown, 1)}`,
    `${metadata.benchmark} ${formatPercent(benchmarkPerformance.maxDrawdown, 1)}`,
    ...(hasOther ? [`${AVERAGE_SHARE_NAME} ${formatPercent(universePerformance.maxDrawdown, 1)}`] : []),
  ];
  return `${falls.join(", ")}.`;
}
