/** The list of conditions by plain words, searched as one types; a formula that is typed here is taken as it is. */
import { Command } from "cmdk";
import { useContext, useState } from "react";
import type { ReactElement } from "react";
import { ANY_NAMES, isGivenName } from "#src/formula/formula-names.ts";
import { AnswerNote } from "#src/ui/answer-note.tsx";
import commands from "#src/ui/command-list.module.css";
import { Modal } from "#src/ui/modal.tsx";
import page from "#src/ui/page.module.css";
import { DEEPEST_GROUP } from "#workers/model/rule.ts";
import { findNotPossible } from "#workers/words/not-possible.ts";
import { DatasetNames } from "../dataset-names.ts";
import { CONDITIONS, GROUP_TITLES } from "./condition-table.ts";
import type { ConditionEntry } from "./condition-table.ts";
import { problemOfLine } from "./line-check.ts";
import { lineOfOwn, OWN_NUMBERS } from "./own-line.ts";
import { groupBranch, lineBranch } from "./rule-tree.ts";
import type { Branch, Joins } from "./rule-tree.ts";
import styles from "./condition-picker.module.css";

interface ConditionPickerProps {
  readonly isSell: boolean;
  /** Groups may stand here: they are not too deep yet. */
  readonly mayNest: boolean;
  readonly onChoose: (branch: Branch) => void;
  readonly onClose: () => void;
}

const GROUPS: readonly { readonly joins: Joins; readonly label: string }[] = [
  { joins: "any", label: "Add a group: any of its rules holds" },
  { joins: "all", label: "Add a group: all of its rules hold" },
  { joins: "none", label: "Add a group: none of its rules holds" },
];

export function ConditionPicker(props: ConditionPickerProps): ReactElement {
  const { isSell, mayNest, onChoose, onClose } = props;
  const [typed, setTyped] = useState("");
  const names = useContext(DatasetNames);
  const { own = [] } = names;
  const formula = typed.trim();
  const notPossible = isGivenName(formula, names) ? null : findNotPossible(formula);
  const isFormula = formula !== "" && problemOfLine(formula, isSell, ANY_NAMES) === null;
  const titles = Object.entries(GROUP_TITLES).filter(([group]) => isSell || group !== "position");
  return (
    <Modal label="Add a condition" place="top" onClose={onClose}>
      <Command className={styles["conditions"]} label="Conditions" filter={rank} loop>
        <Command.Input
          data-first
          className={commands["input"]}
          placeholder="Search by words, or type a formula…"
          value={typed}
          onValueChange={setTyped}
        />
        <AnswerNote entry={notPossible} />
        <Command.List className={commands["list"]} label="Conditions">
          {isFormula && (
            <Command.Group className={commands["group"]} forceMount>
              <Item
                label="Add this formula"
                formula={formula}
                isAlways
                onSelect={() => onChoose(lineBranch(formula))}
              />
            </Command.Group>
          )}
          {own.length > 0 && (
            <Command.Group className={commands["group"]} heading={OWN_NUMBERS}>
              {own.map((name) => (
                <Item
                  key={name}
                  label={name}
                  formula={lineOfOwn(name)}
                  search={OWN_NUMBERS}
                  onSelect={() => onChoose(lineBranch(lineOfOwn(name)))}
                />
              ))}
            </Command.Group>
          )}
          {titles.map(([group, title]) => (
            <Command.Group key={group} className={commands["group"]} heading={title}>
              {CONDITIONS.filter((entry) => entry.group === group).map((entry) => (
                <Condition key={entry.words} entry={entry} title={title} onChoose={onChoose} />
              ))}
            </Command.Group>
          ))}
          <Command.Group className={commands["group"]} heading="Groups">
            {GROUPS.map(({ joins, label }) => (
              <Item
                key={joins}
                label={mayNest ? label : `${label} (groups stand ${DEEPEST_GROUP} deep here already)`}
                isDisabled={!mayNest}
                onSelect={() => onChoose(groupBranch(joins))}
              />
            ))}
          </Command.Group>
          <Command.Group className={commands["group"]} heading="Formula" forceMount>
            <Item
              label="Write a formula"
              isAlways
              onSelect={() => onChoose(lineBranch(isFormula ? "" : formula, true))}
            />
          </Command.Group>
        </Command.List>
      </Command>
    </Modal>
  );
}

interface ConditionProps {
  readonly entry: ConditionEntry;
  readonly title: string;
  readonly onChoose: (branch: Branch) => void;
}

function Condition({ entry, title, onChoose }: ConditionProps): ReactElement {
  const { words, formula, also = "" } = entry;
  return (
    <Item
      label={words}
      formula={formula}
      search={`${title} ${also}`}
      onSelect={() => onChoose(lineBranch(formula))}
    />
  );
}

interface ItemProps {
  readonly label: string;
  readonly formula?: string;
  /** What else finds it. */
  readonly search?: string;
  /** It stands there whatever is searched for. */
  readonly isAlways?: boolean;
  readonly isDisabled?: boolean;
  readonly onSelect: () => void;
}

function Item({ label, formula, search = "", isAlways, isDisabled, onSelect }: ItemProps): ReactElement {
  return (
    <Command.Item
      className={commands["item"]}
      value={label}
      keywords={[`${label} ${search} ${formula ?? ""}`]}
      forceMount={isAlways === true}
      disabled={isDisabled === true}
      onSelect={onSelect}
    >
      <span className={commands["label"]}>{label}</span>
      {formula !== undefined && <code className={page["small"]}>{formula}</code>}
    </Command.Item>
  );
}

/** Every word typed must be in what finds it; those whose own words begin with it come first. */
function rank(value: string, typed: string, keywords: readonly string[] = []): number {
  const found = keywords.join(" ").toLowerCase();
  const words = typed.toLowerCase().trim().split(/\s+/);
  if (!words.every((word) => found.includes(word))) return 0;
  const [first = ""] = words;
  const label = value.toLowerCase();
  return label.startsWith(first) ? 1 : label.includes(first) ? 0.75 : 0.5;
}
