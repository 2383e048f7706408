/**
 * Runs moved to another calendar (fast-check): what is drawn on days that follow each other comes to lie on working days, in
 * weeks or in months, so that its bars are of another length and its years of another number of sessions.
 */
import * as fc from "fast-check";
import { formatIsoDay, parseIsoDay, toEpochDay } from "#workers/model/day.ts";
import type { Flow } from "#workers/model/flow.ts";
import type { Market } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { dayOf } from "./market-builder.ts";
import { smallRuns } from "./random-market.ts";
import type { RandomRun } from "./random-market.ts";

interface OneRun {
  readonly market: Market;
  readonly strategy: Strategy;
}

interface ManyRuns {
  readonly market: Market;
  readonly strategies: readonly Strategy[];
}

/** The day in place of another; of two days in their order. */
type Calendar = (day: number) => number;

/** A Monday, near which the markets drawn begin. */
const BASE = toEpochDay(2019, 12, 30);

/** The end of strategies that have none, which no market drawn reaches. */
const NO_END = "2039-12-31";

const CALENDARS: readonly Calendar[] = [
  (day) => BASE + 7 * Math.floor((day - BASE) / 5) + modulo(day - BASE, 5),
  (day) => BASE + 4 + 7 * (day - BASE),
  (day) => toEpochDay(2020 + Math.floor((day - BASE) / 12), 1 + modulo(day - BASE, 12), 1),
];

function modulo(dividend: number, divisor: number): number {
  return ((dividend % divisor) + divisor) % divisor;
}

const calendars = fc.constantFrom(...CALENDARS);

/** Those of smallRuns(). */
export function movedRuns(): fc.Arbitrary<RandomRun> {
  return fc.record({ run: smallRuns(), calendar: calendars }).map(({ run, calendar }) => ({
    strategy: strategyOn(run.strategy, calendar),
    series: run.series.map(({ bars, ...rest }) => ({
      ...rest,
      bars: bars.map(([when, ...prices]) => [formatIsoDay(calendar(dayOf(when))), ...prices]),
    })),
  }));
}

/** Runs of which each has its own market. */
export function movedOnes(runs: fc.Arbitrary<OneRun>): fc.Arbitrary<OneRun> {
  return fc.tuple(runs, calendars).map(([{ market, strategy }, calendar]) => ({
    market: marketOn(market, calendar),
    strategy: strategyOn(strategy, calendar),
  }));
}

/** Runs of which several have one market. */
export function movedMany(runs: fc.Arbitrary<ManyRuns>): fc.Arbitrary<ManyRuns> {
  return fc.tuple(runs, calendars).map(([{ market, strategies }, calendar]) => ({
    market: marketOn(market, calendar),
    strategies: strategies.map((strategy) => strategyOn(strategy, calendar)),
  }));
}

/** With its facts and signals. */
function marketOn(market: Market, calendar: Calendar): Market {
  const moved = (days: Int32Array) => days.map((day) => calendar(day));
  const facts = market.facts?.map((fact) => Object.assign({}, fact, { day: moved(fact.day) }));
  return { ...market, day: moved(market.day), ...(facts && { facts }) };
}

/** With its dates where the same sessions lie. */
function strategyOn(strategy: Strategy, calendar: Calendar): Strategy {
  const { startDate, endDate, flows } = strategy.simulation;
  const on = (date: string) => formatIsoDay(calendar(parseIsoDay(date) ?? 0));
  const flowOn = (flow: Flow): Flow => ({
    ...flow,
    ...(flow.from && { from: on(flow.from) }),
    ...(flow.to && { to: on(flow.to) }),
  });
  return {
    ...strategy,
    simulation: {
      ...strategy.simulation,
      startDate: on(startDate),
      endDate: endDate < NO_END ? on(endDate) : endDate,
      ...(flows && { flows: flows.map(flowOn) }),
    },
  };
}
