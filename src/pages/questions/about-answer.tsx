import type { ReactElement } from "react";
import { Link } from "wouter";
import { CONTACT_EMAIL, PRODUCT_NAME } from "#src/product.ts";
import styles from "./answer.module.css";
import { Claim } from "./claim.tsx";
import { describeData, describeDates, describeMarkets } from "./device-facts.ts";
import type { DeviceFacts } from "./device-facts.ts";

export function AboutAnswer({ facts }: { readonly facts: DeviceFacts }): ReactElement {
  return (
    <div className={styles["claims"]}>
      <div className={styles["section"]}>
        <p>
          {PRODUCT_NAME} is a strategy studio for investors and traders. You create a strategy, test it
          against historical market data, and refine it: what to look at, when to buy, when to sell, with how
          much.
        </p>
        <p>
          It is an early prototype, and an alpha launch is coming. Write to{" "}
          <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a> for updates.
        </p>
      </div>
      <Claim says="It is a web tool with a strategy builder and charts.">
        Yes. The builder has four steps, and a simulation ends in metrics, charts and tables. All of it runs
        in this browser, without an account.
      </Claim>
      <Claim says="Strategies are tested on 20+ years of historical market data.">
        {describeDates(facts)} The demo market that comes with the app is invented. For real history, import
        price files of your own under <Link href="/data">Data</Link>.
      </Claim>
      <Claim says="It covers over 70,000 stocks and multiple markets.">
        {describeData(facts)} {describeMarkets(facts)} More comes from the files that you import.
      </Claim>
      <Claim says="There is an API submission path for Python, JavaScript and R.">
        There is no server to submit to. Instead the <code>simulate</code> command runs a strategy file with
        the same engine, and all three languages can call it. The examples are under{" "}
        <a href="#get-started">How do I get started?</a>
      </Claim>
      <Claim says="Strategy templates are open source, and you may write your own code.">
        The built-in strategies and the engine come with their source, under the MIT licence. Rules can name
        numbers that you write in JavaScript, TypeScript or Python: see{" "}
        <a href="#get-started">How do I get started?</a> A strategy is a file; your own programs can write
        such files and read the results.
      </Claim>
    </div>
  );
}
