import type { ReactElement } from "react";
import { countOf } from "#src/format/number.ts";
import { shownSource } from "#src/format/shown.ts";
import type { ComputedField } from "#workers/model/computed-field.ts";
import { Disclosure } from "./disclosure.tsx";
import styles from "./own-numbers.module.css";

interface OwnNumbersProps {
  readonly fields: readonly ComputedField[];
  /** Whether the sources are open at first. */
  readonly open?: boolean;
  /** Whose they are, where those of several strategies stand beside each other. */
  readonly owner?: string;
}

/** A strategy's numbers from own code: name, language and source, to be unfolded. Nothing where it has none. */
export function OwnNumbers({ fields, open = false, owner }: OwnNumbersProps): ReactElement | null {
  if (fields.length === 0) return null;
  return (
    <div className={styles["fields"]}>
      {fields.map((field) => (
        <Disclosure key={field.name} summary={summaryOf(field)} open={open}>
          <section
            className={styles["scroller"]}
            aria-label={`Source of ${field.name}${owner === undefined ? "" : `, ${owner}`}`}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it
            tabIndex={0}
          >
            <pre className={styles["source"]}>
              <code>{shownSource(field.source)}</code>
            </pre>
          </section>
        </Disclosure>
      ))}
    </div>
  );
}

function summaryOf({ name, language, source, off }: ComputedField): string {
  const lines = countOf(source.split("\n").length, "line");
  return `Source of ${name} (${language}, ${lines}${off ? ", switched off" : ""})`;
}
