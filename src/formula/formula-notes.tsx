/** What stands below a formula: what is wrong with it and its mends, what became of a paste, and help at the cursor. */
import { useMemo } from "react";
import type { ReactElement } from "react";
import { Button } from "#src/ui/button.tsx";
import { functionNamed } from "#workers/rules/function-table.ts";
import { numberNamed } from "#workers/rules/name-table.ts";
import { waysToWrite } from "#workers/words/reference.ts";
import { placeOfCursor } from "./cursor-place.ts";
import { findProblem } from "./find-problem.ts";
import type { FormulaProblem } from "./find-problem.ts";
import styles from "./formula-field.module.css";
import type { FormulaSetting } from "./formula-names.ts";
import { partAt, partsOfLine } from "./line-parts.ts";
import { mendFormula } from "./mend-formula.ts";
import type { PasteNotice } from "./read-paste.ts";

interface FormulaNotesProps {
  readonly id: string;
  readonly value: string;
  readonly cursor: number;
  readonly setting: FormulaSetting;
  readonly problem: FormulaProblem | null;
  readonly notice: PasteNotice | null;
  readonly isActive: boolean;
  /** Characters `from` to before `to` by a text. */
  readonly onReplace: (from: number, to: number, text: string) => void;
  readonly onDismiss: () => void;
  readonly onStrategyPasted: ((text: string) => void) | undefined;
  readonly onRulesPasted: ((rules: readonly string[]) => void) | undefined;
}

export function FormulaNotes(props: FormulaNotesProps): ReactElement {
  const { id, value, cursor, problem, notice, isActive } = props;
  return (
    <div>
      <div id={id} aria-live="polite">
        {problem && <ProblemNote {...props} problem={problem} />}
      </div>
      <output className={styles["status"]}>{notice && <PasteNote {...props} notice={notice} />}</output>
      {isActive && <HelpNote value={value} cursor={cursor} />}
    </div>
  );
}

interface ProblemNoteProps extends Pick<FormulaNotesProps, "value" | "setting" | "onReplace"> {
  readonly problem: FormulaProblem;
}

function ProblemNote({ value, setting, problem, onReplace }: ProblemNoteProps): ReactElement {
  const { column, message, nearest, from, to } = problem;
  const mended = useMemo(() => mendOf(value, setting), [value, setting]);
  return (
    <p className={styles["error"]}>
      <span>
        Column {column}: {message}
      </span>
      {nearest !== null && (
        <Button size="small" onClick={() => onReplace(from, to, nearest)}>
          Did you mean {nearest}?
        </Button>
      )}
      {nearest === null && mended !== null && (
        <Button size="small" onClick={() => onReplace(0, value.length, mended)}>
          <span>
            Write <code>{mended}</code>
          </span>
        </Button>
      )}
    </p>
  );
}

/** The whole line in the language's own words, where that makes it right; null where it doesn't. */
function mendOf(value: string, setting: FormulaSetting): string | null {
  const { text } = mendFormula(value);
  return text !== value.trim() && findProblem(text, setting) === null ? text : null;
}

interface PasteNoteProps extends Pick<
  FormulaNotesProps,
  "value" | "onReplace" | "onDismiss" | "onStrategyPasted" | "onRulesPasted"
> {
  readonly notice: PasteNotice;
}

function PasteNote(props: PasteNoteProps): ReactElement {
  const { value, notice, onReplace, onDismiss, onStrategyPasted, onRulesPasted } = props;
  const close = (
    <Button size="small" kind="quiet" onClick={onDismiss}>
      Close
    </Button>
  );
  if (notice.type === "rules") {
    const { rules } = notice;
    return (
      <div className={styles["paste"]}>
        <p>These are {rules.length} rules, and a line takes one. Nothing was put into it.</p>
        {onRulesPasted && (
          <Button
            size="small"
            onClick={() => {
              onRulesPasted(rules);
              onDismiss();
            }}
          >
            Add all {rules.length}
          </Button>
        )}
        {close}
      </div>
    );
  }
  if (notice.type !== "line") {
    const { type, pasted } = notice;
    return (
      <div className={styles["paste"]}>
        <p>{NOT_A_LINE[type]}</p>
        {type === "strategy" && onStrategyPasted && (
          <Button size="small" onClick={() => onStrategyPasted(pasted)}>
            Import it
          </Button>
        )}
        {close}
      </div>
    );
  }
  const { changes, doubts, text, unmended } = notice;
  return (
    <div className={styles["paste"]}>
      {changes.length > 0 && <p>Pasted with changes: {changeWords(changes)}.</p>}
      {doubts.map((doubt) => (
        <p key={doubt}>{doubt}</p>
      ))}
      {changes.length > 0 && value === text && (
        <Button
          size="small"
          onClick={() => {
            onReplace(0, value.length, unmended);
            onDismiss();
          }}
        >
          Undo the changes
        </Button>
      )}
      {close}
    </div>
  );
}

const NOT_A_LINE = {
  strategy: "This is a whole strategy: import it. Nothing was put into the line.",
  "cut-off strategy":
    "This is a part of a strategy file, cut off somewhere. Copy the whole file, and import it.",
  group: "This is a group of rules as a file has it. A line takes one rule: paste what stands in its quotes.",
} as const;

const MOST_CHANGES = 4;

function changeWords(changes: readonly string[]): string {
  const rest = changes.length - MOST_CHANGES;
  const shown = changes.slice(0, MOST_CHANGES).join("; ");
  return rest > 0 ? `${shown}; and ${rest} more` : shown;
}

function HelpNote({ value, cursor }: Pick<FormulaNotesProps, "value" | "cursor">): ReactElement {
  const help = useMemo(() => findHelp(value, cursor), [value, cursor]);
  if (!help) {
    return (
      <p className={styles["help"]}>
        <kbd>Ctrl</kbd> + <kbd>Space</kbd> lists what can stand here.
      </p>
    );
  }
  const { name, sentence } = help;
  // A look at the reference must not cost the page that is filled in; where it is the page itself it costs nothing.
  const isHere = location.pathname === "/functions";
  return (
    <p className={styles["help"]}>
      <Signature {...help} /> {sentence}{" "}
      <a {...(isHere ? { href: `#${name}` } : { href: `/functions#${name}`, target: "_blank" })}>
        More on {name}
      </a>
    </p>
  );
}

/** The argument that the cursor is at stands out. */
function Signature({
  signature,
  parameter,
}: {
  readonly signature: string;
  readonly parameter: string | null;
}): ReactElement {
  const open = signature.indexOf("(");
  const at = parameter === null ? -1 : signature.search(new RegExp(`(?<=[(, "])${parameter}(?=[,)"])`));
  if (parameter === null || at < open || open < 0) return <code>{signature}</code>;
  const end = at + parameter.length;
  return (
    <code>
      {signature.slice(0, at)}
      <strong>{signature.slice(at, end)}</strong>
      {signature.slice(end)}
    </code>
  );
}

interface FormulaHelp {
  /** As the language writes it; the part of /functions that it leads to is called so, too. */
  readonly name: string;
  /** "sma(x, n)". */
  readonly signature: string;
  readonly sentence: string;
  /** The parameter that the cursor is at; null where that is not certain. */
  readonly parameter: string | null;
}

/** What the language says of the word at the cursor, else of the innermost call around it; null where there is neither. */
export function findHelp(line: string, at: number): FormulaHelp | null {
  const part = partAt(partsOfLine(line), at);
  const word = part ? line.slice(part.from, part.to) : "";
  const entry = part?.kind === "function" ? functionNamed(word) : undefined;
  if (entry) return { ...helpOf(entry), parameter: null };
  const named = part?.kind === "name" ? numberNamed(word) : undefined;
  const call = placeOfCursor(line, at).calls.at(-1);
  if (call) {
    const [parameter, other] = call.parameters;
    return { ...helpOf(call.entry), parameter: other || !parameter ? null : parameter.name };
  }
  return named
    ? { name: named.name, signature: named.name, sentence: named.sentence, parameter: null }
    : null;
}

function helpOf(entry: Parameters<typeof waysToWrite>[0]): Omit<FormulaHelp, "parameter"> {
  const [signature = entry.name] = waysToWrite(entry);
  return { name: entry.name, signature, sentence: entry.sentence };
}
