/** What rules see beyond the bars of the instrument in hand, each part of it worked out when it is first asked for, and once. */
import type { FactSeries } from "#workers/model/market.ts";
import type { NumberExpression, TruthExpression } from "#workers/rules/expression.ts";
import type { Verdicts } from "#workers/rules/function-entry.ts";
import type { Places, WriteTop } from "./cross-section.ts";
import { wordsFor } from "#workers/sessions/bits.ts";
import { dateNumbers } from "./date-numbers.ts";
import { makeEvaluator } from "./evaluate.ts";
import type { Loops, Surroundings } from "./evaluate.ts";
import type { InstrumentColumns } from "./instrument-columns.ts";

export interface AroundSources {
  readonly facts: readonly FactSeries[];
  /** EpochDay of each session of the run's calendar. */
  readonly sessionDay: Int32Array;
  /** Bars of the symbol's instrument; of the benchmark for null. Whoever asks has looked both up. */
  readonly seriesOf: (symbol: string | null) => InstrumentColumns;
  readonly across: AcrossUniverse;
  readonly loops: Loops;
  /** How many bars functions count as a year. */
  readonly sessionsOfYear: number;
}

/** What looks at all members of a universe. */
export interface AcrossUniverse {
  readonly placesOf: (expression: Extract<NumberExpression, { op: "rank" }>) => Places;
  /** The percent of members on which the rule holds, at each session. */
  readonly breadthOf: (rule: TruthExpression) => Float64Array;
  readonly topOf: (percent: number) => WriteTop;
}

export function makeSurroundings(sources: AroundSources): Surroundings {
  const { loops, sessionsOfYear, facts, sessionDay, seriesOf, across } = sources;
  const answers = new Map<string, unknown>();

  /** Worked out when it is first asked for. */
  function once<T>(key: string, workOut: () => T): T {
    if (!answers.has(key)) answers.set(key, workOut());
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each key is asked for by one function alone
    return answers.get(key) as T;
  }

  function elsewhere(symbol: string | null) {
    return once(`elsewhere ${JSON.stringify(symbol)}`, () => {
      const columns = seriesOf(symbol);
      return { columns, evaluator: makeEvaluator(columns, around) };
    });
  }

  const around: Surroundings = {
    loops,
    sessionsOfYear,
    facts: new Map(facts.map((series) => [series.name.toLowerCase(), series])),
    dates: (name) => once(`date ${name}`, () => dateNumbers(name, sessionDay)),
    rank: (expression) => once(expression.key, () => across.placesOf(expression)).write,
    breadth: (rule) => once(`breadth ${rule.key}`, () => across.breadthOf(rule)),
    top: (percent) => once(`top ${percent}`, () => across.topOf(percent)),
    numberElsewhere: (symbol, expression) =>
      once(`number ${JSON.stringify(symbol)} ${expression.key}`, () => {
        const { columns, evaluator } = elsewhere(symbol);
        const values = evaluator.numbers(expression)();
        return numbersAsOf(values, columns.days(), columns.bars, sessionDay);
      }),
    truthElsewhere: (symbol, expression): Verdicts =>
      once(`rule ${JSON.stringify(symbol)} ${expression.key}`, () => {
        const { columns, evaluator } = elsewhere(symbol);
        const found = evaluator.truths(expression)();
        return truthsAsOf(found, columns.days(), columns.bars, sessionDay);
      }),
  };
  return around;
}

/** Of market() and of(): the value as of the last bar on or before each session. @param days - EpochDay of each of the other instrument's bars, of which there are `bars` */
function numbersAsOf(
  values: Float64Array,
  days: Int32Array,
  bars: number,
  sessionDay: Int32Array,
): Float64Array {
  const found = new Float64Array(sessionDay.length).fill(NaN);
  let last = -1;
  for (let session = 0; session < sessionDay.length; session++) {
    while (last + 1 < bars && days[last + 1] <= sessionDay[session]) last++;
    if (last >= 0) found[session] = values[last];
  }
  return found;
}

/** A rule's verdicts as of each session, found as numbersAsOf finds numbers. */
function truthsAsOf({ yes, no }: Verdicts, days: Int32Array, bars: number, sessionDay: Int32Array): Verdicts {
  const found = {
    yes: new Int32Array(wordsFor(sessionDay.length)),
    no: new Int32Array(wordsFor(sessionDay.length)),
  };
  let last = -1;
  for (let session = 0; session < sessionDay.length; session++) {
    while (last + 1 < bars && days[last + 1] <= sessionDay[session]) last++;
    if (last < 0) continue;
    found.yes[session >> 5] |= ((yes[last >> 5] >>> (last & 31)) & 1) << (session & 31);
    found.no[session >> 5] |= ((no[last >> 5] >>> (last & 31)) & 1) << (session & 31);
  }
  return found;
}
