/** What stands above a long page that is searched: the field, how much was found, and a link to each part that is left. */
import type { ReactElement } from "react";
import { TextField } from "./field.tsx";
import page from "./page.module.css";
import styles from "./searched-parts.module.css";

interface SearchedPartsProps {
  readonly hint: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  /** How much was found, in words. */
  readonly found: string;
  readonly parts: readonly { readonly id: string; readonly title: string }[];
}

export function SearchedParts({ hint, typed, onType, found, parts }: SearchedPartsProps): ReactElement {
  return (
    <>
      <div className={styles["search"]}>
        <TextField
          type="search"
          label="Search"
          hint={hint}
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
        <output className={page["soft"]}>{found}</output>
      </div>
      <nav aria-label="Parts of this page" className={styles["parts"]}>
        {parts.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
    </>
  );
}
