/** Which runs of the list a person asks for; it stands in the address, so that Back and a reload keep it. */
import type { RunSummary } from "#src/storage/run-history.ts";

export interface RunFilter {
  /** Words, all of which must be in what the row says. */
  readonly text: string;
  /** Ids, and a tag; "" for all. */
  readonly strategy: string;
  readonly dataset: string;
  readonly tag: string;
}

export const NO_FILTER: RunFilter = { text: "", strategy: "", dataset: "", tag: "" };

/** The names in the address. */
const PARAMS = { text: "q", strategy: "strategy", dataset: "data", tag: "tag" } as const;

export function readFilter(params: URLSearchParams): RunFilter {
  const at = (name: keyof RunFilter) => params.get(PARAMS[name]) ?? "";
  return { text: at("text"), strategy: at("strategy"), dataset: at("dataset"), tag: at("tag") };
}

export function filterParams(filter: RunFilter): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of ["text", "strategy", "dataset", "tag"] as const)
    if (filter[name] !== "") params.set(PARAMS[name], filter[name]);
  return params;
}

export function isFiltering({ text, strategy, dataset, tag }: RunFilter): boolean {
  return text.trim() !== "" || strategy !== "" || dataset !== "" || tag !== "";
}

/** The runs that pass, in their order. */
export function filterRuns(runs: readonly RunSummary[], filter: RunFilter): readonly RunSummary[] {
  if (!isFiltering(filter)) return runs;
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return runs.filter((run) => isAskedFor(run, filter) && hasWords(run, words));
}

function isAskedFor({ strategyId, datasetId, remark }: RunSummary, filter: RunFilter): boolean {
  if (filter.strategy !== "" && strategyId !== filter.strategy) return false;
  if (filter.dataset !== "" && datasetId !== filter.dataset) return false;
  return filter.tag === "" || (remark?.tags.some((tag) => isSame(tag, filter.tag)) ?? false);
}

function hasWords(run: RunSummary, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { strategyName, number, datasetTitle, remark } = run;
  const said = [strategyName, `run ${number}`, datasetTitle, ...(remark?.tags ?? []), remark?.note ?? ""];
  const text = said.join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What there is to choose from, each once, by name. */
export interface FilterChoices {
  readonly strategies: readonly Choice[];
  readonly datasets: readonly Choice[];
  readonly tags: readonly Choice[];
}

/** @param runs - the last started first: what was renamed has its newest name */
export function filterChoices(runs: readonly RunSummary[]): FilterChoices {
  const tags = runs.flatMap(({ remark }) => remark?.tags ?? []);
  return {
    strategies: choicesOf(
      runs,
      ({ strategyId }) => strategyId,
      ({ strategyName }) => strategyName,
    ),
    datasets: choicesOf(
      runs,
      ({ datasetId }) => datasetId,
      ({ datasetTitle }) => datasetTitle,
    ),
    tags: choicesOf(
      tags,
      (tag) => tag.toLowerCase(),
      (tag) => tag,
    ),
  };
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function choicesOf<T>(
  all: readonly T[],
  valueOf: (one: T) => string,
  labelOf: (one: T) => string,
): readonly Choice[] {
  const labels = new Map<string, string>();
  for (const one of all) if (!labels.has(valueOf(one))) labels.set(valueOf(one), labelOf(one));
  return Array.from(labels, ([value, label]) => ({ value, label })).toSorted((a, b) =>
    collator.compare(a.label, b.label),
  );
}
