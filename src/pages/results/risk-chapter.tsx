import { memo } from "react";
import type { ReactElement, ReactNode } from "react";
import { barWordsOf } from "#src/format/bar-words.ts";
import type { Analysis, DrawdownPeriod } from "#workers/model/analysis.ts";
import { DailyReturns } from "./analysis/distributions-section.tsx";
import { DrawdownsSection } from "./analysis/drawdowns-section.tsx";
import { ExposureSection } from "./analysis/exposure-section.tsx";
import { exposureFacts, marketFacts, riskFacts } from "./analysis/figure-facts.tsx";
import { FactGroup } from "./analysis/figures-section.tsx";
import { RollingSection } from "./analysis/rolling-section.tsx";
import type { SectionProps } from "./analysis/section.ts";
import { Chapter } from "./chapter.tsx";
import { riskFinding } from "./findings.ts";

interface RiskChapterProps extends Pick<SectionProps, "run" | "report"> {
  readonly analysis: Analysis | null;
  readonly note: string | undefined;
  readonly waiting: ReactNode;
  readonly onMark: (period: DrawdownPeriod) => void;
}

/** How deep it fell, how it moved, and how much of it was in the market. */
export const RiskChapter = memo(function RiskChapter(props: RiskChapterProps): ReactElement {
  const { run, report, analysis, note, waiting, onMark } = props;
  const finding = riskFinding(report, analysis);
  if (!analysis)
    return (
      <Chapter id="risk" finding={finding} note={note}>
        {waiting}
      </Chapter>
    );
  const section = { run, report, analysis };
  const { riskFreePercent } = run.strategy.simulation;
  return (
    <Chapter
      id="risk"
      finding={finding}
      note={note}
      side={<FactGroup title="Risk figures" facts={riskFacts(report, analysis, riskFreePercent)} />}
      rest={{
        names: `beta and alpha, rolling year, exposure and turnover, distribution of ${barWordsOf(report).every} returns`,
        renderContent: () => (
          <>
            <FactGroup title="Against the benchmark" facts={marketFacts(report, analysis)} />
            <RollingSection {...section} />
            <FactGroup title="Exposure" facts={exposureFacts(report, analysis)} />
            <ExposureSection {...section} />
            <DailyReturns {...section} />
          </>
        ),
      }}
    >
      <DrawdownsSection {...section} onMark={onMark} />
    </Chapter>
  );
});
