import type { ReactElement } from "react";
import { FactList } from "#src/ui/fact-list.tsx";
import { Panel } from "#src/ui/panel.tsx";
import styles from "./analysis.module.css";
import { exposureFacts, extremeFacts, marketFacts, riskFacts, tradeFacts } from "./figure-facts.tsx";
import type { SectionProps } from "./section.ts";

/** The figures that did not fit on the cards; each opens to its calculation. */
export function FiguresSection({ run, report, analysis }: SectionProps): ReactElement {
  const groups = [
    { title: "Risk", facts: riskFacts(report, analysis, run.strategy.simulation.riskFreePercent) },
    { title: "Against the benchmark", facts: marketFacts(report, analysis) },
    { title: "Trades", facts: tradeFacts(report, analysis) },
    { title: "Best and worst", facts: extremeFacts(report, analysis) },
    { title: "Exposure", facts: exposureFacts(report, analysis) },
  ];
  return (
    <Panel title="Further figures" note="Each with its calculation behind the question mark">
      <div className={styles["groups"]}>
        {groups.map(({ title, facts }) => (
          <div key={title} className={styles["group"]}>
            <h3>{title}</h3>
            <FactList facts={facts} />
          </div>
        ))}
      </div>
    </Panel>
  );
}
