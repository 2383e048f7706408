/** Three templates for a device without a strategy of its own, each run with one click. */
import type { ReactElement } from "react";
import { lowerFirst } from "#src/format/first-letter.ts";
import { DEMO_DATASET_ID } from "#src/storage/demo-market.ts";
import { Button } from "#src/ui/button.tsx";
import type { Problem } from "#workers/model/problem.ts";
import styles from "./strategies-page.module.css";
import { TEMPLATES } from "./templates.ts";
import type { Template } from "./templates.ts";
import { useTemplate } from "#src/run/use-template.ts";

interface TemplateSectionProps {
  readonly onProblem: (problem: Problem | null) => void;
}

export function TemplateSection({ onProblem }: TemplateSectionProps): ReactElement {
  return (
    <>
      <p className={styles["soft"]}>
        Three ideas from the literature, on the demo market&apos;s adjusted prices and after costs. Running
        one keeps it among your strategies.
      </p>
      <ul className={styles["templates"]}>
        {TEMPLATES.map((template) => (
          <ShortCard key={template.card.id} template={template} onProblem={onProblem} />
        ))}
      </ul>
    </>
  );
}

interface ShortCardProps extends TemplateSectionProps {
  readonly template: Template;
}

function ShortCard({ template, onProblem }: ShortCardProps): ReactElement {
  const { card, strategy } = template;
  const { busy, run, edit } = useTemplate({ strategy, datasetId: DEMO_DATASET_ID }, onProblem);
  return (
    <li className={styles["template"]}>
      <h3>{strategy.name}</h3>
      <p>{card.idea}</p>
      <p className={styles["soft"]}>
        {card.trades} It fails {lowerFirst(card.fails)}
      </p>
      <div className={styles["templateActions"]}>
        <Button
          size="small"
          kind="primary"
          aria-label={`Run it: ${strategy.name}`}
          aria-disabled={busy}
          onClick={() => void run()}
        >
          Run it
        </Button>
        <Button
          size="small"
          aria-label={`Open in the builder: ${strategy.name}`}
          aria-disabled={busy}
          onClick={() => void edit()}
        >
          Open in the builder
        </Button>
      </div>
    </li>
  );
}
