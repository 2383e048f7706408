/**
 * Plausible mistakes, each as wrong values in place of what a module exports: a function that gives something else, another
 * number. The source text is never looked at, so a line may be rewritten as long as its function means the same.
 */
import type * as Day from "#workers/model/day.ts";
import type * as BarLength from "#workers/model/bar-length.ts";
import type * as Benchmark from "#workers/engine/benchmark.ts";
import type * as BenchmarkCurve from "#workers/figures/benchmark-curve.ts";
import type * as Bits from "#workers/sessions/bits.ts";
import type * as Calendar from "#workers/sessions/calendar.ts";
import type * as Candidates from "#workers/engine/candidates.ts";
import type * as ColumnArithmetic from "#workers/engine/column-arithmetic.ts";
import type * as CompareColumns from "#workers/engine/compare-columns.ts";
import type * as Conditions from "#workers/engine/conditions.ts";
import type * as CoolDown from "#workers/engine/cool-down.ts";
import type * as CrossSection from "#workers/engine/cross-section.ts";
import type * as Drawdown from "#workers/figures/drawdown.ts";
import type * as Exits from "#workers/engine/exits.ts";
import type * as Forgive from "#workers/model/forgive.ts";
import type * as Ledger from "#workers/engine/ledger.ts";
import type * as OrderList from "#workers/engine/order-list.ts";
import type * as Orders from "#workers/engine/orders.ts";
import type * as Plan from "#workers/engine/plan.ts";
import type * as PriceBasis from "#workers/engine/price-basis.ts";
import type * as Priority from "#workers/engine/priority.ts";
import type * as Simulate from "#workers/engine/simulate.ts";
import type * as Sizing from "#workers/engine/sizing.ts";
import type * as Statistics from "#workers/figures/statistics.ts";
import type * as CapTop from "#workers/shortcuts/cap-top.ts";
import type * as UnaffordableCount from "#workers/shortcuts/count-unaffordable.ts";
import type * as UnaffordableShares from "#workers/shortcuts/unaffordable.ts";
import type * as MeanGrowth from "#workers/shortcuts/mean-growth.ts";
import type * as FastFacts from "#workers/shortcuts/fast-facts.ts";
import type * as Shortlist from "#workers/shortcuts/shortlist.ts";
import type * as Zones from "#workers/shortcuts/zones.ts";
import type * as Averages from "#workers/rules/functions/averages.ts";
import type * as FixedFields from "#workers/rules/fixed-fields.ts";

/** Modules in which mistakes are made, by their place in workers/. */
interface Modules {
  readonly "model/bar-length.ts": typeof BarLength;
  readonly "model/day.ts": typeof Day;
  readonly "engine/benchmark.ts": typeof Benchmark;
  readonly "figures/benchmark-curve.ts": typeof BenchmarkCurve;
  readonly "sessions/bits.ts": typeof Bits;
  readonly "sessions/calendar.ts": typeof Calendar;
  readonly "engine/candidates.ts": typeof Candidates;
  readonly "engine/column-arithmetic.ts": typeof ColumnArithmetic;
  readonly "engine/compare-columns.ts": typeof CompareColumns;
  readonly "engine/conditions.ts": typeof Conditions;
  readonly "engine/cool-down.ts": typeof CoolDown;
  readonly "engine/cross-section.ts": typeof CrossSection;
  readonly "figures/drawdown.ts": typeof Drawdown;
  readonly "engine/exits.ts": typeof Exits;
  readonly "model/forgive.ts": typeof Forgive;
  readonly "engine/ledger.ts": typeof Ledger;
  readonly "engine/order-list.ts": typeof OrderList;
  readonly "engine/orders.ts": typeof Orders;
  readonly "engine/plan.ts": typeof Plan;
  readonly "engine/price-basis.ts": typeof PriceBasis;
  readonly "engine/priority.ts": typeof Priority;
  readonly "engine/simulate.ts": typeof Simulate;
  readonly "engine/sizing.ts": typeof Sizing;
  readonly "figures/statistics.ts": typeof Statistics;
  readonly "rules/functions/averages.ts": typeof Averages;
  readonly "rules/fixed-fields.ts": typeof FixedFields;
  readonly "shortcuts/cap-top.ts": typeof CapTop;
  readonly "shortcuts/count-unaffordable.ts": typeof UnaffordableCount;
  readonly "shortcuts/unaffordable.ts": typeof UnaffordableShares;
  readonly "shortcuts/mean-growth.ts": typeof MeanGrowth;
  readonly "shortcuts/fast-facts.ts": typeof FastFacts;
  readonly "shortcuts/shortlist.ts": typeof Shortlist;
  readonly "shortcuts/zones.ts": typeof Zones;
}

export interface Mutant {
  /** The mistake, as a sentence. */
  readonly name: string;
  readonly module: string;
  /** Gives the wrong exports. @param own - the module's own ones */
  readonly wrong: (own: object) => object;
  /** True where it looks ahead, which the causality law must see by itself. */
  readonly peeks: boolean;
}

export function mistake<Place extends keyof Modules>(
  name: string,
  module: Place,
  wrong: (own: Modules[Place]) => Partial<Modules[Place]>,
): Mutant {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- load-mutant.ts hands over this very module
  return { name, module, wrong: (own) => wrong(own as Modules[Place]), peeks: false };
}

export function peek<Place extends keyof Modules>(
  name: string,
  module: Place,
  wrong: (own: Modules[Place]) => Partial<Modules[Place]>,
): Mutant {
  return { ...mistake(name, module, wrong), peeks: true };
}
