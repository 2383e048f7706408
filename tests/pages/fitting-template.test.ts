/** Which template new data offers: one that it has everything for, and whose rules find enough days in it. */
import { expect, it } from "vitest";
import { ALL_TEMPLATES } from "#src/run/templates/all-templates.ts";
import { findFitting, fitTemplate } from "#src/run/templates/fit-template.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import type { FactName } from "#workers/model/reading.ts";

const prices: Dataset = {
  id: "mine",
  origin: "imported",
  title: "Mine",
  note: "",
  importedAt: 1,
  instruments: 40,
  bars: 4000,
  firstDate: "2011-01-03",
  lastDate: "2019-12-30",
  exchanges: ["NYSE"],
  defaults: null,
  instrumentTypes: ["EQUITY"],
  currencies: {},
  universes: null,
  frequency: null,
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
  {
    // the ten-month line trades a list of symbols, the trend template ranks
    title: "three shares: a trend, and no rank of three",
    change: { universes: [{ exchange: "NYSE", instrumentType: "EQUITY", instruments: 3, adjusted: 0 }] },
    name: "Turtle, system 1",
  },
])("$title", ({ change, name }) => {
  const found = fitting(change);
  expect(found?.card.name).toBe(name);
  expect(found?.lacks).toEqual([]);
  expect(found?.strategy.scanner.exchange).toBe("NYSE");
  expect(found?.strategy.simulation.startDate).toBe("2011-01-03");
});

it("tells what a template of ranks lacks where there are few shares, and has places for as many as there are", () => {
  const few = { exchange: "NYSE", instrumentType: "EQUITY", instruments: 3, adjusted: 0 };
  const choice = { dataset: { ...prices, universes: [few] }, exchange: "NYSE" };
  const byName = new Map(
    ALL_TEMPLATES.map((template) => [template.card.name, fitTemplate(template, choice)]),
  );
  expect(byName.get("12-1 momentum")?.lacks).toEqual([
    "It buys the best of many shares, and this data has 3 instruments. Import at least 20, or take a template of another kind, such as a trend.",
  ]);
  const cross = byName.get("Golden cross");
  expect(cross?.lacks).toEqual([]);
  expect(cross?.strategy.simulation).toMatchObject({ maxPositions: 3, priceBasis: "as-traded" });
});
