/** The figures beside the four of the cards, each with what it means and the calculation with this run's numbers. */
import type { ReactNode } from "react";
import { barWordsOf, endsMeaning, nameAtEnds } from "#src/format/bar-words.ts";
import { formatDay, formatMonth } from "#src/format/day.ts";
import { formatMoney, formatMoneyChange } from "#src/format/money.ts";
import {
  countOf,
  formatCount,
  formatDecimal,
  formatPercent,
  formatPercentChange,
  formatPercentSetting,
  formatRatio,
  formatSignificant,
} from "#src/format/number.ts";
import { Change } from "#src/ui/change.tsx";
import type { Analysis, DatedTrade, FurtherFigures } from "#workers/model/analysis.ts";
import { sessionsOfYearIn, yearlyTermsOf } from "#workers/model/bar-length.ts";
import type { Report } from "#workers/model/report.ts";
import { fewestDecimals, lines, rounded } from "../formula.ts";

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
  readonly explanation: string;
}

const DECIMALS = [2, 3, 4, 5, 6, 8] as const;

export function riskFacts(report: Report, { figures }: Analysis, riskFreePercent: number): readonly Fact[] {
  const { volatility, sortinoRatio, calmarRatio, cagr, maxDrawdown } = report.performance;
  const { sessionsOfYear: sessions, riskless } = yearlyTermsOf(report, riskFreePercent);
  const { every } = barWordsOf(report);
  const floor = riskless
    ? "what cash earned"
    : `the risk-free rate (${formatPercentSetting(riskFreePercent)} a year)`;
  return [
    {
      name: nameAtEnds("Volatility", every),
      value: formatPercent(volatility, 1),
      explanation: lines(
        `How far the account's ${every} returns lie from their mean, made yearly: their standard deviation times the root of ${sessions} sessions.`,
        endsMeaning(every),
        volatilityFormula(figures, volatility, sessions),
      ),
    },
    {
      name: "Sortino Ratio",
      value: formatRatio(sortinoRatio),
      explanation: lines(
        `Like the Sharpe ratio, but only falls below ${floor} count as risk.`,
        sortinoFormula(figures, sortinoRatio, report),
      ),
    },
    {
      name: "Calmar Ratio",
      value: formatRatio(calmarRatio),
      explanation: lines(
        "Growth a year for each percent of the deepest fall: CAGR divided by the maximum drawdown.",
        calmarFormula(cagr, maxDrawdown, calmarRatio),
      ),
    },
    ...underWaterFacts(figures),
  ];
}

function volatilityFormula({ risk }: FurtherFigures, volatility: number | null, sessions: number): string {
  const shown = formatPercent(volatility, 1);
  if (!risk || volatility === null) return "It is undefined here: the period is too short.";
  const places = fewestDecimals(
    DECIMALS,
    (at) => formatPercent(rounded(risk.deviation, at) * Math.sqrt(sessions), 1) === shown,
  );
  return `${formatPercent(risk.deviation, places ?? 8)} × √${sessions} = ${shown}`;
}

function sortinoFormula({ risk }: FurtherFigures, ratio: number | null, report: Report): string {
  const sessions = sessionsOfYearIn(report);
  const shown = formatRatio(ratio);
  if (!risk || ratio === null)
    return "It is undefined here: no session fell short, or the period is too short.";
  const places = fewestDecimals(DECIMALS, (at) => {
    const divided = rounded(risk.meanExcess, at) / rounded(risk.downsideDeviation, at);
    return formatRatio(divided * Math.sqrt(sessions)) === shown;
  });
  const percent = (value: number) => formatPercent(value, places ?? 8);
  return `mean ${barWordsOf(report).every} excess return ${percent(risk.meanExcess)} / root mean square of the shortfalls ${percent(risk.downsideDeviation)} × √${sessions} = ${shown}`;
}

function calmarFormula(cagr: number | null, maxDrawdown: number, ratio: number | null): string {
  const shown = formatRatio(ratio);
  if (cagr === null || ratio === null)
    return "It is undefined here: the account never fell, or the period is too short.";
  const places = fewestDecimals(
    [1, ...DECIMALS],
    (at) => formatRatio(rounded(cagr, at) / Math.abs(rounded(maxDrawdown, at))) === shown,
  );
  const percent = (value: number) => formatPercent(value, places ?? 8);
  return `${percent(cagr)} / ${percent(Math.abs(maxDrawdown))} = ${shown}`;
}

function underWaterFacts({ underWater }: FurtherFigures): readonly Fact[] {
  const { sessions, ofSessions, percent, longest } = underWater;
  return [
    {
      name: "Time under water",
      value: formatPercent(percent, 1),
      explanation: lines(
        "The share of sessions on which the account closed below an earlier close.",
        `${formatCount(sessions)} / ${formatCount(ofSessions)} sessions = ${formatPercent(percent, 1)}`,
      ),
    },
    {
      name: "Longest under water",
      value: longest ? countOf(longest.days, "day") : countOf(0, "day"),
      explanation: lines(
        "Calendar days from a high until it was reached again, or to the end of the run.",
        longest
          ? `${formatDay(longest.from)} to ${formatDay(longest.to)} = ${countOf(longest.days, "day")}`
          : "This account never closed below an earlier close.",
      ),
    },
  ];
}

export function marketFacts(report: Report, { figures }: Analysis): readonly Fact[] {
  const { market } = figures;
  const sessions = sessionsOfYearIn(report);
  const { bar, every } = barWordsOf(report);
  const undefinedHere = "It is undefined here: the benchmark does not move, or the period is too short.";
  const name = report.metadata.benchmark;
  return [
    {
      name: "Beta",
      value: formatRatio(market?.beta ?? null),
      explanation: lines(
        `By how much the account moved when the benchmark, ${name}, moved by 1: below 1 less than it, above 1 more.`,
        market
          ? `covariance ${formatSignificant(market.covariance)} / variance of the benchmark ${formatSignificant(market.benchmarkVariance)} = ${formatRatio(market.beta)}`
          : undefinedHere,
      ),
    },
    {
      name: "Alpha",
      value: <Change value={market?.alpha ?? null} text={formatPercentChange(market?.alpha ?? null, 1)} />,
      explanation: lines(
        `Return a year above what beta alone explains: the mean ${every} return less beta times the benchmark's, both above the risk-free rate, times ${sessions}.`,
        market ? alphaFormula(market, sessions) : undefinedHere,
      ),
    },
    {
      name: "Correlation",
      value: formatRatio(market?.correlation ?? null),
      explanation: lines(
        `How closely account and benchmark move together ${bar} by ${bar}: 1 is in step, 0 independent.`,
        market && market.correlation !== null
          ? `covariance ${formatSignificant(market.covariance)} / (${formatSignificant(market.covariance / market.correlation / Math.sqrt(market.benchmarkVariance))} × ${formatSignificant(Math.sqrt(market.benchmarkVariance))}, the two standard deviations) = ${formatRatio(market.correlation)}`
          : undefinedHere,
      ),
    },
  ];
}

function alphaFormula(market: NonNullable<FurtherFigures["market"]>, sessions: number): string {
  const { alpha, beta, meanExcess, benchmarkMeanExcess } = market;
  const shown = formatPercentChange(alpha, 1);
  const places =
    fewestDecimals(DECIMALS, (at) => {
      const excess = rounded(meanExcess, at) - rounded(beta, at) * rounded(benchmarkMeanExcess, at);
      return formatPercentChange(excess * sessions, 1) === shown;
    }) ?? 8;
  const percent = (value: number) => formatPercent(value, places);
  return `(${percent(meanExcess)} − ${formatDecimal(beta, places)} × ${percent(benchmarkMeanExcess)}) × ${sessions} = ${shown}`;
}

export function tradeFacts(report: Report, { figures }: Analysis): readonly Fact[] {
  const { currency } = report.metadata;
  const { trades } = figures;
  const { count, wins, grossProfit, grossLoss, profitFactor, expectancy, expectancyPercent } = trades;
  const money = (value: number) => formatMoney(value, currency, 0);
  const fine = (value: number) => formatMoney(value, currency, 2);
  const none = "It is undefined here: no trade was closed.";
  return [
    {
      name: "Profit Factor",
      value: formatRatio(profitFactor),
      explanation: lines(
        "What all winning trades made for each unit that the losing ones lost. Above 1 the trades made money.",
        profitFactor === null
          ? "It is undefined here: no closed trade made a loss."
          : `${profitFactorAmounts(trades, currency)} = ${formatRatio(profitFactor)}`,
      ),
    },
    {
      name: "Expectancy",
      value: <Change value={expectancy} text={formatMoneyChange(expectancy, currency, 0)} />,
      explanation: lines(
        "What a closed trade made on average, losers included.",
        expectancy === null
          ? none
          : `(${fine(grossProfit)} − ${fine(-grossLoss)}) / ${countOf(count, "trade")} = ${formatMoneyChange(expectancy, currency, 0)}`,
      ),
    },
    {
      name: "Expectancy %",
      value: <Change value={expectancyPercent} text={formatPercentChange(expectancyPercent, 2)} />,
      explanation: lines(
        "The mean of the closed trades' profits in percent of what was paid; every trade counts the same, small or large.",
        expectancyPercent === null
          ? none
          : `${formatPercent(expectancyPercent * count, 2)} / ${countOf(count, "trade")} = ${formatPercentChange(expectancyPercent, 2)}`,
      ),
    },
    {
      name: "Average win",
      value: <Change value={trades.meanWin} text={formatMoneyChange(trades.meanWin, currency, 0)} />,
      explanation: lines(
        "The mean profit of the closed trades that made one.",
        trades.meanWin === null
          ? "No closed trade made a profit."
          : `${money(grossProfit)} / ${countOf(wins, "trade")} = ${formatMoneyChange(trades.meanWin, currency, 0)}`,
      ),
    },
    {
      name: "Average loss",
      value: <Change value={trades.meanLoss} text={formatMoneyChange(trades.meanLoss, currency, 0)} />,
      explanation: lines(
        "The mean loss of the other closed trades.",
        trades.meanLoss === null
          ? "No closed trade made a loss."
          : `${money(grossLoss)} / ${countOf(count - wins, "trade")} = ${formatMoneyChange(trades.meanLoss, currency, 0)}`,
      ),
    },
  ];
}

function profitFactorAmounts(
  { grossProfit, grossLoss, profitFactor }: FurtherFigures["trades"],
  currency: string,
): string {
  const places =
    fewestDecimals(
      [0, 2] as const,
      (at) => formatRatio(rounded(grossProfit, at) / rounded(-grossLoss, at)) === formatRatio(profitFactor),
    ) ?? 2;
  return `${formatMoney(grossProfit, currency, places)} / ${formatMoney(-grossLoss, currency, places)}`;
}

export function extremeFacts(report: Report, { figures }: Analysis): readonly Fact[] {
  const { best, worst } = figures;
  const { bar } = barWordsOf(report);
  const ofBars = {
    of: bar,
    best: best.day,
    worst: worst.day,
    when: formatDay,
    made: `Close of the ${bar} over the close before, less 1.`,
  };
  const kinds = [
    ...(bar === "month" ? [] : [ofBars]),
    {
      of: "month",
      best: best.month,
      worst: worst.month,
      when: formatMonth,
      made: "Last close of the month over the last close before it, less 1.",
    },
    {
      of: "year",
      best: best.year,
      worst: worst.year,
      when: (year: string) => year,
      made: "Last close of the year over the last close before it, less 1.",
    },
  ] as const;
  const dated = kinds.flatMap((kind) =>
    (["best", "worst"] as const).map((which): Fact => {
      const found = kind[which];
      const text = formatPercentChange(found?.percent ?? null, 2);
      return {
        name: `${which === "best" ? "Best" : "Worst"} ${kind.of}`,
        value: <Change value={found?.percent ?? null} text={text} />,
        explanation: lines(
          kind.made,
          found ? `${kind.when(found.when)}: ${text}` : "There is none in this run.",
        ),
      };
    }),
  );
  const { currency } = report.metadata;
  return [
    ...dated,
    tradeFact("Best trade", best.trade, currency),
    tradeFact("Worst trade", worst.trade, currency),
  ];
}

function tradeFact(name: string, trade: DatedTrade | null, currency: string): Fact {
  const text = formatPercentChange(trade?.profitPercent ?? null, 2);
  return {
    name,
    value: <Change value={trade?.profitPercent ?? null} text={text} />,
    explanation: lines(
      "Profit of a closed trade after costs, in percent of what was paid for it.",
      trade
        ? `${trade.instrument}, ${formatDay(trade.entryDate)} to ${formatDay(trade.exitDate)}: ${formatMoneyChange(trade.profit, currency, 2)}, ${text}`
        : "No trade was closed in this run.",
    ),
  };
}

export function exposureFacts(report: Report, { exposure }: Analysis): readonly Fact[] {
  const { sessions } = report.metadata;
  const { meanInvested, inMarket, meanPositions, turnover, years } = exposure;
  const { currency } = report.metadata;
  const sum = (name: "bought" | "sold") => years.reduce((total, year) => total + year[name], 0);
  return [
    {
      name: "Invested on average",
      value: formatPercent(report.performance.exposure ?? meanInvested, 1),
      explanation: report.account
        ? "The share of the account that is in positions at the close: 1 − cash / equity, on average over the sessions."
        : "The share of the account that is in positions at the close: 1 − cash / equity, on average over the sessions. Cash is the start value less what was paid for positions, plus what they brought.",
    },
    {
      name: "In the market",
      value: formatPercent(inMarket, 1),
      explanation: lines(
        "The share of sessions that closed with at least one position.",
        `${formatCount((inMarket / 100) * sessions)} / ${formatCount(sessions)} sessions = ${formatPercent(inMarket, 1)}`,
      ),
    },
    {
      name: "Positions on average",
      value: formatDecimal(meanPositions, 1),
      explanation: lines(
        "Open positions at the close, on average.",
        `${formatCount(meanPositions * sessions)} / ${formatCount(sessions)} sessions = ${formatDecimal(meanPositions, 1)}`,
      ),
    },
    {
      name: "Turnover",
      value: turnover === null ? formatPercent(null, 0) : `${formatPercent(turnover, 0)} a year`,
      explanation: lines(
        "How much of the account is bought and sold again in a year. It is the smaller of all purchases and all sales, over the mean equity and the years. Trading costs grow with it.",
        turnover === null
          ? "It is undefined here: nothing was bought."
          : `bought ${formatMoney(sum("bought"), currency, 0)}, sold ${formatMoney(sum("sold"), currency, 0)}: ${formatPercent(turnover, 0)} a year`,
      ),
    },
  ];
}
