/** What is stored on this device, counted for the answers. */
import { useLiveQuery } from "dexie-react-hooks";
import { formatDay, formatDayRange } from "#src/format/day.ts";
import { countOf } from "#src/format/number.ts";
import { joinWords } from "#src/format/join-words.ts";
import { listDatasets } from "#src/storage/datasets.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { listRunSummaries } from "#src/storage/run-history.ts";
import { listStrategies } from "#src/storage/strategies.ts";

export type DeviceFacts =
  | { readonly type: "reading" }
  | { readonly type: "unreadable" }
  | {
      readonly type: "known";
      readonly datasets: readonly Dataset[];
      readonly strategies: number;
      readonly finishedRuns: number;
    };

/** Kept up to date with the database. A browser that refuses its storage costs the figures, not the page. */
export function useDeviceFacts(): DeviceFacts {
  return useLiveQuery(readFacts) ?? { type: "reading" };
}

/** How much data there is, as sentences. */
export function describeData(facts: DeviceFacts): string {
  switch (facts.type) {
    case "reading":
      return "Counting what is here.";
    case "unreadable":
      return "This browser does not let the app read its storage now, so nothing can be counted.";
    case "known":
      return dataInWords(facts.datasets);
  }
}

/** The exchanges of all datasets, as a sentence. */
export function describeMarkets(facts: DeviceFacts): string {
  if (facts.type !== "known") return "";
  const exchanges = [...new Set(facts.datasets.flatMap((dataset) => dataset.exchanges))].toSorted();
  return `Exchanges: ${joinWords(exchanges, "and")}.`;
}

/** The dates that the datasets span together, as a sentence. */
export function describeDates(facts: DeviceFacts): string {
  if (facts.type !== "known") return describeData(facts);
  const { first, last } = span(facts.datasets);
  return `The prices here run from ${formatDay(first)} to ${formatDay(last)}.`;
}

export function describeStrategies(facts: DeviceFacts): string {
  if (facts.type !== "known") return describeData(facts);
  return `You have ${countOf(facts.strategies, "strategy", "strategies")} of your own here, besides the built-in ones.`;
}

export function describeRuns(facts: DeviceFacts): string {
  if (facts.type !== "known") return describeData(facts);
  return `You have ${countOf(facts.finishedRuns, "finished simulation")} here.`;
}

export function describeDataset({ title, instruments, firstDate, lastDate }: Dataset): string {
  return `${title}: ${countOf(instruments, "instrument")}, ${formatDayRange(firstDate, lastDate)}.`;
}

async function readFacts(): Promise<DeviceFacts> {
  try {
    const [datasets, strategies, runs] = await Promise.all([
      listDatasets(),
      listStrategies(),
      listRunSummaries(),
    ]);
    return {
      type: "known",
      datasets: datasets.records,
      strategies: strategies.records.length,
      finishedRuns: runs.records.filter((run) => run.state === "complete").length,
    };
  } catch {
    return { type: "unreadable" };
  }
}

function dataInWords(datasets: readonly Dataset[]): string {
  const instruments = datasets.reduce((sum, dataset) => sum + dataset.instruments, 0);
  const bars = datasets.reduce((sum, dataset) => sum + dataset.bars, 0);
  const { first, last } = span(datasets);
  return (
    `${countOf(datasets.length, "dataset")} with ${countOf(instruments, "instrument")} ` +
    `and ${countOf(bars, "daily bar")}, from ${formatDay(first)} to ${formatDay(last)}.`
  );
}

function span(datasets: readonly Dataset[]): { readonly first: string | null; readonly last: string | null } {
  const firsts = datasets.flatMap(({ firstDate }) => (firstDate === null ? [] : [firstDate])).toSorted();
  const lasts = datasets.flatMap(({ lastDate }) => (lastDate === null ? [] : [lastDate])).toSorted();
  return { first: firsts[0] ?? null, last: lasts.at(-1) ?? null };
}
