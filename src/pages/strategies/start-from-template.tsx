/**
 * The way to the templates: a few of them on a device without a strategy of its own, the gallery of all of them where
 * the address opens it. Texts and strategies load when they are shown.
 */
import { lazy, Suspense } from "react";
import type { ReactElement } from "react";
import { useSearchParams } from "wouter";
import { Button } from "#src/ui/button.tsx";
import type { Problem } from "#workers/model/problem.ts";
import { GALLERY_OPEN, GALLERY_PLACE, withParam } from "#src/app/gallery-address.ts";
import styles from "./strategies-page.module.css";

const TemplateSection = lazy(async () => ({
  default: (await import("./template-section.tsx")).TemplateSection,
}));
const Gallery = lazy(async () => ({ default: (await import("./gallery/gallery.tsx")).Gallery }));

interface StartFromTemplateProps {
  /** The device has no strategy of its own. */
  readonly isEmpty: boolean;
  readonly onProblem: (problem: Problem | null) => void;
}

export function StartFromTemplate({ isEmpty, onProblem }: StartFromTemplateProps): ReactElement {
  const [params, setParams] = useSearchParams();
  const isOpen = params.has(GALLERY_OPEN);
  return (
    <section className={styles["list"]} aria-labelledby={GALLERY_PLACE}>
      <div className={styles["sectionHead"]}>
        <h2 id={GALLERY_PLACE}>Or start from a template</h2>
        <Button
          size="small"
          aria-expanded={isOpen}
          onClick={() => setParams((before) => withParam(before, GALLERY_OPEN, isOpen ? "" : "all"))}
        >
          {isOpen ? "Close the gallery" : "Browse all templates"}
        </Button>
      </div>
      <Suspense>
        {isOpen && <Gallery onProblem={onProblem} />}
        {!isOpen && isEmpty && <TemplateSection onProblem={onProblem} />}
      </Suspense>
    </section>
  );
}
