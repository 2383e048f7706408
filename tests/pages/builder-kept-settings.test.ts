/** What the builder's form has no field for: it stays with the strategy for as long as what it belongs to is chosen. */
import { describe, expect, it } from "vitest";
import {
  formSchema,
  readDraftValues,
  toFormValues,
  toPreviewOutcome,
} from "#src/pages/builder/form-values.ts";
import type { FormValues } from "#src/pages/builder/form-values.ts";
import { usesInForm } from "#src/pages/builder/number-uses.ts";
import { hasWeights, keptText } from "#src/pages/builder/kept-settings.ts";
import { namesOf } from "#src/pages/builder/dataset-names.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
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
    const rate = formSchema.safeParse({ ...form, simulation: { ...form.simulation, riskFreePercent: "4" } });
    expect(rate.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["simulation.riskFreePercent", "Risk-free rate must be 0 where riskFree is cash."],
    ]);
  });

  it("is counted by its weights, where they can be read", () => {
    const names = namesOf(null, []);
    const counted = toPreviewOutcome(formOf(portfolioStrategy), [], names)?.strategy;
    const { weight, weights } = portfolioStrategy.simulation;
    expect(counted?.simulation).toMatchObject({ positionSizing: "weights", weight, weights });
    expect(counted?.simulation.flows).toBeUndefined();
    expect(counted?.scanner.exchanges).toEqual(["NSE", "BSE"]);
    const unread = strategyOf({ simulation: { positionSizing: "weights", weight: "1 +" } });
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
  it("of before the form kept them has those of the strategy", () => {
    const saved = formOf(portfolioStrategy);
    const { kept: _later, ...older } = saved;
    expect(readDraftValues(older, saved)).toEqual(saved);
  });

  it("with something else in their place is not read", () => {
    const saved = formOf(portfolioStrategy);
    for (const kept of ["{", "[]", '{"simulation.startMargin":5}'])
      expect(readDraftValues({ ...saved, kept }, saved)).toBeNull();
  });
});

it("has nothing to keep of a strategy without a portfolio", () => {
  expect(keptText(defaultStrategy)).toBe("");
  expect([keptText(portfolioStrategy), ""].map(hasWeights)).toEqual([true, false]);
});
