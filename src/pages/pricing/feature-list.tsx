import type { ReactElement } from "react";
import { CheckIcon } from "#src/ui/icons.tsx";
import styles from "./feature-list.module.css";

export function FeatureList({ features }: { readonly features: readonly string[] }): ReactElement {
  return (
    <ul className={styles["features"]}>
      {features.map((feature) => (
        <li key={feature} className={styles["feature"]}>
          <CheckIcon />
          <span>{feature}</span>
        </li>
      ))}
    </ul>
  );
}
