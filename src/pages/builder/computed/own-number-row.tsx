/** One number by a person's own code: its name, what uses it, what is wrong with it, and on demand its editor. */
import { Ellipsis } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useId } from "react";
import type { ReactElement } from "react";
import { LANGUAGE_NAMES, languageNamed } from "#src/code/bars-table.ts";
import { joinWords } from "#src/format/join-words.ts";
import { shown } from "#src/format/shown.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { Button } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import menu from "#src/ui/download-menu.module.css";
import { icon } from "#src/ui/icons.tsx";
import page from "#src/ui/page.module.css";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import type { BuilderForm } from "../form-fields.tsx";
import { OwnNumberEditor } from "./own-number-editor.tsx";
import type { NumberProblem, OwnNumber } from "./own-numbers.ts";
import styles from "./own-numbers.module.css";

const MoreIcon = icon(Ellipsis);

export interface NumberActions {
  readonly change: (number: OwnNumber) => void;
  /** Shows its editor, or puts it away. */
  readonly toggle: () => void;
  readonly copy: () => void;
  readonly discard: () => void;
}

interface OwnNumberRowProps {
  readonly number: OwnNumber;
  /** Its place in the list, from 0. */
  readonly at: number;
  /** What names it: "buy rules". */
  readonly uses: readonly string[];
  readonly problems: readonly NumberProblem[];
  /** Why the strategy could not be counted, where that is its fault; null for nothing. */
  readonly refusal: string | null;
  /** The data's fact of its name. */
  readonly hides: string | null;
  /** null while its editor is not shown. */
  readonly editorKey: number | null;
  readonly form: BuilderForm;
  readonly dataset: Dataset | null;
  readonly isFull: boolean;
  readonly actions: NumberActions;
}

export function OwnNumberRow(props: OwnNumberRowProps): ReactElement {
  const { number, at, problems, refusal, hides, editorKey, form, dataset, actions } = props;
  const id = useId();
  const name = number.name.trim() || `number ${at + 1}`;
  const isOpen = editorKey !== null;
  return (
    <>
      <div className={styles["row"]}>
        <div className={styles["words"]}>
          <code className={classNames(styles["name"], number.off && styles["off"])}>{shown(name)}</code>
          <span className={page["soft"]}>
            {LANGUAGE_NAMES[languageNamed(number.language)]} · {stateOf(props)}
          </span>
        </div>
        <div className={styles["actions"]}>
          <Button
            kind="quiet"
            size="small"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-editor` : undefined}
            onClick={actions.toggle}
          >
            {isOpen ? "Close" : "Edit"}
            <VisuallyHidden> {shown(name)}</VisuallyHidden>
          </Button>
          <NumberMenu {...props} name={name} />
        </div>
      </div>
      {!isOpen && problems.map(({ message }) => <Problem key={message} message={message} />)}
      {refusal !== null && <Problem message={refusal} />}
      {hides !== null && (
        <p className={page["soft"]}>It hides the fact {shown(hides)} of the data: rules see this number.</p>
      )}
      {isOpen && (
        <div id={`${id}-editor`}>
          <OwnNumberEditor
            key={editorKey}
            number={number}
            problems={problems}
            form={form}
            dataset={dataset}
            onChange={actions.change}
          />
        </div>
      )}
    </>
  );
}

function Problem({ message }: { readonly message: string }): ReactElement {
  return <p className={styles["problem"]}>⚠ {shown(message)}</p>;
}

function stateOf({ number, uses }: Pick<OwnNumberRowProps, "number" | "uses">): string {
  const named = joinWords(uses, "and");
  if (number.off) return uses.length === 0 ? "off" : `off, though named by ${named}`;
  return uses.length === 0 ? "not used: no rule names it" : `used by ${named}`;
}

interface NumberMenuProps extends OwnNumberRowProps {
  readonly name: string;
}

function NumberMenu({ number, name, isFull, actions }: NumberMenuProps): ReactElement {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button kind="quiet" size="small" className={styles["more"]} aria-label={`Actions of ${shown(name)}`}>
          <MoreIcon />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className={menu["list"]} align="end" sideOffset={4} collisionPadding={16}>
        <DropdownMenu.Item className={menu["item"]} disabled={isFull} onSelect={actions.copy}>
          Duplicate
        </DropdownMenu.Item>
        <DropdownMenu.Item
          className={menu["item"]}
          onSelect={() => actions.change({ ...number, off: !number.off })}
        >
          {number.off ? "Switch on" : "Switch off"}
        </DropdownMenu.Item>
        <DropdownMenu.Item className={menu["item"]} onSelect={actions.discard}>
          Delete
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
