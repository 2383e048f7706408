/** The parts of the results page that the worker's analysis fills, in the order of the specification. */
import { memo } from "react";
import type { ComponentType, ReactElement } from "react";
import { Panel } from "#src/ui/panel.tsx";
import type { DrawdownPeriod } from "#workers/model/analysis.ts";
import type { SectionProps } from "./section.ts";
import { useStages } from "#src/ui/use-stages.ts";
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

interface Section {
  readonly title: string;
  readonly Content: ComponentType<AnalysisSectionsProps>;
}

/** In their order on the page. None is drawn again for the sake of another. */
const SECTIONS: readonly Section[] = [
  { title: "Further figures", Content: memo(FiguresSection) },
  { title: "Monthly returns", Content: memo(MonthsSection) },
  { title: "Drawdown periods", Content: memo(DrawdownsSection) },
  { title: "Distribution of returns", Content: memo(DistributionsSection) },
  { title: "Rolling year", Content: memo(RollingSection) },
  { title: "Exposure and turnover", Content: memo(ExposureSection) },
  { title: "Per instrument", Content: memo(GroupsSection) },
  { title: "Streaks", Content: memo(StreaksSection) },
  { title: "Was it luck?", Content: memo(LuckSection) },
];

/** Each in a frame of its own, so that none makes the page wait for another. */
export function AnalysisSections(props: AnalysisSectionsProps): ReactElement[] {
  const stage = useStages(SECTIONS.length);
  return SECTIONS.map(({ title, Content }, place) =>
    place < stage ? <Content key={title} {...props} /> : <Place key={title} title={title} />,
  );
}

function Place({ title }: { readonly title: string }): ReactElement {
  return (
    <Panel title={title}>
      <div className={styles["place"]} />
    </Panel>
  );
}
