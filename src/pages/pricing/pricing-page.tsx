import type { ReactElement } from "react";
import { Link } from "wouter";
import { Badge } from "#src/ui/badge.tsx";
import { buttonClass } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { CheckIcon } from "#src/ui/icons.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import featureList from "./feature-list.module.css";
import planCard from "./plan-card.module.css";
import { CREDIT_PRICES, CUSTOM_SOLUTIONS, PLANS } from "./plans.ts";
import type { Plan } from "./plans.ts";
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

/** One plan. Its parts share the rows of the grid around it, so that cards side by side line up. */
function PlanCard({ plan }: { readonly plan: Plan }): ReactElement {
  const headingId = `plan-${plan.id}`;
  return (
    <article
      className={classNames(planCard["card"], plan.mostPopular && planCard["popular"])}
      aria-labelledby={headingId}
    >
      <div className={planCard["title"]}>
        <h3 id={headingId}>{plan.title}</h3>
        {plan.mostPopular && <Badge tone="accent">Most Popular</Badge>}
      </div>
      <p>
        <span className={planCard["amount"]}>{plan.price}</span>{" "}
        <span className={page["quiet"]}>{plan.duration}</span>
      </p>
      <p className={page["soft"]}>{plan.forWhom}</p>
      <FeatureList features={plan.features} />
      <Link
        href={plan.path}
        className={buttonClass(plan.mostPopular ? "primary" : "secondary")}
        aria-describedby={headingId}
      >
        {plan.buttonText}
      </Link>
    </article>
  );
}

function FeatureList({ features }: { readonly features: readonly string[] }): ReactElement {
  return (
    <ul className={featureList["features"]}>
      {features.map((feature) => (
        <li key={feature} className={featureList["feature"]}>
          <CheckIcon />
          <span>{feature}</span>
        </li>
      ))}
    </ul>
  );
}
