import type { ReactElement } from "react";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import type { Entry, Part } from "./entries.ts";
import styles from "./reference-part.module.css";

/** A part of the reference under its title, an entry below the other. */
export function ReferencePart({ part }: { readonly part: Part }): ReactElement {
  const title = (
    <a className={styles["own"]} href={`#${part.id}`}>
      {part.title}
    </a>
  );
  return (
    <Panel id={part.id} title={title}>
      <ul>
        {part.entries.map((entry) => (
          <li key={entry.id} id={entry.id} className={styles["entry"]}>
            <EntryWords entry={entry} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function EntryWords({ entry }: { readonly entry: Entry }): ReactElement {
  const { id, title, others, sentence, otherNames, parameters, gives, example } = entry;
  return (
    <>
      <div className={styles["heading"]}>
        <h3>
          <a className={styles["own"]} href={`#${id}`}>
            {title}
          </a>
        </h3>
        {others.map((way) => (
          <p key={way} className={styles["other"]}>
            or <code>{way}</code>
          </p>
        ))}
      </div>
      <p>{sentence}</p>
      {parameters.length > 0 && (
        <dl className={styles["parameters"]}>
          {parameters.map((parameter) => (
            <div key={parameter.name}>
              <dt>
                <code>{parameter.name}</code>
              </dt>
              <dd>{parameter.sentence}</dd>
            </div>
          ))}
        </dl>
      )}
      {otherNames.length > 0 && <p className={page["soft"]}>Also known as: {otherNames.join(", ")}.</p>}
      {gives !== null && <p className={page["soft"]}>{gives}</p>}
      {example && (
        <p className={styles["example"]}>
          <code>{example.line}</code>
          <span>{example.words}</span>
        </p>
      )}
    </>
  );
}
