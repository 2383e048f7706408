/** What was set otherwise, and what figures became: as it was, as it is, and the difference with its sign. */
import type { ReactElement } from "react";
import { shown } from "#src/format/shown.ts";
import { Change as GainOrLoss } from "./change.tsx";
import page from "./page.module.css";
import styles from "./change-list.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

interface Change {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

interface FigureChange extends Change {
  /** Above 0 where it became better; null where it can't be told. */
  readonly gain: number | null;
  /** "" where it can't be told. */
  readonly difference: string;
}

export function ChangeList({ changes }: { readonly changes: readonly Change[] }): ReactElement {
  return (
    <ul className={styles["changes"]}>
      {changes.map(({ name, before, after }) => (
        <li key={name}>
          <span className={page["quiet"]}>{name}</span> <bdi>{shown(before)}</bdi> <To />{" "}
          <bdi>{shown(after)}</bdi>
        </li>
      ))}
    </ul>
  );
}

export function FigureChangeList({ figures }: { readonly figures: readonly FigureChange[] }): ReactElement {
  return (
    <ul className={styles["changes"]}>
      {figures.map((figure) => (
        <Figure key={figure.name} figure={figure} />
      ))}
    </ul>
  );
}

function Figure({ figure }: { readonly figure: FigureChange }): ReactElement {
  const { name, before, after, gain, difference } = figure;
  return (
    <li>
      <span className={page["quiet"]}>{name}</span> {before} <To /> <strong>{after}</strong>
      {difference !== "" && (
        <span className={styles["difference"]}>
          {" "}
          <GainOrLoss value={gain} text={difference} />
        </span>
      )}
    </li>
  );
}

function To(): ReactElement {
  return (
    <>
      <span aria-hidden="true">→</span>
      <VisuallyHidden>to</VisuallyHidden>
    </>
  );
}
