/** Names of what a backup brings beside what stays here: one that is taken gets a number, as in every list. */
import { demoMarket } from "../demo-market.ts";
import { freeName } from "../free-name.ts";
import type { DatasetRecord, StrategyRecord } from "../records.ts";
import { SAMPLE_STRATEGIES } from "../samples.ts";

/** What takes the place of one here, by its id, does not meet that one's name. */
export function strategiesApart(
  brought: readonly StrategyRecord[],
  here: readonly StrategyRecord[],
): StrategyRecord[] {
  const taken = new Set([...SAMPLE_STRATEGIES, ...staying(here, brought)].map(({ name }) => name));
  return brought.map((record) => {
    const name = freeName(record.name, taken);
    taken.add(name);
    return name === record.name
      ? record
      : Object.assign({}, record, { name, strategy: { ...record.strategy, name } });
  });
}

/** The same, with the titles of datasets. */
export function datasetsApart(
  brought: readonly DatasetRecord[],
  here: readonly DatasetRecord[],
): DatasetRecord[] {
  const taken = new Set([demoMarket, ...staying(here, brought)].map(({ title }) => title));
  return brought.map((record) => {
    const title = freeName(record.title, taken);
    taken.add(title);
    return title === record.title ? record : Object.assign({}, record, { title });
  });
}

function staying<T extends { readonly id: string }>(here: readonly T[], brought: readonly T[]): readonly T[] {
  const replaced = new Set(brought.map(({ id }) => id));
  return here.filter(({ id }) => !replaced.has(id));
}
