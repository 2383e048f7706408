import type { ReactElement } from "react";
import { formatDecimal } from "#src/format/number.ts";
import { classNames } from "#src/ui/class-names.ts";
import styles from "./months-section.module.css";

interface HeatCellProps {
  /** null leaves the cell empty. */
  readonly percent: number | null;
  /** From here on the colour grows no stronger. */
  readonly full: number;
  readonly strong?: boolean;
}

const STEPS = 5;

/** A percentage without its sign for percent, on a ground that grows with it; a loss has its minus. */
export function HeatCell({ percent, full, strong = false }: HeatCellProps): ReactElement {
  const text = percent === null ? "" : formatDecimal(percent, 1);
  const level = percent === null ? 0 : Math.min(STEPS, Math.ceil((Math.abs(percent) / full) * STEPS));
  const hasColor = percent !== null && /[1-9]/.test(text);
  return (
    <td
      className={classNames(
        strong && styles["strong"],
        hasColor && styles[percent > 0 ? "gain" : "loss"],
        hasColor && styles[`level${level}`],
      )}
    >
      {text}
    </td>
  );
}
