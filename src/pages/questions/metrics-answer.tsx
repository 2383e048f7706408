import type { ReactElement } from "react";
import type { Performance } from "#workers/model/report.ts";
import styles from "./answer.module.css";
import { Claim } from "./claim.tsx";

interface Figure {
  /** Its field in a result file. */
  readonly field: keyof Performance;
  readonly name: string;
  readonly meaning: string;
}

const FIGURES: readonly Figure[] = [
  {
    field: "cagr",
    name: "CAGR",
    meaning: "Growth a year, compounded, between the first session and the last.",
  },
  {
    field: "maxDrawdown",
    name: "Max Drawdown",
    meaning: "The deepest fall of the account from the highest value it had reached.",
  },
  {
    field: "volatility",
    name: "Volatility",
    meaning:
      "Standard deviation of the returns from session to session, times the root of the sessions of a year. That is √252 for days (√365 where a market is open at weekends), √52 for weeks, √12 for months.",
  },
  {
    field: "sharpeRatio",
    name: "Sharpe Ratio",
    meaning:
      "Mean return of a session above the risk-free rate, over the standard deviation, times the same root.",
  },
  {
    field: "sortinoRatio",
    name: "Sortino Ratio",
    meaning: "As the Sharpe Ratio, but only the sessions below the risk-free rate count as risk.",
  },
  {
    field: "calmarRatio",
    name: "Calmar Ratio",
    meaning: "CAGR over the max drawdown.",
  },
  {
    field: "winRate",
    name: "Win Rate",
    meaning: "Trades closed with a profit, of all closed trades. Open positions are not counted.",
  },
];

export function MetricsAnswer(): ReactElement {
  return (
    <div className={styles["claims"]}>
      <Claim
        says={
          <>
            <strong>Growth metrics,</strong> such as <code>growthRevenue</code>: how much more a company took
            in than the year before.
          </>
        }
      >
        Made from statements, where your dataset has them, as <code>revenue.yoy</code>.
      </Claim>
      <Claim
        says={
          <>
            <strong>Debt metrics:</strong> how much a company owes, and how well it can carry it.
          </>
        }
      >
        Rules work them out of facts: <code>totalDebt.quarter / totalEquity.quarter &lt; 1</code>.
      </Claim>
      <Claim says="A simulation is measured with performance metrics.">
        Every simulation gives these metrics. They come from the account’s value at each day’s close, after
        costs. CAGR, Max Drawdown and Sharpe Ratio are worked out for the benchmark too.
      </Claim>
      <dl className={styles["figures"]}>
        {FIGURES.map(({ field, name, meaning }) => (
          <div key={field} className={styles["figure"]}>
            <dt>
              {name} <code>{field}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
