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
}

/** A strategy's numbers by own code: name, language and source, to be unfolded. Nothing where it has none. */
export function OwnNumbers({ fields, open = false }: OwnNumbersProps): ReactElement | null {
  if (fields.length === 0) return null;
  return (
    <div className={styles["fields"]}>
      {fields.map((field) => (
        <Disclosure key={field.name} summary={summaryOf(field)} open={open}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it */}
          <section className={styles["scroller"]} aria-label={`Source of ${field.name}`} tabIndex={0}>
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
