/**
 * What the built page of a path shows until its script has drawn the app: the first words of the page there, where they
 * will stand. The build renders them (workers/offline/offline-plugin.ts). Inert, since nothing in them works yet.
 */
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { FirstWords as OfBuilder } from "#src/pages/builder/first-words.tsx";
import { WordsAlone } from "#src/pages/landing/first-words.tsx";
import { FirstWords as OfStrategies } from "#src/pages/strategies/first-words.tsx";
import { classNames } from "#src/ui/class-names.ts";
import styles from "./app.module.css";
import { isWorkshop } from "./header/links.ts";
import type { PagePath } from "./page-paths.ts";

const WORDS = {
  "/": <WordsAlone />,
  "/strategy": <OfStrategies />,
  "/simulation-steps": <OfBuilder title={null} />,
} as const satisfies Partial<Record<PagePath, ReactElement>>;

/** By path, HTML for the page's root. Every other path has none. What loads late finds its words by their name. */
export function renderFirstPictures(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(WORDS).map(([path, words]) => [
      path,
      renderToStaticMarkup(
        <div inert>
          <div className={classNames(styles["headerPlace"], !isWorkshop(path) && styles["twoRows"])} />
          <div className={styles["main"]}>
            <div data-part={path === "/" ? undefined : "first-words"}>{words}</div>
          </div>
        </div>,
      ),
    ]),
  );
}
