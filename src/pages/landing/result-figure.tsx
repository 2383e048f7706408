import type { ReactElement } from "react";
import { formatDayRange } from "#src/format/day.ts";
import { formatMoney, formatMoneyCompact } from "#src/format/money.ts";
import { formatCount, formatPercent, formatPercentSetting } from "#src/format/number.ts";
import page from "#src/ui/page.module.css";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import text from "./demo-result.json?raw";
import styles from "./result-figure.module.css";

/** The file, which `npm run landing` writes from a run, and a test holds to one. */
interface Figures {
  readonly currency: string;
  readonly benchmark: string;
  /** ISO days. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** Cost in percent of what is bought and sold, each side. */
  readonly costPercent: number;
  readonly trades: number;
  readonly startValue: number;
  /** The verdict as a result says it: verdict.ts. */
  readonly verdict: string;
  readonly strategy: Outcome;
  readonly market: Outcome;
  readonly average: Outcome;
  readonly strategyMonthEnds: ValuesByYear;
  readonly marketMonthEnds: ValuesByYear;
}

/** CAGR and drawdown in percent. */
interface Outcome {
  readonly endValue: number;
  readonly cagr: number;
  readonly maxDrawdown: number;
}

/** A year's values in one text. */
type ValuesByYear = Readonly<Record<string, string>>;

/** Account values at the ends of the months, the first and last month as far as they go. */
interface MonthEnds {
  readonly firstYear: number;
  readonly values: readonly number[];
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file is ours, and a test holds it
const figures = JSON.parse(text) as Figures;

const demoResult = {
  ...figures,
  strategyMonthEnds: readMonthEnds(figures.strategyMonthEnds),
  marketMonthEnds: readMonthEnds(figures.marketMonthEnds),
};

function readMonthEnds(byYear: ValuesByYear): MonthEnds {
  const values = Object.values(byYear).flatMap((year) => year.split(" ").map(Number));
  return { firstYear: Math.min(...Object.keys(byYear).map(Number)), values };
}

const WIDTH = 600;
const HEIGHT = 240;
/** Rupees; the scale is logarithmic, so that equal growth is equally high. */
const LEVELS = [100_000, 200_000, 500_000, 1_000_000, 2_000_000];
const LOWEST = 60_000;
const HIGHEST = 5_000_000;
const YEARS_APART = 5;

const { strategy, market, currency } = demoResult;

/** A real result as a picture with its figures, and where it comes from. */
export function ResultFigure(): ReactElement {
  return (
    <figure className={styles["figure"]}>
      <Curves />
      <p>
        <strong>{demoResult.verdict}</strong>
      </p>
      <dl className={styles["metrics"]}>
        <Metric
          name={`${formatMoney(demoResult.startValue, currency, 0)} became`}
          of={({ endValue }) => formatMoney(endValue, currency, 0)}
        />
        <Metric name="CAGR" of={({ cagr }) => formatPercent(cagr, 1)} />
        <Metric name="Max drawdown" of={({ maxDrawdown }) => formatPercent(maxDrawdown, 1)} />
      </dl>
      <figcaption className={page["soft"]}>
        The built-in strategy on the demo market, an invented one: {formatCount(demoResult.trades)} trades,{" "}
        {formatDayRange(demoResult.firstDay, demoResult.lastDay)}, on adjusted prices and after costs of{" "}
        {formatPercentSetting(demoResult.costPercent)} a side. Dividends count for the strategy; the index has
        none. Run it yourself for the same figures.
      </figcaption>
    </figure>
  );
}

function Curves(): ReactElement {
  const { strategyMonthEnds: own, marketMonthEnds: index } = demoResult;
  return (
    <div className={styles["chart"]}>
      <p className={styles["legend"]} aria-hidden="true">
        <span className={styles["ownKey"]}>Strategy</span>
        <span className={styles["marketKey"]}>{demoResult.benchmark}, the market's index</span>
      </p>
      <VisuallyHidden>
        Account growth of the strategy and of its index, month by month; in the end{" "}
        {formatMoney(strategy.endValue, currency, 0)} against {formatMoney(market.endValue, currency, 0)}.
      </VisuallyHidden>
      <div className={styles["plot"]}>
        <svg
          className={styles["drawing"]}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          {LEVELS.map((level) => (
            <path key={level} className={styles["level"]} d={`M0 ${heightOf(level)}H${WIDTH}`} />
          ))}
          <path className={styles["water"]} d={`M${toPath(own)}V${HEIGHT}H0z`} />
          <path className={styles["market"]} d={`M${toPath(index)}`} />
          <path className={styles["own"]} d={`M${toPath(own)}`} />
        </svg>
        {LEVELS.map((level) => (
          <span
            key={level}
            className={styles["levelName"]}
            aria-hidden="true"
            style={{ top: `${(100 * heightOf(level)) / HEIGHT}%` }}
          >
            {formatMoneyCompact(level, currency)}
          </span>
        ))}
      </div>
      <div className={styles["years"]} aria-hidden="true">
        {yearMarks(own).map(({ year, share }) => (
          <span key={year} className={styles["year"]} style={{ left: `${100 * share}%` }}>
            {year}
          </span>
        ))}
      </div>
    </div>
  );
}

interface MetricProps {
  readonly name: string;
  readonly of: (outcome: Outcome) => string;
}

function Metric({ name, of }: MetricProps): ReactElement {
  return (
    <div>
      <dt className={page["soft"]}>{name}</dt>
      <dd className={styles["value"]}>{of(strategy)}</dd>
      <dd className={page["soft"]}>index {of(market)}</dd>
      <dd className={page["soft"]}>average share {of(demoResult.average)}</dd>
    </div>
  );
}

function heightOf(value: number): number {
  const share = Math.log(value / LOWEST) / Math.log(HIGHEST / LOWEST);
  return Math.round(10 * HEIGHT * (1 - share)) / 10;
}

function toPath({ values }: MonthEnds): string {
  const step = WIDTH / (values.length - 1);
  return values.map((value, month) => `${(month * step).toFixed(1)} ${heightOf(value)}`).join(" ");
}

function yearMarks({ firstYear, values }: MonthEnds): { year: number; share: number }[] {
  const years = Math.ceil(values.length / 12);
  const marks = Array.from({ length: Math.ceil(years / YEARS_APART) }, (_, at) => at * YEARS_APART);
  return marks.map((after) => ({ year: firstYear + after, share: (after * 12) / (values.length - 1) }));
}
