/**
 * What the built index.html shows until its script has drawn the app: the first words of the first page, where they
 * will stand. The build renders it (workers/offline/offline-plugin.ts). Inert, since nothing in it works yet.
 */
import { renderToStaticMarkup } from "react-dom/server";
import { WordsAlone } from "#src/pages/landing/first-words.tsx";
import styles from "./app.module.css";

export function renderFirstPicture(): string {
  return renderToStaticMarkup(
    <div inert>
      <div className={styles["headerPlace"]} />
      <div className={styles["main"]}>
        <WordsAlone />
      </div>
    </div>,
  );
}
