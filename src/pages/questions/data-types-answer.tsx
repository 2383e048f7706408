import type { ReactElement } from "react";
import { Link } from "wouter";
import page from "#src/ui/page.module.css";
import styles from "./answer.module.css";
import { Claim } from "./claim.tsx";
import { describeData, describeDataset } from "./device-facts.ts";
import type { DeviceFacts } from "./device-facts.ts";

export function DataTypesAnswer({ facts }: { readonly facts: DeviceFacts }): ReactElement {
  return (
    <div className={styles["claims"]}>
      <Claim says="Data of five kinds, for over 70,000 stocks in multiple markets, over 20+ years.">
        {describeData(facts)} See or add to it under <Link href="/data">Data</Link>;{" "}
        <Link href="/known-files">Known files</Link> lists vendors, exchanges and layouts.
      </Claim>
      {facts.type === "known" && (
        <ul className={styles["list"]} aria-label="Datasets on this device">
          {facts.datasets.map((dataset) => (
            <li key={dataset.id}>
              {describeDataset(dataset)}
              {dataset.note !== "" && <span className={page["soft"]}> {dataset.note}</span>}
            </li>
          ))}
        </ul>
      )}
      <Claim
        says={
          <>
            <strong>Price data:</strong> open, high, low, close, <code>adjClose</code>, <code>volume</code>,{" "}
            <code>vwap</code>.
          </>
        }
      >
        Daily open, high, low, close and volume are used, and <code>adjClose</code> where a run asks for
        adjusted prices. Prices without it get it from a file of splits, bonuses and dividends, as NSE, BSE
        and Yahoo write them. <code>vwap</code> is not used. Series of rates, such as the yield of a treasury
        bill, come beside prices. Nobody trades them. Rules read them as{" "}
        <code>of(&quot;TBILL&quot;, close)</code>, and idle cash can earn by them.
      </Claim>
      <Claim
        says={
          <>
            <strong>Fundamentals:</strong> valuation figures such as <code>pe</code>.
          </>
        }
      >
        Used where your dataset has them: a rule such as <code>pe &lt; 20</code> asks a fact of that name. The
        demo market has sixteen, invented.
      </Claim>
      <Claim
        says={
          <>
            <strong>Financial statements:</strong> figures such as <code>revenue</code>,{" "}
            <code>netIncome</code> and <code>freeCashFlow</code>.
          </>
        }
      >
        Read from the files of several vendors, each figure known from the day after it was published. Where a
        file doesn’t say when that was, you give a lag.
      </Claim>
      <Claim
        says={
          <>
            <strong>Growth metrics:</strong> changes from year to year such as <code>growthRevenue</code>.
          </>
        }
      >
        Made from statements: <code>revenue.yoy</code> is the growth of the latest quarter on the same one a
        year before, in percent. The growth that the scanner asks for is that of the price.
      </Claim>
      <Claim
        says={
          <>
            <strong>Debt metrics:</strong> what a company owes.
          </>
        }
      >
        Read from statements that have them: <code>totalDebt.quarter</code>, <code>longTermDebt.quarter</code>{" "}
        and <code>shortTermDebt.quarter</code>.
      </Claim>
    </div>
  );
}
