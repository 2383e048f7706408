import { useState } from "react";
import type { ReactElement } from "react";
import { lowerFirst } from "#src/format/first-letter.ts";
import { readAmount } from "#src/format/read-amount.ts";
import { formatPercentSetting } from "#src/format/number.ts";
import { SelectField } from "#src/ui/field.tsx";
import { costsOf, presetOf } from "#workers/model/cost-presets.ts";
import type { CostPresetKey } from "#workers/model/cost-presets.ts";
import { costHint, PRESET_NAMES } from "./cost-words.ts";
import { isWithin, STRATEGY_FIELDS } from "#workers/model/strategy-fields.ts";
import { changeForm } from "./form-fields.tsx";
import type { BuilderForm } from "./form-fields.tsx";
import type { FormValues } from "./form-values.ts";

interface CostFieldProps {
  readonly form: BuilderForm;
  readonly simulation: FormValues["simulation"];
  /** What one position costs at first, in the account's currency. */
  readonly tradeValue: number;
}

const PRESETS = ["none", "nse-delivery", "us"] as const satisfies readonly CostPresetKey[];
const OPTIONS = [
  ...PRESETS.map((value) => ({ value, label: PRESET_NAMES[value] })),
  { value: "own", label: "Own" },
];

/** A choice of presets over the figures of the last step, which stay the only place where costs are kept. */
export function CostField({ form, simulation, tradeValue }: CostFieldProps): ReactElement {
  const [wantsOwn, setWantsOwn] = useState(false);
  const percents = percentsOf(simulation);
  const preset = wantsOwn ? null : presetOf(percents);
  const choose = (value: string) => {
    const chosen = PRESETS.find((one) => one === value);
    setWantsOwn(!chosen);
    if (!chosen) return;
    const costs = costsOf(chosen, tradeValue);
    changeForm(form, [
      { name: "simulation.commissionPercent", value: String(costs.percent) },
      { name: "simulation.slippagePercent", value: String(costs.slippage) },
    ]);
  };
  return (
    <SelectField
      label="Costs"
      options={OPTIONS}
      value={preset ?? "own"}
      hint={hintOf(preset, percents, tradeValue)}
      onChange={(event) => choose(event.target.value)}
    />
  );
}

/** "NSE delivery costs", "no costs", "own costs". */
export function costWords(simulation: FormValues["simulation"]): string {
  const preset = presetOf(percentsOf(simulation));
  if (preset === null) return "own costs";
  return preset === "none" ? lowerFirst(PRESET_NAMES.none) : `${PRESET_NAMES[preset]} costs`;
}

/** As typed; NaN for what is no number. */
function percentsOf({ commissionPercent, slippagePercent }: FormValues["simulation"]): Percents {
  return {
    commissionPercent: readAmount(commissionPercent) ?? Number.NaN,
    slippagePercent: readAmount(slippagePercent) ?? Number.NaN,
  };
}

interface Percents {
  readonly commissionPercent: number;
  readonly slippagePercent: number;
}

function hintOf(preset: CostPresetKey | null, percents: Percents, tradeValue: number): string {
  if (!isReadable(percents)) return "A figure under Simulation can't be read.";
  const { commissionPercent, slippagePercent } = percents;
  const slippage = slippagePercent > 0 ? `, and ${formatPercentSetting(slippagePercent)} slippage` : "";
  const worked = preset && costsOf(preset, tradeValue);
  if (worked && worked.percent === commissionPercent) return `${costHint(worked)}${slippage}`;
  const own = `${formatPercentSetting(commissionPercent)} a side${slippage}`;
  return preset === null ? `${own}. Type your own under Simulation.` : own;
}

function isReadable(percents: Percents): boolean {
  return (["commissionPercent", "slippagePercent"] as const).every((name) =>
    isWithin(percents[name], STRATEGY_FIELDS[`simulation.${name}`].limits),
  );
}
