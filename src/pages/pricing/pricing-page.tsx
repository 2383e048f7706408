import type { ReactElement } from "react";
import { Link } from "wouter";
import { buttonClass } from "#src/ui/button.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { FeatureList } from "./feature-list.tsx";
import { PlanCard } from "./plan-card.tsx";
import { CREDIT_PRICES, CUSTOM_SOLUTIONS, PLANS } from "./plans.ts";
import styles from "./pricing-page.module.css";

export function PricingPage(): ReactElement {
  return (
    <div className={styles["page"]}>
      <PageHeading
        title="Pricing"
        lead="Plans are for the hosted service. This app needs no account and no credits."
      />
      <section aria-labelledby="plans">
        <h2 id="plans" className={styles["plansHeading"]}>
          Monthly plans
        </h2>
        <div className={styles["plans"]}>
          {PLANS.map((plan) => (
            <PlanCard key={plan.id} plan={plan} />
          ))}
        </div>
      </section>
      <div className={styles["blocks"]}>
        <Panel title="Custom Solutions">
          <div className={styles["custom"]}>
            <p>For needs that no plan covers, we put together what fits.</p>
            <FeatureList features={CUSTOM_SOLUTIONS} />
            <Link href="/contact" className={buttonClass("primary")}>
              Contact Us for Custom Solutions
            </Link>
          </div>
        </Panel>
        <Panel title="Credit System Pricing">
          <CreditPrices />
        </Panel>
      </div>
    </div>
  );
}

function CreditPrices(): ReactElement {
  return (
    <div className={styles["credits"]}>
      <p>On the hosted service, credits pay for what a simulation uses.</p>
      <table className={styles["prices"]}>
        <thead>
          <tr>
            <th scope="col">Resource</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {CREDIT_PRICES.map(({ resource, price }) => (
            <tr key={resource}>
              <th scope="row">{resource}</th>
              <td>{price}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
