/** A line as a row of fields: what is looked at, how, and every number by its name. */
import { useContext, useId } from "react";
import type { ReactElement } from "react";
import { upperFirst } from "#src/format/first-letter.ts";
import { shownName } from "#src/format/shown.ts";
import { classNames } from "#src/ui/class-names.ts";
import { DatasetNames } from "../dataset-names.ts";
import { GROUP_TITLES } from "./condition-table.ts";
import { lineOfOwn, OWN_NUMBERS } from "./own-line.ts";
import { isReadable, lineOfRow, rowOfLine, shapeOf, SHAPES } from "./row-form.ts";
import type { RowPart, RowShape } from "./row-form.ts";
import type { TypedRow } from "./rule-tree.ts";
import styles from "./rules.module.css";

interface RuleFieldsProps {
  readonly row: TypedRow;
  readonly isSell: boolean;
  /** Something is wrong with the line that none of the fields shows by itself. */
  readonly isWrong: boolean;
  /** Where what is wrong is told. */
  readonly noteId: string;
  /** The line, and the row where its fields hold something else than what the line says. */
  readonly onChange: (text: string, row: TypedRow | null) => void;
}

export function RuleFields({ row, isSell, isWrong, noteId, onChange }: RuleFieldsProps): ReactElement | null {
  const shape = shapeOf(row);
  if (!shape) return null;
  const take = (next: TypedRow) => {
    const text = lineOfRow(next);
    const said = rowOfLine(text);
    onChange(text, said !== null && isSameRow(said, next) ? null : next);
  };
  const changeWhat = (key: string) =>
    onChange(key.startsWith(OWN) ? lineOfOwn(key.slice(OWN.length)) : key, null);
  const wrongAt = row.values.findIndex((_, at) => !isReadable(row, at));
  const firstWrong = wrongAt < 0 && isWrong ? 0 : wrongAt;
  return (
    <div className={styles["fields"]}>
      <select
        className={classNames(styles["box"], styles["what"])}
        aria-label="What"
        value={shape.key}
        onChange={(event) => changeWhat(event.target.value)}
        data-part={row.values.length === 0 ? "field" : undefined}
      >
        <OwnNumbers />
        <ShapeOptions isSell={isSell} />
      </select>
      {shape.parts.map((part) => (
        <Part
          key={`${shape.key} ${part.type} ${part.text}`}
          part={part}
          shape={shape}
          row={row}
          wrong={part.type === "value" && part.at === firstWrong ? noteId : null}
          take={take}
        />
      ))}
    </div>
  );
}

function isSameRow(a: TypedRow, b: TypedRow): boolean {
  return a.how === b.how && a.values.every((value, at) => value === b.values[at]);
}

interface PartProps {
  readonly part: RowPart;
  readonly shape: RowShape;
  readonly row: TypedRow;
  /** The id of what is told about this field; null where nothing is wrong with it. */
  readonly wrong: string | null;
  readonly take: (row: TypedRow) => void;
}

function Part({ part, shape, row, wrong, take }: PartProps): ReactElement {
  if (part.type === "words") {
    const isGlued = part.text.startsWith("-");
    return <span className={classNames(styles["partWords"], isGlued && styles["glued"])}>{part.text}</span>;
  }
  if (part.type === "how") {
    return (
      <select
        className={styles["box"]}
        aria-label="How"
        value={row.how}
        onChange={(event) => take({ ...row, how: event.target.value })}
      >
        {Object.entries(shape.hows).map(([how, words]) => (
          <option key={how} value={how}>
            {words}
          </option>
        ))}
      </select>
    );
  }
  const value = row.values[part.at] ?? "";
  if (part.text === "name") return <NameOfFact {...{ part, row, wrong, take, shape }} value={value} />;
  return (
    <input
      type="text"
      className={classNames(styles["box"], styles["value"])}
      aria-label={upperFirst(part.text)}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      size={Math.max(4, value.length + 1)}
      value={value}
      onChange={(event) => take({ ...row, values: row.values.with(part.at, event.target.value) })}
      data-part={part.at === row.values.length - 1 ? "field" : undefined}
      {...(wrong !== null && { "aria-invalid": true, "aria-describedby": wrong })}
    />
  );
}

interface NameOfFactProps extends PartProps {
  readonly part: Extract<RowPart, { type: "value" }>;
  readonly value: string;
}

/** The name of an own number, a fact or a signal, with those that there are as suggestions. */
function NameOfFact({ part, row, wrong, take, value }: NameOfFactProps): ReactElement {
  const { own = [], facts, signals } = useContext(DatasetNames);
  const id = useId();
  return (
    <>
      <input
        type="text"
        className={classNames(styles["box"], styles["value"])}
        aria-label={upperFirst(part.text)}
        list={id}
        autoComplete="off"
        spellCheck={false}
        size={Math.max(4, value.length + 1)}
        value={value}
        onChange={(event) => take({ ...row, values: row.values.with(part.at, event.target.value) })}
        data-part={part.at === row.values.length - 1 ? "field" : undefined}
        {...(wrong !== null && { "aria-invalid": true, "aria-describedby": wrong })}
      />
      <datalist id={id}>
        {[...own, ...(facts ?? []), ...(signals ?? [])].map((name) => (
          <option key={name} value={name}>
            {shownName(name)}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** The list is the same in every row of a step: its elements are made once. */
const OPTIONS = { sell: optionsFor(true), other: optionsFor(false) };

function ShapeOptions({ isSell }: { readonly isSell: boolean }): ReactElement {
  return isSell ? OPTIONS.sell : OPTIONS.other;
}

function optionsFor(isSell: boolean): ReactElement {
  const groups = Object.entries(GROUP_TITLES).filter(([group]) => isSell || group !== "position");
  return (
    <>
      {groups.map(([group, title]) => (
        <optgroup key={group} label={title}>
          {shapesIn(group).map(({ key, entry }) => (
            <option key={key} value={key}>
              {entry.what}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}

/** In front of the name of a person's own number, which is the formula of no entry. */
const OWN = "own ";

function OwnNumbers(): ReactElement | null {
  const { own = [] } = useContext(DatasetNames);
  if (own.length === 0) return null;
  return (
    <optgroup label={OWN_NUMBERS}>
      {own.map((name) => (
        <option key={name} value={`${OWN}${name}`}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}

function shapesIn(group: string): readonly RowShape[] {
  return SHAPES.filter(({ entry }) => entry.group === group);
}
