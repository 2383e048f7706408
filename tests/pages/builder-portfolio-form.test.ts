/** Weights, money in and out and what idle money earns in the builder's form: what is typed there, and what it means. */
import { describe, expect, it } from "vitest";
import {
  formSchema,
  readDraftValues,
  toFormValues,
  toPreviewOutcome,
} from "#src/pages/builder/form-values.ts";
import type { FormValues } from "#src/pages/builder/form-values.ts";
import { usesInForm } from "#src/pages/builder/number-uses.ts";
import { namesOf } from "#src/pages/builder/dataset-names.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { portfolioStrategy, strategyOf } from "#tests/support/strategy-of.ts";

function formOf(strategy: Strategy): FormValues {
  return toFormValues(strategy, "demo", "INR");
}

/** What the form means after its simulation has other values. */
function strategyAfter(values: FormValues, simulation: Partial<FormValues["simulation"]>): Strategy {
  return formSchema.parse({ ...values, simulation: { ...values.simulation, ...simulation } }).strategy;
}

describe("a portfolio in the form", () => {
  it("is the same strategy again", () => {
    expect(formSchema.parse(formOf(portfolioStrategy)).strategy).toEqual(portfolioStrategy);
  });

  it("keeps what it has while other things are changed", () => {
    const after = strategyAfter(formOf(portfolioStrategy), { startMargin: "5000", scheduleDay: "7" });
    const { simulation } = portfolioStrategy;
    expect(after).toEqual({
      ...portfolioStrategy,
      simulation: { ...simulation, startMargin: 5000, scheduleDay: 7 },
    });
  });

  it("loses its weights, and nothing else, where positions are sized otherwise", () => {
    const after = strategyAfter(formOf(portfolioStrategy), { positionSizing: "equal-weight" });
    const { flows, cash, riskFree, fillAt, schedule, scheduleDay } = portfolioStrategy.simulation;
    expect(after.simulation).toEqual({
      ...strategyOf({ simulation: { schedule, scheduleDay, flows, cash, riskFree, fillAt } }).simulation,
    });
    expect(after.scanner.exchanges).toEqual(["NSE", "BSE"]);
  });

  it("has no day of a schedule that is neither of buys nor of setting back", () => {
    const form = formOf(portfolioStrategy);
    const daily = strategyAfter(form, { schedule: "daily" });
    expect(daily.simulation.scheduleDay).toBe(2); // it is set back each month
    const slots = strategyAfter(form, { schedule: "daily", positionSizing: "equal-weight" });
    expect(slots.simulation.scheduleDay).toBeUndefined();
  });

  it("is of all its exchanges until another one is chosen", () => {
    const form = formOf(portfolioStrategy);
    const exchangesOn = (exchange: string) =>
      formSchema.parse({ ...form, scanner: { ...form.scanner, exchange } }).strategy.scanner.exchanges;
    expect(exchangesOn("BSE")).toEqual(["NSE", "BSE"]);
    expect(exchangesOn("NYSE")).toBeUndefined();
  });

  it("says a limit where its field is", () => {
    const form = formOf(portfolioStrategy);
    const day = formSchema.safeParse({ ...form, simulation: { ...form.simulation, scheduleDay: "21" } });
    expect(day.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["simulation.scheduleDay", "Day of the schedule must be whole, 1 to 20."],
    ]);
  });

  it("says what is wrong with a row at its field", () => {
    const form = formOf(portfolioStrategy);
    const simulation = structuredClone(form.simulation);
    simulation.weights.push({ symbol: "", weight: "5" }, { symbol: "TIDE", weight: "5" });
    simulation.rebalanceBand = { points: "0", percent: "" };
    simulation.flows = [
      { ...flow, amount: "0" },
      { ...flow, amount: "ten" },
      { ...flow, growPercent: "200" },
      { ...flow, every: "once" },
      { ...flow, direction: "out", unit: "percent", percent: "120" },
    ];
    simulation.cash = { ...simulation.cash, price: " " };
    const read = formSchema.safeParse({ ...form, simulation });
    expect(read.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["simulation.weights.2.symbol", "Choose a symbol."],
      ["simulation.weights.3.symbol", "TIDE stands in a row above: take one of them out."],
      ["simulation.rebalanceBand.points", "The distance in points must be above 0, at most 100, or null."],
      ["simulation.flows.0.amount", "The amount must be a number above 0."],
      ["simulation.flows.1.amount", '"ten" is not a number.'],
      ["simulation.flows.2.growPercent", "The growth must be -50 to 100."],
      ["simulation.flows.3.from", "Choose the day."],
      ["simulation.flows.4.percent", "The percent must be above 0, at most 100."],
      ["simulation.cash.price", "Choose a series of the data."],
    ]);
  });

  it("asks for a risk-free rate of its own only where idle money is not that rate", () => {
    const form = formOf(portfolioStrategy);
    const typed = { ...form.simulation, riskFreePercent: "4" };
    expect(strategyAfter(form, typed).simulation).toMatchObject({ riskFree: "cash", riskFreePercent: 0 });
    const idle = { ...typed, cash: { ...typed.cash, earns: "nothing" as const } };
    const { riskFree, riskFreePercent, cash } = strategyAfter(form, idle).simulation;
    expect([riskFree, riskFreePercent, cash]).toEqual([undefined, 4, undefined]);
  });

  it("is counted by its weights, where they can be read", () => {
    const names = namesOf(null, []);
    const counted = toPreviewOutcome(formOf(portfolioStrategy), [], names)?.strategy;
    const { weight, weights } = portfolioStrategy.simulation;
    expect(counted?.simulation).toMatchObject({ positionSizing: "weights", weight, weights });
    expect(counted?.simulation.flows).toBeUndefined();
    expect(counted?.scanner.exchanges).toEqual(["NSE", "BSE"]);
    const unread = strategyOf({ simulation: { positionSizing: "weights", weight: "1 +" } });
    const half = formOf(portfolioStrategy);
    half.simulation.weights.push({ symbol: "", weight: "" });
    expect(toPreviewOutcome(half, [], names)?.strategy.simulation.weights).toEqual(weights);
    const other = toPreviewOutcome(formOf(unread), [], names)?.strategy;
    expect(other?.simulation.positionSizing).toBe("equal-weight");
    expect(other?.simulation.weight).toBeUndefined();
  });

  it("uses numbers of a person's own in its weights", () => {
    const strategy = strategyOf({
      simulation: { positionSizing: "weights", weights: [{ symbol: "A", weight: "myScore * 2" }] },
    });
    expect(usesInForm(formOf(strategy)).get("myscore")).toEqual(["the size of positions"]);
    const form = formOf(strategy);
    const slots = { ...form, simulation: { ...form.simulation, positionSizing: "equal-weight" } };
    expect(usesInForm(slots).size).toBe(0);
  });
});

describe("a draft", () => {
  it("of before the form had fields for them has those of the strategy", () => {
    const saved = formOf(portfolioStrategy);
    const older = { ...saved, scanner: without(saved.scanner), simulation: without(saved.simulation) };
    expect(readDraftValues(older, saved)).toEqual(saved);
  });

  it("that kept them as a text has those of the text", () => {
    const saved = formOf(strategyOf({}));
    const { simulation, scanner } = formOf(portfolioStrategy);
    const of = portfolioStrategy.simulation;
    const kept = JSON.stringify({
      "scanner.exchanges": portfolioStrategy.scanner.exchanges,
      "simulation.weight": of.weight,
      "simulation.weights": of.weights,
      "simulation.weightsAre": of.weightsAre,
      "simulation.rebalance": of.rebalance,
      "simulation.rebalanceBand": of.rebalanceBand,
      "simulation.flows": of.flows,
      "simulation.cash": of.cash,
      "simulation.riskFree": of.riskFree,
    });
    const older = { ...saved, scanner: without(scanner), simulation: without(simulation) };
    const read = readDraftValues({ ...older, kept }, saved);
    expect(read?.simulation).toEqual(simulation);
    expect(read?.scanner.exchanges).toEqual(["NSE", "BSE"]);
  });

  it("whose rows are something else is not read", () => {
    const saved = formOf(portfolioStrategy);
    const broken = { ...saved.simulation, weights: [{ symbol: 5 }] };
    expect(readDraftValues({ ...saved, simulation: broken }, saved)).toBeNull();
  });
});

const LATER = new Set([
  "weight",
  "weights",
  "weightsAre",
  "rebalance",
  "rebalanceBand",
  "flows",
  "cash",
  "riskFree",
  "exchanges",
]);

/** A section of a draft of before there were fields for these. */
function without(section: object): object {
  return Object.fromEntries(Object.entries(section).filter(([name]) => !LATER.has(name)));
}

const flow: FormValues["simulation"]["flows"][number] = {
  direction: "in",
  unit: "money",
  amount: "10,000",
  percent: "",
  every: "monthly",
  from: "",
  to: "",
  growPercent: "",
  growBy: "",
};
