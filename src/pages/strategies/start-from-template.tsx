/**
 * The way to the templates: a few of them on a device without a strategy of its own, the gallery of all of them where
 * the address opens it. Texts and strategies load when they are shown.
 */
import { createElement } from "react";
import type { ComponentType, ReactElement } from "react";
import { useSearchParams } from "wouter";
import { Button } from "#src/ui/button.tsx";
import { useLatePart } from "#src/ui/use-late-part.ts";
import type { Problem } from "#workers/model/problem.ts";
import { GALLERY_OPEN, GALLERY_PLACE, withParam } from "#src/app/gallery-address.ts";
import styles from "./strategies-page.module.css";

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
      {isOpen && <Late key="all" load={loadGallery} onProblem={onProblem} />}
      {!isOpen && isEmpty && <Late key="three" load={loadSection} onProblem={onProblem} />}
    </section>
  );
}

type Templates = ComponentType<Pick<StartFromTemplateProps, "onProblem">>;

interface LateProps extends Pick<StartFromTemplateProps, "onProblem"> {
  readonly load: () => Promise<Templates>;
}

function Late({ load, onProblem }: LateProps): ReactElement | null {
  const templates = useLatePart(load);
  return templates && createElement(templates, { onProblem });
}

async function loadSection(): Promise<Templates> {
  return (await import("./template-section.tsx")).TemplateSection;
}

async function loadGallery(): Promise<Templates> {
  return (await import("./gallery/gallery.tsx")).Gallery;
}
