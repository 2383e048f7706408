/** The parts of the results page that the worker's analysis fills, in the order of the specification. */
import type { ReactElement } from "react";
import { Panel } from "#src/ui/panel.tsx";
import type { DrawdownPeriod } from "#workers/model/analysis.ts";
import type { SectionProps } from "./section.ts";
import { useStages } from "../use-stages.ts";
import { DistributionsSection } from "./distributions-section.tsx";
import { DrawdownsSection } from "./drawdowns-section.tsx";
import { ExposureSection } from "./exposure-section.tsx";
import { FiguresSection } from "./figures-section.tsx";
import { GroupsSection } from "./groups-section.tsx";
import { LuckSection } from "./luck-section.tsx";
import { MonthsSection } from "./months-section.tsx";
import { RollingSection } from "./rolling-section.tsx";
import { StreaksSection } from "./streaks-section.tsx";
import styles from "./analysis.module.css";

interface AnalysisSectionsProps extends SectionProps {
  readonly onMark: (period: DrawdownPeriod) => void;
}

const SECTIONS = 9;

/** Each in a frame of its own, so that none makes the page wait for another. */
export function AnalysisSections({ onMark, ...props }: AnalysisSectionsProps): ReactElement {
  const stage = useStages(SECTIONS);
  return (
    <>
      <FiguresSection {...props} />
      {stage >= 2 ? <MonthsSection {...props} /> : <Place title="Monthly returns" />}
      {stage >= 3 ? <DrawdownsSection {...props} onMark={onMark} /> : <Place title="Drawdown periods" />}
      {stage >= 4 ? <DistributionsSection {...props} /> : <Place title="Distribution of returns" />}
      {stage >= 5 ? <RollingSection {...props} /> : <Place title="Rolling year" />}
      {stage >= 6 ? <ExposureSection {...props} /> : <Place title="Exposure and turnover" />}
      {stage >= 7 ? <GroupsSection {...props} /> : <Place title="Per instrument" />}
      {stage >= 8 ? <StreaksSection {...props} /> : <Place title="Streaks" />}
      {stage >= 9 ? <LuckSection {...props} /> : <Place title="Was it luck?" />}
    </>
  );
}

function Place({ title }: { readonly title: string }): ReactElement {
  return (
    <Panel title={title}>
      <div className={styles["place"]} />
    </Panel>
  );
}
