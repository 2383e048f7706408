/** Three templates for a device without a strategy of its own, each run with one click. */
import type { ReactElement } from "react";
import goldenCross from "../../../datasets/templates/golden-cross.json?raw";
import lowVolatility from "../../../datasets/templates/low-volatility.json?raw";
import yearHigh from "../../../datasets/templates/fifty-two-week-high.json?raw";
import { lowerFirst } from "#src/format/first-letter.ts";
import { TEMPLATE_CARDS } from "#src/run/templates/template-cards.ts";
import type { TemplateCard } from "#src/run/templates/template-cards.ts";
import { useTemplate } from "#src/run/use-template.ts";
import { DEMO_DATASET_ID } from "#src/storage/demo-market.ts";
import { Button } from "#src/ui/button.tsx";
import page from "#src/ui/page.module.css";
import { onFairTerms } from "#workers/model/fair-terms.ts";
import type { Problem } from "#workers/model/problem.ts";
import { strategySchema } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import styles from "./strategies-page.module.css";

interface TemplateSectionProps {
  readonly onProblem: (problem: Problem | null) => void;
}

export function TemplateSection({ onProblem }: TemplateSectionProps): ReactElement {
  return (
    <>
      <p className={page["small"]}>
        Three ideas from the literature, on the demo market&apos;s adjusted prices and after costs. Running
        one changes nothing in your list; its result has a button that keeps it.
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
      <p className={page["quiet"]}>
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

interface Template {
  readonly card: TemplateCard;
  /** On fair terms, under the template's name. */
  readonly strategy: Strategy;
}

/**
 * Three of the templates in datasets/templates, of three kinds: what is strong, what trends and what is calm. All three
 * need prices alone, which the demo market has; they were not chosen for their results.
 */
const FILES = [
  { id: "fifty-two-week-high", text: yearHigh },
  { id: "golden-cross", text: goldenCross },
  { id: "low-volatility", text: lowVolatility },
] as const;

const TEMPLATES: readonly Template[] = FILES.flatMap(({ id, text }) => {
  const card = TEMPLATE_CARDS.find((one) => one.id === id);
  return card ? [{ card, strategy: onFairTerms(strategySchema.parse(JSON.parse(text))) }] : [];
});
