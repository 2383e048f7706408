/** The FAQ. Every claim about the product is followed by what this edition does on this device. */
import type { ReactElement } from "react";
import { Link } from "wouter";
import { CONTACT_EMAIL, PRODUCT_NAME } from "#src/product.ts";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { NOT_POSSIBLE } from "#workers/words/not-possible.ts";
import text from "./answer.module.css";
import { Claim, OnThisDevice } from "./claim.tsx";
import { DataTypesAnswer } from "./data-types-answer.tsx";
import {
  describeData,
  describeDates,
  describeMarkets,
  describeRuns,
  describeStrategies,
  useDeviceFacts,
} from "./device-facts.ts";
import type { DeviceFacts } from "./device-facts.ts";
import { FundamentalsAnswer } from "./fundamentals-answer.tsx";
import { GetStartedAnswer } from "./get-started-answer.tsx";
import { MetricsAnswer } from "./metrics-answer.tsx";
import { Question } from "./question.tsx";
import styles from "./questions-page.module.css";

export function QuestionsPage(): ReactElement {
  const facts = useDeviceFacts();
  return (
    <div className={page["apart"]}>
      <PageHeading
        title={`${PRODUCT_NAME} FAQ`}
        lead="The answers describe the whole product. The lines that begin with “On this device” say what this edition does today."
      />
      <div className={styles["questions"]}>
        <Question id="what-it-is" title={`What is ${PRODUCT_NAME}?`} startsOpen>
          <AboutAnswer facts={facts} />
        </Question>
        <Question id="get-started" title="How do I get started?">
          <GetStartedAnswer />
        </Question>
        <Question id="previous-simulations" title="Can I access and manage my previous simulations?">
          <SimulationsAnswer facts={facts} />
        </Question>
        <Question id="data-types" title="What types of financial data are provided?">
          <DataTypesAnswer facts={facts} />
        </Question>
        <Question id="fundamentals" title="What fundamental data points are available?">
          <FundamentalsAnswer />
        </Question>
        <Question id="advanced-metrics" title="What advanced metrics are offered?">
          <MetricsAnswer />
        </Question>
        <Question id="not-possible" title="What it can't do">
          <NotPossibleAnswer />
        </Question>
      </div>
    </div>
  );
}

function AboutAnswer({ facts }: { readonly facts: DeviceFacts }): ReactElement {
  return (
    <div className={text["claims"]}>
      <div className={text["section"]}>
        <p>
          {PRODUCT_NAME} is a strategy studio for investors and traders. You create a strategy, test it
          against historical market data, and refine it. A strategy says what to look at, when to buy and
          sell, and with how much.
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

function NotPossibleAnswer(): ReactElement {
  return (
    <div className={text["claims"]}>
      <OnThisDevice>
        None of this is simulated today. Where something comes near it, that is said beside it. The same
        answers come when you type such a word into the command palette, the search of conditions or a
        formula.
      </OnThisDevice>
      <ul className={text["list"]} aria-label="What is not simulated">
        {NOT_POSSIBLE.map(({ title, answer, sentence, instead }) => (
          <li key={title}>
            <strong>{title}.</strong> {answer} {sentence}
            {instead !== null && <span className={page["soft"]}> {instead}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function SimulationsAnswer({ facts }: { readonly facts: DeviceFacts }): ReactElement {
  return (
    <div className={text["claims"]}>
      <p>
        Yes. Under <Link href="/strategy">Strategies</Link>, “Show Results” opens a strategy’s latest one, and{" "}
        <Link href="/runs">Runs</Link> lists every one.
      </p>
      <Claim says="You can save strategies, and come back to incomplete ones later.">
        {describeStrategies(facts)} What you type in the builder is kept as a draft, even if you close the
        page.
      </Claim>
      <Claim says="You can review earlier simulations.">
        {describeRuns(facts)} Each keeps the strategy as it was then, and which data and which version of the
        engine it used. Editing a strategy later changes no old result, and each result has an address of its
        own.
      </Claim>
      <Claim says="You can copy and modify strategies.">
        “Duplicate Strategy” adds a copy to your own. Edit that one, and run both.
      </Claim>
      <p>
        All of it is stored in this browser only, and sent nowhere. The browser can clear it, for example when
        you delete site data.
      </p>
    </div>
  );
}
