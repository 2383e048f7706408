import { useWatch } from "react-hook-form";
import type { ReactElement } from "react";
import { COMPUTED, strategySettings } from "#src/format/strategy-settings.ts";
import type { StrategySetting } from "#src/format/strategy-settings.ts";
import { FactList } from "#src/ui/fact-list.tsx";
import { RuleWords } from "#src/ui/rule-words.tsx";
import { fieldAt, partsOf } from "#workers/model/strategy-fields.ts";
import type { Section } from "#workers/model/strategy-fields.ts";
import type { StepProps } from "./form-fields.tsx";
import { furtherPaths, readFurther } from "./further-settings.ts";
import { RuleList } from "./rule-list.tsx";
import styles from "./step.module.css";

interface FurtherPartProps extends StepProps {
  readonly section: Section;
}

/** The settings of a step that the form keeps without editing them: rules with their lines, the others by name. */
export function FurtherPart({ form, section, currency }: FurtherPartProps): ReactElement | null {
  const further = useWatch({ control: form.control, name: "further" });
  const order = useWatch({ control: form.control, name: "simulation.sortingType" });
  const strategy = readFurther(further);
  if (!strategy) return null;
  const shown = new Set(
    furtherPaths(strategy)
      .filter((path) => partsOf(path)[0] === section && !SHOWN_ELSEWHERE.has(path))
      .filter((path) => path !== "simulation.sortBy" || order === "expression")
      .map((path) => fieldAt(path).label),
  );
  if (section === "simulation" && strategy.computed) shown.add(COMPUTED);
  const settings = strategySettings(strategy, currency).filter(({ name }) => shown.has(name));
  const rules = section === "simulation" ? [] : (strategy[section].rules ?? []);
  if (settings.length === 0 && rules.length === 0) return null;
  return (
    <div className={styles["further"]}>
      {rules.length > 0 && <RuleList rules={rules} place={`${section}.rules`} />}
      {settings.length > 0 && <FactList facts={settings.map(shownSetting)} />}
      <p className={styles["rowHint"]}>Kept as it is: this form shows it and does not change it yet.</p>
    </div>
  );
}

function shownSetting({ name, value, texts: [text] }: StrategySetting) {
  return { name, value: text ? <RuleWords {...text} /> : value };
}

/** Rules have a list of their own, and sizing a field. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  "scanner.rules",
  "buy.rules",
  "sell.rules",
  "simulation.positionSizing",
]);
