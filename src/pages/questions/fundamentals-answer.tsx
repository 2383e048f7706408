import type { ReactElement } from "react";
import styles from "./answer.module.css";
import { Claim } from "./claim.tsx";

const FIELDS = [
  {
    field: "pe",
    meaning: "the price divided by the earnings per share.",
    here: "Not used. Earnings are not part of the data.",
  },
  {
    field: "revenue",
    meaning: "what a company took in from its business.",
    here: "Not used. Financial statements are not read.",
  },
  {
    field: "netIncome",
    meaning: "what was left of it after all costs and taxes.",
    here: "Not used. Financial statements are not read.",
  },
  {
    field: "freeCashFlow",
    meaning: "the cash from its business, less what it invested.",
    here: "Not used. Financial statements are not read.",
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
        In short: this edition decides on prices, volumes, <code>adjClose</code>, <code>marketCap</code> and{" "}
        <code>sharesOutstanding</code>, and on nothing else.
      </p>
    </div>
  );
}
