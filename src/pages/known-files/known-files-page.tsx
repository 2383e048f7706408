/** What the import knows by name: vendors, exchanges and layouts with an example each, to be searched. */
import { useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { countOf } from "#src/format/number.ts";
import { Button } from "#src/ui/button.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { SearchedParts } from "#src/ui/searched-parts.tsx";
import { useHashTarget } from "#src/ui/use-hash-target.ts";
import { knownFiles } from "#workers/import/what/known-files.ts";
import type { KnownPart } from "#workers/import/what/known-files.ts";
import styles from "./known-files-page.module.css";

const PARTS = knownFiles();

export function KnownFilesPage(): ReactElement {
  const [typed, setTyped] = useState("");
  const found = matching(typed);
  const count = found.reduce((sum, { files }) => sum + files.length, 0);
  useHashTarget();
  return (
    <div className={page["coded"]}>
      <PageHeading title="Known files" lead={<Lead />} />
      <SearchedParts
        hint="A vendor, an exchange or the name of a column."
        typed={typed}
        onType={setTyped}
        found={countOf(count, "entry", "entries")}
        parts={found}
      />
      {found.map(({ id, title, sentence, files }) => (
        <Panel key={id} id={id} title={title}>
          <p>{sentence}</p>
          <dl className={styles["files"]}>
            {files.map(({ name, example }) => (
              <div key={`${name} ${example}`}>
                <dt>{name}</dt>
                <dd>
                  <code>{example}</code>
                </dd>
              </div>
            ))}
          </dl>
        </Panel>
      ))}
      {found.length === 0 && (
        <EmptyState
          title="No match"
          text="A file may be read all the same: drop it under Data and see what it is taken for."
        >
          <Button onClick={() => setTyped("")}>Show everything</Button>
        </EmptyState>
      )}
    </div>
  );
}

function Lead(): ReactElement {
  return (
    <>
      What the import knows by name. A file that is not in this list is read by what is in it. Drop it under{" "}
      <Link href="/data">Data</Link>: what can&apos;t be told from it, you are asked.
    </>
  );
}

/** The parts with those of their entries that have every word in them. */
function matching(typed: string): readonly KnownPart[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return PARTS.flatMap(({ files, ...part }) => {
    const found = files.filter(({ name, example }) => {
      const text = `${part.title} ${name} ${example}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    return found.length === 0 ? [] : [{ ...part, files: found }];
  });
}
