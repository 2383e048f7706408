/** Which template new data offers: one that it has everything for, and whose rules find enough days in it. */
import { expect, it } from "vitest";
import { ALL_TEMPLATES } from "#src/run/templates/all-templates.ts";
import { findFitting } from "#src/run/templates/fit-template.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import type { FactName } from "#workers/model/reading.ts";

const prices: Dataset = {
  id: "mine",
  origin: "imported",
  title: "Mine",
  note: "",
  importedAt: 1,
  instruments: 2,
  bars: 4000,
  firstDate: "2011-01-03",
  lastDate: "2019-12-30",
  exchanges: ["NYSE"],
  defaults: null,
  instrumentTypes: ["EQUITY"],
  currencies: {},
  universes: null,
  bytes: 100,
  notes: null,
  damage: null,
  columnsId: "mine",
  sources: [],
  indices: [],
  benchmark: null,
  factsAsOf: null,
  factNames: [],
  splits: [],
  appliedSplits: [],
};

function fitting(change: Partial<Dataset>, exchange = "NYSE") {
  return findFitting(ALL_TEMPLATES, { dataset: { ...prices, ...change }, exchange });
}

const facts = (...names: readonly string[]): readonly FactName[] =>
  names.map((name) => ({ name, kind: "fact" }));

it.each([
  { title: "prices alone: the first that needs no more", change: {}, name: "12-1 momentum" },
  {
    title: "facts: the one that asks for them",
    change: { factNames: facts("currentRatio", "PB", "pe") },
    name: "Defensive value",
  },
  {
    title: "facts of which one is missing: none that asks for it",
    change: { factNames: facts("pb", "pe") },
    name: "12-1 momentum",
  },
  // day >= 26 looks no bar back
  {
    title: "two days: one that looks no further back",
    change: { lastDate: "2011-01-05" },
    name: "Turn of the month",
  },
])("$title", ({ change, name }) => {
  const found = fitting(change);
  expect(found?.card.name).toBe(name);
  expect(found?.lacks).toEqual([]);
  expect(found?.strategy.scanner.exchange).toBe("NYSE");
  expect(found?.strategy.simulation.startDate).toBe("2011-01-03");
});
