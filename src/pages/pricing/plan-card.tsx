import type { ReactElement } from "react";
import { Link } from "wouter";
import { Badge } from "#src/ui/badge.tsx";
import { buttonClass } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import page from "#src/ui/page.module.css";
import { FeatureList } from "./feature-list.tsx";
import styles from "./plan-card.module.css";
import type { Plan } from "./plans.ts";

/** One plan. Its parts share the rows of the grid around it, so that cards side by side line up. */
export function PlanCard({ plan }: { readonly plan: Plan }): ReactElement {
  const headingId = `plan-${plan.id}`;
  return (
    <article
      className={classNames(styles["card"], plan.mostPopular && styles["popular"])}
      aria-labelledby={headingId}
    >
      <div className={styles["title"]}>
        <h3 id={headingId}>{plan.title}</h3>
        {plan.mostPopular && <Badge tone="accent">Most Popular</Badge>}
      </div>
      <p>
        <span className={styles["amount"]}>{plan.price}</span>{" "}
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
