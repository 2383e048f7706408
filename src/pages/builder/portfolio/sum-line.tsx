/** What the rows of a portfolio come to, in a sentence, and what the money that they leave earns. */
import { useContext } from "react";
import type { ReactElement } from "react";
import { useWatch } from "react-hook-form";
import { countOf, formatPercentSetting, formatSetting } from "#src/format/number.ts";
import { Button } from "#src/ui/button.tsx";
import page from "#src/ui/page.module.css";
import type { BuilderForm } from "../form-fields.tsx";
import { PreviewContext } from "../use-preview.ts";
import styles from "./portfolio.module.css";
import type { PortfolioValues } from "./portfolio-values.ts";
import { isOverFull } from "./weight-sums.ts";
import type { WeightSum } from "./weight-sums.ts";

/** Up to this much under 100 is rounding. */
const LEAST_LEFT = 0.05;

interface SumLineProps {
  readonly form: BuilderForm;
  readonly sum: WeightSum;
  readonly arePercents: boolean;
  readonly count: number;
  readonly onFill: () => void;
}

export function SumLine({ form, sum, arePercents, count, onFill }: SumLineProps): ReactElement | null {
  const cash = useWatch({ control: form.control, name: "simulation.cash" });
  const { preview, isCounting } = useContext(PreviewContext);
  if (count === 0) return null;
  const isOver = arePercents && isOverFull(sum.sum);
  const earned = earnsWords(cash, isCounting ? undefined : preview?.cashPerYear);
  return (
    <output className={isOver ? styles["over"] : page["soft"]}>
      {arePercents ? sumWords(sum, earned) : partsWords(sum)}{" "}
      {isOver && (
        <Button size="small" onClick={onFill}>
          Make the sum 100%
        </Button>
      )}
    </output>
  );
}

/** Of percents. @param earned - what idle money earns: "earns 4% a year" */
function sumWords({ sum, formulas }: WeightSum, earned: string): string {
  const percent = formatPercentSetting(sum);
  if (isOverFull(sum)) return `Sum ${percent}, more than there is: all would be scaled down together.`;
  if (formulas > 0) return `Sum of the numbers ${percent}.${onTop(formulas)}`;
  const left = Number((100 - sum).toPrecision(12));
  return left <= LEAST_LEFT
    ? "Sum 100%: all of the account."
    : `Sum ${percent}: the rest, ${formatPercentSetting(left)}, stays in cash and ${earned}.`;
}

/** Of parts, which are always the whole account. */
function partsWords({ sum, formulas }: WeightSum): string {
  return `Sum ${formatSetting(sum)}: each gets its part of the whole account.${onTop(formulas)}`;
}

function onTop(formulas: number): string {
  if (formulas === 0) return "";
  return ` ${countOf(formulas, "row")} by a formula ${formulas === 1 ? "comes" : "come"} on top.`;
}

/** "earns 4% a year". @param perYear - what a series comes to in the period, in percent; undefined while it is not known */
function earnsWords(cash: PortfolioValues["cash"], perYear: number | undefined): string {
  const { earns, percent } = cash;
  if (earns === "nothing") return "earns nothing";
  if (earns === "percent") return `earns ${percent.trim() || "…"}% a year`;
  const symbol = cash[earns].trim();
  if (symbol === "") return "earns nothing yet: choose a series below";
  const known =
    perYear === undefined ? "" : `, ${formatPercentSetting(Number(perYear.toFixed(1)))} a year on average`;
  return earns === "price" ? `earns what ${symbol} does${known}` : `earns the yield of ${symbol}${known}`;
}
