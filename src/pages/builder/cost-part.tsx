import { useWatch } from "react-hook-form";
import type { ReactElement } from "react";
import { formatWith } from "#src/format/number.ts";
import { readAmount } from "#src/format/read-amount.ts";
import { Disclosure } from "#src/ui/disclosure.tsx";
import page from "#src/ui/page.module.css";
import { costsOf, presetOf } from "#workers/model/cost-presets.ts";
import { PRESET_NAMES, PRESET_NOTES } from "./cost-words.ts";
import { FigureField } from "./form-fields.tsx";
import type { BuilderForm } from "./form-fields.tsx";
import styles from "./step.module.css";

interface CostPartProps {
  readonly form: BuilderForm;
  readonly tradeValue: number;
}

/** Commission and slippage, and how a preset's percent is made up. */
export function CostPart({ form, tradeValue }: CostPartProps): ReactElement {
  const [commission, slippage] = useWatch({
    control: form.control,
    name: ["simulation.commissionPercent", "simulation.slippagePercent"],
  });
  const preset = presetOf({
    commissionPercent: readAmount(commission) ?? Number.NaN,
    slippagePercent: readAmount(slippage) ?? Number.NaN,
  });
  return (
    <>
      <div className={styles["grid"]}>
        <FigureField form={form} name="simulation.commissionPercent" explained />
        <FigureField form={form} name="simulation.slippagePercent" explained />
      </div>
      {preset !== null && preset !== "none" && (
        <Disclosure summary={`What ${PRESET_NAMES[preset]} costs`}>
          <CostTable parts={costsOf(preset, tradeValue).parts} />
          <p className={page["small"]}>{PRESET_NOTES[preset]}</p>
        </Disclosure>
      )}
    </>
  );
}

function CostTable({ parts }: Pick<ReturnType<typeof costsOf>, "parts">): ReactElement {
  return (
    <table className={styles["costs"]}>
      <thead>
        <tr>
          <th scope="col">Charge</th>
          <th scope="col">Buy</th>
          <th scope="col">Sale</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ name, buy, sell }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{percentText(buy)}</td>
            <td>{percentText(sell)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** With the five decimals that an exchange's charge has. */
function percentText(percent: number): string {
  return `${formatWith(percent, "en", { maximumFractionDigits: 5 })}%`;
}
