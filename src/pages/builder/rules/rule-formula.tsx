/** The field that a line of the rule language is typed into: the one place that knows which field it is. */
import { useContext } from "react";
import type { ReactElement } from "react";
import { FormulaField } from "#src/formula/formula-field.tsx";
import { ANY_NAMES } from "#src/formula/formula-names.ts";
import { LONGEST_LINE } from "#workers/model/rule.ts";
import { DatasetNames } from "../dataset-names.ts";
import { StrategyPaste } from "../strategy-paste.ts";
import { useEditor } from "./editor-context.ts";
import styles from "./rules.module.css";

interface RuleFormulaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur?: () => void;
  /** Enter is pressed: without it, it does what it does in every field of the form. */
  readonly onEnter?: () => void;
  /** What is wrong with an empty line, where one is; what is wrong with any other line the field finds by itself. */
  readonly error?: { readonly message: string; readonly column: number } | undefined;
  /** Several rules are pasted, and wanted. */
  readonly onRulesPasted: (rules: readonly string[]) => void;
  readonly placeholder: string;
  /** Stands below it; a line that is nearly too long says so in its place. */
  readonly hint?: string | undefined;
  /** What is off is not asked for names that the data lacks. */
  readonly isOff?: boolean;
}

const NEARLY = 0.8 * LONGEST_LINE;

export function RuleFormula({ isOff = false, hint, ...props }: RuleFormulaProps): ReactElement {
  const { section } = useEditor();
  const names = useContext(DatasetNames);
  const onStrategyPasted = useContext(StrategyPaste);
  const { length } = props.value;
  return (
    <div className={styles["formula"]} data-part="field">
      <FormulaField
        {...props}
        isLabelHidden
        isPlainAtRest
        wants="rule"
        place={section}
        names={isOff ? ANY_NAMES : names}
        onStrategyPasted={onStrategyPasted}
        hint={length > NEARLY ? `${length} of ${LONGEST_LINE} characters` : hint}
      />
    </div>
  );
}
