/** The FAQ. Every claim about the product is followed by what this edition does on this device. */
import type { ReactElement } from "react";
import { PRODUCT_NAME } from "#src/product.ts";
import { PageHeading } from "#src/ui/page-heading.tsx";
import { AboutAnswer } from "./about-answer.tsx";
import { DataTypesAnswer } from "./data-types-answer.tsx";
import { useDeviceFacts } from "./device-facts.ts";
import { FundamentalsAnswer } from "./fundamentals-answer.tsx";
import { GetStartedAnswer } from "./get-started-answer.tsx";
import { MetricsAnswer } from "./metrics-answer.tsx";
import { NotPossibleAnswer } from "./not-possible-answer.tsx";
import { Question } from "./question.tsx";
import styles from "./questions-page.module.css";
import { SimulationsAnswer } from "./simulations-answer.tsx";

export function QuestionsPage(): ReactElement {
  const facts = useDeviceFacts();
  return (
    <div className={styles["page"]}>
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
