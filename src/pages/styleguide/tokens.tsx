import type { ReactElement } from "react";
import { Panel } from "#src/ui/panel.tsx";
import styles from "./styleguide-page.module.css";

const COLOURS = [
  "ground",
  "surface",
  "surface-sunken",
  "surface-raised",
  "line",
  "line-strong",
  "ink",
  "ink-soft",
  "accent",
  "accent-strong",
  "accent-soft",
  "on-accent",
  "gain",
  "gain-fill",
  "loss",
  "loss-fill",
  "danger",
  "danger-soft",
  "danger-line",
  "notice",
  "notice-soft",
  "notice-line",
  "series-strategy",
  "series-benchmark",
  "series-average",
];
const TEXT_SIZES = ["xs", "s", "m", "l", "xl", "2xl", "3xl"];
const SPACES = ["half", "1", "2", "3", "4", "5", "6", "7"];

/** The custom properties of src/ui/tokens.css. */
export function Tokens(): ReactElement {
  return (
    <>
      <Panel title="Colours">
        <ul className={styles["swatches"]}>
          {COLOURS.map((name) => (
            <li key={name}>
              <span className={styles["swatch"]} style={{ background: `var(--${name})` }} />
              {name}
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Type">
        {TEXT_SIZES.map((size) => (
          <p key={size} style={{ fontSize: `var(--text-${size})` }}>
            text-{size}: ₹30,00,00,000 +18.25%
          </p>
        ))}
      </Panel>
      <Panel title="Space, radius, shadow">
        <ul className={styles["spaces"]}>
          {SPACES.map((step) => (
            <li key={step}>
              <span className={styles["space"]} style={{ width: `var(--space-${step})` }} />
              space-{step}
            </li>
          ))}
        </ul>
        <div className={styles["boxes"]}>
          <span className={styles["box"]} style={{ borderRadius: "var(--radius-s)" }}>
            radius-s
          </span>
          <span
            className={styles["box"]}
            style={{ borderRadius: "var(--radius)", boxShadow: "var(--shadow)" }}
          >
            radius, shadow
          </span>
          <span className={styles["box"]} style={{ boxShadow: "var(--shadow-raised)" }}>
            shadow-raised
          </span>
        </div>
      </Panel>
    </>
  );
}
