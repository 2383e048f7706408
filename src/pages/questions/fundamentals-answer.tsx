import type { ReactElement } from "react";
import styles from "./answer.module.css";
import { Claim } from "./claim.tsx";

const FIELDS = [
  {
    field: "pe",
    meaning: "the price divided by the earnings per share.",
    here: "A fact, where your dataset has it; the demo market does, invented. Otherwise a rule works it out: close / eps.ttm.",
  },
  {
    field: "revenue",
    meaning: "what a company took in from its business.",
    here: "Read from statements, as revenue.quarter, revenue.year, revenue.ttm (twelve months) and revenue.yoy (growth).",
  },
  {
    field: "netIncome",
    meaning: "what was left of it after all costs and taxes.",
    here: "Read from statements, in the same four forms.",
  },
  {
    field: "freeCashFlow",
    meaning: "the cash from its business, less what it invested.",
    here: "Read from statements that have it, in the same four forms. Otherwise a rule works it out: operatingCashFlow.ttm - capex.ttm.",
  },
] as const;

export function FundamentalsAnswer(): ReactElement {
  return (
    <div className={styles["claims"]}>
      <p>Fundamentals say how a company does, apart from its share price.</p>
      {FIELDS.map(({ field, meaning, here }) => (
        <Claim
          key={field}
          says={
            <>
              <strong>
                <code>{field}</code>
              </strong>
              : {meaning}
            </>
          }
        >
          {here}
        </Claim>
      ))}
      <Claim says="A company’s size counts as well: what all its shares are worth together.">
        Used. <code>marketCap</code> is taken from your file, or worked out from{" "}
        <code>sharesOutstanding</code> and the close. The scanner’s market cap rank and one order priority
        rest on it. Data without it still runs: the condition is left out, and the result says so.
      </Claim>
      <p>
        Statements come with your prices, as files of SimFin, Sharadar, Compustat, Zacks, Alpha Vantage, the
        SEC, yfinance, screener.in and others, or as a <code>facts.csv</code>. A rule sees a figure from the
        day after it was published. Where a file doesn’t say when that was, you are asked for a lag, and every
        result that rests on it says so.
      </p>
      <p>
        In short: this edition decides on prices, volumes, <code>adjClose</code>, <code>marketCap</code>,{" "}
        <code>sharesOutstanding</code> and the facts that your dataset has. It fetches none by itself.
      </p>
    </div>
  );
}
