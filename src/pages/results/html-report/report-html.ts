/**
 * A run as one HTML file that opens anywhere, without a network and without scripts: the figures with what they mean,
 * the charts with their twins in words, and every position.
 */
import { formatDay, formatDayRange, formatMoment, formatMonth, MONTH_NAMES } from "#src/format/day.ts";
import { lowerFirst } from "#src/format/first-letter.ts";
import { formatMoney, formatMoneyChange, formatQuantity } from "#src/format/money.ts";
import {
  countOf,
  formatCount,
  formatDecimal,
  formatPercent,
  formatPercentChange,
  formatRatio,
} from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { shownVerdict } from "#src/format/verdict-words.ts";
import { PRODUCT_NAME } from "#src/product.ts";
import type { GrowthCurves } from "#src/ui/growth-curves.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { RobustnessParts } from "#src/storage/robustness-record.ts";
import type { Analysis, EndGroup, MonthlyYear, Trace, TradeGroup } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { yardsticksOf } from "#workers/words/verdict.ts";
import type { Tone } from "#workers/words/verdict.ts";
import { leadRange, orderFacts, sharpeInterval, significanceFacts } from "../luck-facts.ts";
import { exitsOf } from "../exit-reasons.ts";
import type { Exits } from "../exit-reasons.ts";
import { describeGrowth, winsOf } from "../explanations.ts";
import { growthCurves } from "../growth-curves.ts";
import { NEXT_ABOUT, nextLines } from "../next-orders.ts";
import type { Note } from "../notes.ts";
import { html } from "./html.ts";
import type { Html } from "./html.ts";
import { distributionDrawing, growthDrawing } from "./report-charts.ts";
import { REPORT_STYLE } from "./report-style.ts";
import { readingPart } from "./reading-html.ts";
import { change, facts, table } from "./report-parts.ts";
import { averageYearsBeside, besideText, figuresBeside, growthBeside } from "../average-share.ts";
import { distanceOf, rateOfRun } from "../distance.ts";
import type { Distance } from "../distance.ts";
import { costsInWords, paidInWords } from "../robustness-words.ts";
import { fallsInWords } from "../yardstick.ts";
import { robustnessPart } from "./robustness-html.ts";
import { settingsPart } from "./settings-html.ts";

export interface ReportContents {
  readonly run: RunRecord;
  readonly report: Report;
  /** null where it could not be worked out: its sections are left out. */
  readonly analysis: Analysis | null;
  /** Which rows of the sell rules sold; null where that is not known. */
  readonly trace: Trace | null;
  /** What the checks of the run found; empty where they were not made. */
  readonly parts: RobustnessParts;
  readonly notes: readonly Note[];
  /** Milliseconds. */
  readonly savedAt: number;
}

/** How many of the longest lists are shown; the positions are all there. */
const MOST_ROWS = 15;

export function reportHtml(contents: ReportContents): string {
  const { run, report, analysis, trace, parts, notes, savedAt } = contents;
  const { metadata } = report;
  const curves = growthCurves(report);
  const exits = exitsOf(run.strategy, report.positions, trace);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>
          ${shownName(metadata.strategyName)}, ${formatDayRange(metadata.backtestStart, metadata.backtestEnd)}
          · ${PRODUCT_NAME}
        </title>
        <style>
          STYLE
        </style>
      </head>
      <body>
        <main>
          <h1>${shownName(metadata.strategyName)}</h1>
          <p class="soft">
            ${formatDayRange(metadata.backtestStart, metadata.backtestEnd)} · Benchmark: ${metadata.benchmark}
            · ${shownName(run.datasetTitle)}. Simulated with ${PRODUCT_NAME} on
            ${formatMoment(run.startedAt)}, saved on ${formatMoment(savedAt)}.
          </p>
          ${verdict(report, run.strategy, parts)} ${notes.map(noteParagraph)} ${cards(report, analysis)}
          ${readingPart({ report, strategy: run.strategy, analysis, parts })}
          <h2>Account growth</h2>
          <figure>
            ${growthDrawing(curves, metadata.currency, `${linesInWords(curves)} over time, the account's drawdown below; the caption says the same in words`)}
            <figcaption>${describeGrowth(report)} Drawn are ${lowerFirst(linesInWords(curves))}.</figcaption>
          </figure>
          ${yearTable(report)}
          ${analysis ? analysisParts(report, analysis, { exits, ends: trace?.byEnd }) : html``}
          ${robustnessPart(report, run.strategy, parts)} ${nextPart(report, exits)}
          ${settingsPart(run, report)} ${positions(report, exits)}
        </main>
      </body>
    </html> `;
  return page.text.replace("STYLE", () => REPORT_STYLE);
}

function linesInWords({ average }: GrowthCurves): string {
  return average
    ? "Account (solid), benchmark (dashed) and average share (dotted)"
    : "Account (solid) and benchmark (dashed)";
}

function noteParagraph({ title, meaning, list = [] }: Note): Html {
  return html`<p class="note"><strong>${title}.</strong> ${[meaning, ...list].join(" ")}</p>`;
}

/** The first that it says, as on the page: the part that the run fails first is marked. */
function verdict(report: Report, strategy: Strategy, parts: RobustnessParts): Html {
  const { tone, pieces } = shownVerdict(yardsticksOf(report, parts));
  const words = html`${pieces.map((piece) => (piece.isMarked ? html`<strong>${piece.words}</strong>` : html`${piece.words}`))}`;
  const withCosts = parts.costs ? costsInWords(parts.costs) : null;
  return html`<p class="verdict">${TONES[tone](words)} ${fallsInWords(report)}</p>
    <p>${paidInWords(strategy)}${withCosts === null ? "" : ` ${withCosts}.`}</p>`;
}

const TONES: Readonly<Record<Tone, (words: Html) => Html>> = {
  ahead: (words) => html`<span class="gain">▲ ${words}</span>`,
  behind: (words) => html`<span class="loss">▼ ${words}</span>`,
  mixed: (words) => words,
};

/** How far a figure is from its yardstick's: what is coloured in its place. */
function distance(found: Distance | null): Html | undefined {
  return found ? change(found.value, found.text) : undefined;
}

function cards(report: Report, analysis: Analysis | null): Html {
  const { performance, metadata } = report;
  const rateOf = rateOfRun(report);
  const { currency } = metadata;
  const luck = analysis?.luck ?? null;
  return html`<h2>Summary</h2>
    ${facts([
      { name: "Start Value", value: formatMoney(performance.startValue, currency, 0) },
      { name: "End Value", value: formatMoney(performance.endValue, currency, 0) },
      { name: "Total Growth", value: formatMoneyChange(performance.totalGrowth, currency, 0) },
      {
        name: "Total Growth %",
        value: formatPercentChange(performance.totalGrowthPercent, 1),
        under: growthBeside(report),
      },
      {
        name: "CAGR",
        value: formatPercentChange(rateOf(performance), 1),
        distance: distance(distanceOf(report, "cagr")),
        under: `${besideText(report, (other) => formatPercent(rateOf(other), 1))} · ${leadRange(luck?.lead ?? null, report.metadata.benchmark)}`,
      },
      {
        name: "Max Drawdown",
        value: formatPercent(performance.maxDrawdown, 1),
        distance: distance(distanceOf(report, "maxDrawdown")),
        under: besideText(report, (other) => formatPercent(other.maxDrawdown, 1)),
      },
      {
        name: "Sharpe Ratio",
        value: formatRatio(performance.sharpeRatio),
        distance: distance(distanceOf(report, "sharpeRatio")),
        under: `${besideText(report, (other) => formatRatio(other.sharpeRatio))} · 95%: ${sharpeInterval(luck?.sharpe ?? null)}`,
      },
      {
        name: "Win Rate",
        value: formatPercent(performance.winRate, 1),
        under: `${winsOf(performance)} of ${countOf(performance.trades, "trade")}`,
      },
    ])}`;
}

function yearTable(report: Report): Html {
  const { yearlyPerformance, metadata } = report;
  const average = averageYearsBeside(report);
  const money = (value: number) => formatMoney(value, metadata.currency, 0);
  return html`<h2>Yearly Growth Breakdown</h2>
    ${table(
      "Each year from the last close of the year before",
      [
        "Year",
        "Start Value",
        "End Value",
        "Growth",
        "Growth %",
        "Benchmark %",
        ...(average ? ["Average share %"] : []),
      ],
      yearlyPerformance.map((year) =>
        [
          String(year.year),
          money(year.startValue),
          money(year.endValue),
          change(year.growth, formatMoneyChange(year.growth, metadata.currency, 0)),
          change(year.growthPercent, formatPercentChange(year.growthPercent, 2)),
          change(year.benchmarkPercent, formatPercentChange(year.benchmarkPercent, 2)),
        ].concat(average ? averageCell(average.get(year.year) ?? null) : []),
      ),
    )}`;
}

function averageCell(percent: number | null): Html {
  return change(percent, formatPercentChange(percent, 2));
}

interface Ends {
  readonly exits: Exits;
  /** Undefined where the reasons of the report must do. */
  readonly ends: readonly EndGroup[] | undefined;
}

function analysisParts(report: Report, analysis: Analysis, ends: Ends): Html {
  return html`${furtherFigures(report, analysis)}${monthTable(report, analysis)}${drawdownTable(analysis)}${distribution(analysis)}${groupTables(report, analysis, ends)}${luckPart(report, analysis)}`;
}

function furtherFigures({ performance, metadata }: Report, { figures, exposure }: Analysis): Html {
  const { trades, market, underWater, best, worst } = figures;
  const dated = (found: typeof best.day, when: (text: string) => string) =>
    found ? `${formatPercentChange(found.percent, 1)}, ${when(found.when)}` : formatPercent(null, 0);
  return html`<h2>Further figures</h2>
    ${facts([
      { name: "Volatility", value: formatPercent(performance.volatility, 1) },
      { name: "Sortino Ratio", value: formatRatio(performance.sortinoRatio) },
      { name: "Calmar Ratio", value: formatRatio(performance.calmarRatio) },
      { name: "Time under water", value: formatPercent(underWater.percent, 1) },
      { name: "Longest under water", value: countOf(underWater.longest?.days ?? 0, "day") },
      { name: "Beta", value: formatRatio(market?.beta ?? null) },
      { name: "Alpha", value: formatPercentChange(market?.alpha ?? null, 1) },
      { name: "Profit Factor", value: formatRatio(trades.profitFactor) },
      { name: "Expectancy", value: formatMoneyChange(trades.expectancy, metadata.currency, 0) },
      { name: "Best month", value: dated(best.month, formatMonth) },
      { name: "Worst month", value: dated(worst.month, formatMonth) },
      { name: "Worst day", value: dated(worst.day, formatDay) },
      { name: "Invested on average", value: formatPercent(performance.exposure ?? exposure.meanInvested, 1) },
      { name: "Turnover a year", value: formatPercent(exposure.turnover, 0) },
    ])}`;
}

function monthTable(report: Report, { months }: Analysis): Html {
  const besideOf = ({ benchmark, universe }: MonthlyYear) =>
    figuresBeside(report, benchmark.total, universe?.total ?? null);
  const [first] = months;
  return html`<h2>Monthly returns</h2>
    <div class="wide">
      ${table(
        "Percent, from close to close",
        ["Year", ...MONTH_NAMES, "Total", ...(first ? besideOf(first).map(({ title }) => title) : [])],
        months.map((year) => [
          String(year.year),
          ...year.months.map((percent) =>
            percent === null ? "" : change(percent, formatDecimal(percent, 1)),
          ),
          change(year.total, formatDecimal(year.total, 1)),
          ...besideOf(year).map(({ percent }) => formatDecimal(percent, 1)),
        ]),
      )}
    </div>`;
}

function drawdownTable({ drawdowns }: Analysis): Html {
  const deepest = drawdowns.toSorted((a, b) => a.depth - b.depth).slice(0, MOST_ROWS);
  return html`<h2>Deepest drawdowns</h2>
    ${table(
      `The ${formatCount(deepest.length)} deepest of ${countOf(drawdowns.length, "fall")}`,
      ["Peak", "Depth", "Trough", "Recovery", "Days"],
      deepest.map((fall) => [
        formatDay(fall.peakDate),
        change(fall.depth, formatPercent(fall.depth, 1)),
        formatDay(fall.troughDate),
        fall.recoveryDate === null ? "Not yet" : formatDay(fall.recoveryDate),
        formatCount(fall.days),
      ]),
    )}`;
}

function distribution({ dailyReturns, positionReturns }: Analysis): Html {
  return html`<h2>Distribution of returns</h2>
    ${distributionPart("Daily returns", dailyReturns)}${distributionPart("Position returns", positionReturns)}`;
}

function distributionPart(title: string, found: Analysis["dailyReturns"]): Html {
  return found
    ? html`<h3>${title}</h3>
        <figure>
          ${distributionDrawing(found, `How often each of the ${title.toLowerCase()} came; the caption has mean and range`)}
          <figcaption>
            ${formatCount(found.count)} values: mean ${formatPercentChange(found.mean, 2)}, median
            ${formatPercentChange(found.median, 2)}, from ${formatPercentChange(found.lowest, 1)} to
            ${formatPercentChange(found.highest, 1)}; ${formatPercent(found.above0, 1)} were gains.
          </figcaption>
        </figure>`
    : html``;
}

const GROUP_HEAD = ["Positions", "Won", "Profit", "Mean %", "Mean sessions held"];

function groupTables(report: Report, { groups }: Analysis, { exits, ends }: Ends): Html {
  const { currency } = report.metadata;
  const row = (name: string, group: TradeGroup) => [
    name,
    formatCount(group.positions),
    formatPercent(group.trades === 0 ? null : (group.wins / group.trades) * 100, 1),
    change(group.profit, formatMoneyChange(group.profit, currency, 0)),
    change(group.meanPercent, formatPercentChange(group.meanPercent, 2)),
    formatDecimal(group.meanHeld, 1),
  ];
  const { byInstrument, byReason, byHolding } = groups;
  return html`<h2>Where the money came from</h2>
    ${table(
      "By the reason of the exit",
      ["Reason", ...GROUP_HEAD],
      (ends ?? byReason).map((group) => row(exits.nameOf(group.key), group)),
    )}
    ${table(
      "By sessions held",
      ["Sessions", ...GROUP_HEAD],
      byHolding.map((group) =>
        row(group.to === null ? `${group.from} and more` : `${group.from} to ${group.to}`, group),
      ),
    )}
    ${table(
      `The ${Math.min(MOST_ROWS, byInstrument.length)} most profitable of ${countOf(byInstrument.length, "instrument")}`,
      ["Instrument", ...GROUP_HEAD],
      byInstrument.slice(0, MOST_ROWS).map((group) => row(group.key, group)),
    )}`;
}

function luckPart(report: Report, { luck }: Analysis): Html {
  if (!luck) return html``;
  const money = (value: number) => formatMoney(value, report.metadata.currency, 0);
  return html`<h2>Order of days</h2>
    <p>
      The run's own daily returns, drawn again in blocks of ${countOf(luck.blockLength, "session")} in
      ${formatCount(luck.paths)} random orders: nine of ten end between ${money(luck.endValue.p5)} and
      ${money(luck.endValue.p95)}; ${formatPercent(luck.losing, 1)} lose money.
    </p>
    ${facts([...orderFacts(report, luck), ...significanceFacts(report, luck)].map(({ name, value }) => ({ name, value })))}`;
}

function nextPart({ next, metadata }: Report, exits: Exits): Html {
  if (!next) return html``;
  const lines = nextLines(next, metadata.currency, exits);
  return html`<h2>What it would do next</h2>
    <p class="soft">Decided at the close of ${formatDay(next.date)}.</p>
    ${
      lines.length === 0
        ? html`<p>Nothing.</p>`
        : table(
            NEXT_ABOUT,
            ["Instrument", "Name", "Order", "Quantity", "Last price", "Money", "Why"],
            lines.map(({ instrument, name, order, quantity, price, money, reason }) => [
              instrument,
              name,
              order,
              quantity,
              price,
              money,
              reason,
            ]),
          )
    }`;
}

/** Closed at first, and then left out on paper: there may be thousands. */
function positions({ positions: all, metadata }: Report, exits: Exits): Html {
  const { currency } = metadata;
  const price = (value: number) => formatMoney(value, currency, 2);
  return html`<details>
    <summary>All positions (${formatCount(all.length)})</summary>
    ${table(
      "In the order of their entries. Days Held counts sessions: trading days from entry to exit.",
      [
        "Instrument",
        "Entry Date",
        "Exit Date",
        "Entry Price",
        "Exit Price",
        "Quantity",
        "Profit",
        "Profit %",
        "Days Held",
        "Reason",
      ],
      all.map((one) => [
        one.instrument,
        formatDay(one.entryDate),
        formatDay(one.exitDate),
        price(one.entryPrice),
        price(one.exitPrice),
        formatQuantity(one.quantity, currency),
        change(one.profit, formatMoneyChange(one.profit, currency, 2)),
        change(one.profitPercent, formatPercentChange(one.profitPercent, 2)),
        formatCount(one.daysHeld),
        exits.nameOf(exits.keyOf(one)),
      ]),
    )}
  </details>`;
}
