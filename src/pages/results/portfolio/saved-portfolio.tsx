/** What a saved file has of a portfolio: its money, what was held, and each day on which it was set back to its plan. */
import { useRef } from "react";
import type { ReactElement } from "react";
import { formatDay, formatEpochDay } from "#src/format/day.ts";
import { formatMoney, formatMoneyCompact } from "#src/format/money.ts";
import { countOf, formatCount, formatPercent, formatPercentChange } from "#src/format/number.ts";
import { axisSteps } from "#src/ui/axis-steps.ts";
import { isDrawable } from "#src/ui/drawable.ts";
import { FactList } from "#src/ui/fact-list.tsx";
import page from "#src/ui/page.module.css";
import plots from "#src/ui/plots.module.css";
import type { TableColumn } from "#src/ui/table-column.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { Holdings } from "#workers/model/holdings.ts";
import type { RebalanceRow, Report } from "#workers/model/report.ts";
import { daysOf, hasYearlyRate } from "#workers/words/verdict.ts";
import { isAgainstAverage } from "../average-share.ts";
import { GridLine, linePath, sampledRows, timeScale, WIDTH, YearTicks } from "../saved-drawing.tsx";
import { Section } from "../saved-section.tsx";
import styles from "../saved-report.module.css";
import { HeldAreas, setBackColumns, setBackKey } from "./held-part.tsx";
import { describeHeld, heldFacts, setBackSummary, whenInWords } from "./held-words.ts";
import { MoneyCards } from "./money-cards.tsx";
import { moneyCurves } from "#src/ui/money-curves.ts";
import type { MoneyCurves } from "#src/ui/money-curves.ts";
import { describeMoney } from "./money-figure.tsx";
import { movedMoney } from "./money-words.ts";
import { longestInWords, regimesInWords, regimesOf } from "./regimes.ts";

/** Of the drawing of the account in money. */
const TOP = 8;
const BOTTOM = 268;
const HEIGHT = 290;

interface SavedMoneyProps {
  readonly report: Report;
}

/** What came and went, with the account in money; nothing for a run without. */
export function SavedMoney({ report }: SavedMoneyProps): ReactElement | null {
  const facts = moneyFacts(report);
  if (facts.length === 0) return null;
  return (
    <Section title="Money in and out">
      <MoneyCards report={report} />
      {movedMoney(report) !== null && <MoneyDrawn report={report} />}
      <FactList facts={facts} />
    </Section>
  );
}

function MoneyDrawn({ report }: SavedMoneyProps): ReactElement {
  const { benchmark, currency } = report.metadata;
  const curves = moneyCurves(report, { fromRow: 0, toRow: report.equity.day.length - 1 });
  const hasAverage = !isAgainstAverage(report);
  const lines = hasAverage
    ? "account (solid), what was put in (thin), the same money in the benchmark (dashed) and in the average share (dotted)"
    : "account (solid), what was put in (thin) and the same money in the benchmark (dashed)";
  return (
    <figure>
      <MoneyPicture
        curves={curves}
        currency={currency}
        hasAverage={hasAverage}
        label={`Money over time: ${lines}; the caption says the same in words`}
      />
      <figcaption className={page["soft"]}>
        {describeMoney(curves, { benchmark, currency, hasAverage })} Drawn are {lines}.
      </figcaption>
    </figure>
  );
}

interface MoneyPictureProps {
  readonly curves: MoneyCurves;
  readonly currency: string;
  /** Where the benchmark isn't the average share. */
  readonly hasAverage: boolean;
  /** Says what is drawn. */
  readonly label: string;
}

/** The account in money without a canvas: what it was worth, what was put in, and the same money elsewhere. */
function MoneyPicture({ curves, currency, hasAverage, label }: MoneyPictureProps): ReactElement {
  const { day, account, putIn, benchmark, average } = curves;
  const rows = sampledRows(day.length);
  const x = timeScale(day);
  const drawn = [
    { look: "putIn", values: putIn },
    ...(hasAverage ? [{ look: "average", values: average }] : []),
    { look: "benchmark", values: benchmark },
    { look: "account", values: account },
  ];
  const all = drawn.flatMap(({ values }) => rows.map((row) => values[row] ?? 0).filter(isDrawable));
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all) || 1];
  const y = (value: number) => BOTTOM - ((value - low) / (high - low)) * (BOTTOM - TOP);
  return (
    <svg
      className={plots["plot"]}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element would not follow the page's colours
      role="img"
      aria-label={label}
    >
      {axisSteps(low, high, 5).map((value) => (
        <GridLine key={value} y={y(value)} text={formatMoneyCompact(value, currency)} />
      ))}
      <YearTicks day={day} x={x} y={HEIGHT - 4} />
      {drawn.map(({ look, values }) => (
        <path
          key={look}
          className={styles[look]}
          d={linePath(rows, { values, x: (row) => x(day[row] ?? 0), y })}
        />
      ))}
    </svg>
  );
}

interface MoneyFact {
  readonly name: string;
  readonly value: string;
}

/** What came and went, and the return a year of a person's own money; [] for a run with neither money in and out nor an interest. */
function moneyFacts(report: Report): readonly MoneyFact[] {
  const { money: moved, metadata, equity } = report;
  if (!moved) return [];
  const money = (value: number) => formatMoney(value, metadata.currency, 0);
  const { deposited, withdrawn, owed, missed, ranOut, interest } = moved;
  const interestFact = { name: "Interest on idle cash", value: money(interest) };
  if (!equity.growth) return [interestFact];
  return [
    { name: "Put in after the start", value: money(deposited) },
    { name: "Taken out", value: money(withdrawn) },
    ...(owed > 0 ? [{ name: "Still to be paid out", value: money(owed) }] : []),
    ...(missed > 0
      ? [
          {
            name: "Could not be paid out",
            value: `${money(missed)}, the first of it on ${formatDay(ranOut)}`,
          },
        ]
      : []),
    interestFact,
    ...ownReturns(report),
  ];
}

/** Those of a run of less than a year would be blown up. */
function ownReturns(report: Report): readonly MoneyFact[] {
  const { money: moved, metadata } = report;
  if (!moved || !hasYearlyRate({ days: daysOf(report) })) return [];
  const { moneyWeighted, benchmarkMoneyWeighted, universeMoneyWeighted } = moved;
  return [
    ownReturn("Your own return", moneyWeighted),
    ownReturn(`The same money in ${metadata.benchmark}`, benchmarkMoneyWeighted),
    ...(isAgainstAverage(report)
      ? []
      : [ownReturn("The same money in the average share", universeMoneyWeighted)]),
  ];
}

function ownReturn(name: string, value: number | null): MoneyFact {
  return { name: `${name} (XIRR)`, value: `${formatPercentChange(value, 2)} a year` };
}

interface SavedHeldProps {
  readonly report: Report;
  /** null where that is not known. */
  readonly holdings: Holdings | null;
}

export function SavedHeld({ report, holdings }: SavedHeldProps): ReactElement | null {
  const drawing = useRef<SVGSVGElement>(null);
  if (holdings === null) return null;
  const { currency } = report.metadata;
  const { setBacks } = holdings;
  const regimes = regimesOf(holdings);
  const words = [
    describeHeld(holdings),
    regimesInWords(regimes, holdings),
    longestInWords(regimes, holdings),
  ].filter(Boolean);
  return (
    <Section title="What was held">
      <p className={page["soft"]}>
        {whenInWords(holdings)}; beside each name its share on {formatEpochDay(holdings.day.at(-1) ?? 0)}
      </p>
      <figure>
        <HeldAreas holdings={holdings} regimes={regimes} drawing={drawing} />
        <figcaption className={page["soft"]}>{words.join(" ")}</figcaption>
      </figure>
      <FactList facts={heldFacts(holdings, currency)} />
      {setBacks.length > 0 && (
        <details className={styles["all"]}>
          <summary>Set back to plan: {countOf(setBacks.length, "day")} with orders</summary>
          <p className={page["soft"]}>{setBackSummary(setBacks, currency)}</p>
          <WindowedTable
            label="Set back to plan"
            columns={setBackColumns(currency)}
            rows={setBacks}
            rowKey={setBackKey}
            dense
          />
        </details>
      )}
    </Section>
  );
}

/** Of a run whose days of setting back can't be told with what was off and what it cost. */
export function AllRebalances({ report, holdings }: SavedHeldProps): ReactElement | null {
  const { rebalances } = report;
  if (holdings !== null || !rebalances || rebalances.length === 0) return null;
  return (
    <details className={styles["all"]}>
      <summary>All rebalances ({formatCount(rebalances.length)})</summary>
      <p className={page["soft"]}>Orders of the weights at each close, in percent of the account.</p>
      <WindowedTable
        label="Rebalances"
        columns={REBALANCE_COLUMNS}
        rows={rebalances}
        rowKey={({ date }) => date}
        dense
      />
    </details>
  );
}

/** Of the closes at which weights gave orders. */
const REBALANCE_COLUMNS: readonly TableColumn<RebalanceRow>[] = [
  { title: "Close of", cell: ({ date }) => formatDay(date) },
  { title: "Sells", end: true, cell: ({ sells }) => formatCount(sells) },
  { title: "Buys", end: true, cell: ({ buys }) => formatCount(buys) },
  { title: "Turned over", end: true, cell: ({ turnover }) => formatPercent(turnover, 1) },
];
