/**
 * Of the largest gains of runs: whether what the fields said at the decisions that bought them hangs on later bars. Asked again are
 * the bought instrument, those whose numbers the rules ask elsewhere, and those with which its number is compared: their later bars
 * may have chosen it just as well.
 */
import { parseIsoDay } from "#workers/model/day.ts";
import { daysOf } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Position } from "#workers/model/report.ts";
import { partsOf } from "#workers/rules/expression.ts";
import type { Expression } from "#workers/rules/expression.ts";
import { usedExpressions } from "#workers/rules/strategy-rules.ts";
import type { StrategyRules } from "#workers/rules/strategy-rules.ts";
import { checkCuts } from "./check-field.ts";
import type { CheckedField, Cut } from "./check-field.ts";
import { fieldProblem } from "./field-problem.ts";
import type { PlacedField } from "./fields-in-use.ts";
import { firstFault } from "./first-fault.ts";
import type { KeptField } from "./kept-fields.ts";
import type { BarsGround } from "./room-bars.ts";
import type { OpenRoom } from "./room.ts";

/** A position, and what it has brought. */
export type Gain = Pick<Position, "instrument" | "entryDate" | "profit">;

const GAINS_CHECKED = 24;
/**
 * So many times the bars of all instruments are asked again for those that are compared, for the largest gains first: for a run with
 * a report, and once for all the runs of a field without one, since a search has thousands.
 */
const COMPARED_ROUNDS = 4;

interface GainField extends PlacedField {
  readonly kept: KeptField;
  readonly checked: CheckedField;
}

interface GainGround {
  readonly market: Market;
  /** Whose numbers `market` and `of` ask for. */
  readonly elsewhere: readonly number[];
  /** Names of the fields of which the rules compare instruments, in lower case. */
  readonly compared: ReadonlySet<string>;
  /** All that the run may ask. */
  readonly instruments: readonly number[];
  readonly openRoom: OpenRoom;
}

/** Of a run with a report. Nothing is asked twice. The first fault is the problem; one that was found before is told without asking. */
export async function checkGains(
  positions: readonly Gain[],
  worked: readonly GainField[],
  ground: GainGround,
): Promise<Result<null>> {
  let left = COMPARED_ROUNDS * barsOfAll(ground);
  const mayAsk = (_: KeptField, cuts: readonly Cut[]) =>
    left > 0 && (left -= cuts.reduce((sum, { bars }) => sum + bars, 0)) >= 0;
  return checkLargest(largestOf(positions), worked, ground, mayAsk);
}

/** Of runs without a report. @param runs - what each of them bought */
export async function checkGainsOfAll(
  runs: readonly (readonly Gain[])[],
  worked: readonly GainField[],
  ground: GainGround,
): Promise<Result<null>> {
  const gains = new Map<string, Gain>(); // runs that share an entry share what decided it
  for (const gain of runs.flatMap(largestOf)) {
    const key = `${gain.instrument} ${gain.entryDate}`;
    if (gain.profit > (gains.get(key)?.profit ?? 0)) gains.set(key, gain);
  }
  const most = COMPARED_ROUNDS * barsOfAll(ground);
  const mayAsk = (kept: KeptField, cuts: readonly Cut[]) => {
    const open = cuts.filter((cut) => !kept.decisions.has(keyOf(cut)));
    if (kept.comparedBars >= most) return open.length === 0;
    kept.comparedBars += open.reduce((sum, { bars }) => sum + bars, 0);
    return kept.comparedBars <= most;
  };
  return checkLargest(byProfit([...gains.values()]), worked, ground, mayAsk);
}

function largestOf(positions: readonly Gain[]): readonly Gain[] {
  return byProfit(positions.filter(({ profit }) => profit > 0)).slice(0, GAINS_CHECKED);
}

function byProfit(gains: readonly Gain[]): Gain[] {
  return gains.toSorted((a, b) => b.profit - a.profit);
}

function barsOfAll({ market, instruments }: GainGround): number {
  return instruments.reduce((sum, instrument) => sum + barsOf(market, instrument), 0);
}

function barsOf({ barOffset }: Market, instrument: number): number {
  return (barOffset[instrument + 1] ?? 0) - (barOffset[instrument] ?? 0);
}

/** Whether those with which a bought instrument is compared may be asked, too. */
type MayAsk = (kept: KeptField, cuts: readonly Cut[]) => boolean;

async function checkLargest(
  largest: readonly Gain[],
  worked: readonly GainField[],
  ground: GainGround,
  mayAsk: MayAsk,
): Promise<Result<null>> {
  const { openRoom, compared, instruments } = ground;
  const found = await firstFault(worked, async ({ field, at, checked, kept }): Promise<Problem | null> => {
    const others = compared.has(field.name.toLowerCase()) ? instruments : [];
    const decisions = decisionsOf(largest, ground, others, (cuts) => mayAsk(kept, cuts));
    const known = decisions.flat().map((cut) => kept.decisions.get(keyOf(cut)));
    const fault =
      known.find((one) => one) ??
      (await firstFault(decisions, async (cuts) => {
        const open = cuts.filter((cut) => !kept.decisions.has(keyOf(cut)));
        const late = await checkCuts(checked, open, openRoom);
        for (const cut of open) {
          const isOfIt =
            late?.code === "code-looks-ahead" && late.symbol === checked.symbolOf(cut.instrument);
          if (late === null || isOfIt) kept.decisions.set(keyOf(cut), late);
        }
        return late;
      }));
    return fault && fieldProblem(field, at, fault);
  });
  return found === null ? ok(null) : err(found);
}

function keyOf({ instrument, bars }: Cut): string {
  return `${instrument} ${bars}`;
}

/** Instruments whose numbers `market` and `of` ask for: those in whose brackets a field of these names stands. */
export function askedElsewhere(
  rules: StrategyRules,
  names: ReadonlySet<string>,
  { market, benchmark }: Pick<BarsGround, "market" | "benchmark">,
): number[] {
  const isField = (part: Expression) => part.op === "fact" && names.has(part.name);
  return usedExpressions(rules).flatMap(({ expression }) =>
    partsOf(expression).flatMap((part) => {
      if (part.op !== "elsewhere" || !partsOf(part.of).some(isField)) return [];
      const { symbol } = part;
      const found =
        symbol === null ? benchmark : market.instruments.findIndex((each) => each.symbol === symbol);
      return found === null || found < 0 ? [] : [found];
    }),
  );
}

/** Names, in lower case, of what is compared between instruments: by rank and breadth, by the order of buying, and by weights. */
export function namesCompared(rules: StrategyRules): string[] {
  const around = usedExpressions(rules).flatMap(({ expression }) =>
    partsOf(expression).filter(({ op }) => op === "rank" || op === "breadth"),
  );
  const { sortBy, weight, weights } = rules;
  const numbers = [sortBy, weight, ...weights].flatMap((number) => (number ? [number.expression] : []));
  return [...around, ...numbers].flatMap((whole) =>
    partsOf(whole).flatMap((part) => (part.op === "fact" ? [part.name] : [])),
  );
}

/**
 * The bars before each gain was bought, in groups of which each has a room of its own: the bought instrument's, those of each that
 * is asked elsewhere and, while they are not too many, those of all others.
 */
function decisionsOf(
  gains: readonly Gain[],
  { market, elsewhere }: GainGround,
  others: readonly number[],
  mayAsk: (cuts: readonly Cut[]) => boolean,
): Cut[][] {
  const around: Cut[][] = [];
  const own = gains.flatMap(({ instrument, entryDate }) => {
    const entry = parseIsoDay(entryDate) ?? 0;
    const cutAt = (place: number): Cut => ({
      instrument: place,
      bars: barsBefore(entry, daysOf(market, place)),
    });
    const bought = market.instruments.findIndex(({ symbol }) => symbol === instrument);
    const cuts = others
      .filter((place) => place !== bought)
      .map(cutAt)
      .filter((cut) => cut.bars > 0 && cut.bars < barsOf(market, cut.instrument));
    if (mayAsk(cuts)) around.push(cuts);
    return [bought, ...elsewhere]
      .map(cutAt)
      .filter(({ bars }) => bars > 0)
      .map((cut) => [cut]);
  });
  return [...own, ...around];
}

function barsBefore(day: number, days: Int32Array): number {
  const bars = days.findIndex((each) => each >= day);
  return bars < 0 ? days.length : bars;
}
