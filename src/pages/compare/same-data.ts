/** What the runs have in common besides their settings, and what not: said before any figure is compared. */
import { formatDayRange } from "#src/format/day.ts";
import { joinWords } from "#src/format/join-words.ts";
import { shownName } from "#src/format/shown.ts";
import type { ReadyRun } from "./load-compared.ts";

export interface Sameness {
  readonly isSameData: boolean;
  readonly isSamePeriod: boolean;
  /** What hinders a fair comparison, a sentence each. */
  readonly differences: readonly string[];
  /** One sentence where nothing hinders it. */
  readonly summary: string;
}

export function sameness(runs: readonly ReadyRun[]): Sameness {
  const data = groupsOf(runs, ({ run }) => run.datasetFingerprint);
  const periods = groupsOf(runs, ({ report }) => periodOf(report));
  const currencies = groupsOf(runs, ({ report }) => report.metadata.currency);
  const benchmarks = groupsOf(runs, ({ report }) => report.metadata.benchmark);
  const engines = groupsOf(runs, ({ run }) => run.engineVersion);
  const differences = [
    data.length > 1
      ? `These runs used different data, so their figures say as much about the data as about the settings: ${listed(data, ({ run }) => `${shownName(run.datasetTitle)} (fingerprint ${run.datasetFingerprint.slice(0, 8)})`)}.`
      : "",
    periods.length > 1
      ? `These runs cover different periods: ${listed(periods, ({ report }) => periodOf(report))}. Each curve begins at 100 on its own first day, and no best total growth is marked.`
      : "",
    currencies.length > 1
      ? `The accounts are in different currencies: ${listed(currencies, ({ report }) => report.metadata.currency)}.`
      : "",
    benchmarks.length > 1
      ? `They are compared with different benchmarks: ${listed(benchmarks, ({ report }) => shownName(report.metadata.benchmark))}.`
      : "",
    engines.length > 1
      ? `They were made by different versions of the engine (${listed(engines, ({ run }) => run.engineVersion)}); run the older ones again to be sure.`
      : "",
  ].filter((sentence) => sentence !== "");
  const [first] = runs;
  return {
    isSameData: data.length === 1,
    isSamePeriod: periods.length === 1,
    differences,
    summary: first
      ? `All of them ran on the same data, ${shownName(first.run.datasetTitle)} (fingerprint ${first.run.datasetFingerprint.slice(0, 8)}), from ${periodOf(first.report).replace(" – ", " to ")}.`
      : "",
  };
}

function periodOf({ metadata }: ReadyRun["report"]): string {
  return formatDayRange(metadata.backtestStart, metadata.backtestEnd);
}

function groupsOf(runs: readonly ReadyRun[], key: (run: ReadyRun) => string): readonly ReadyRun[][] {
  const groups = new Map<string, ReadyRun[]>();
  for (const run of runs) groups.set(key(run), [...(groups.get(key(run)) ?? []), run]);
  return [...groups.values()];
}

/** "A and C: one, B: other". */
function listed(groups: readonly ReadyRun[][], text: (run: ReadyRun) => string): string {
  return groups
    .flatMap((group) =>
      group[0]
        ? [
            `${joinWords(
              group.map(({ letter }) => letter),
              "and",
            )}: ${text(group[0])}`,
          ]
        : [],
    )
    .join("; ");
}
