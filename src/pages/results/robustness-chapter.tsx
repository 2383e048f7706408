import { Suspense, lazy, memo } from "react";
import type { ReactElement, ReactNode } from "react";
import type { Analysis } from "#workers/model/analysis.ts";
import { LuckFacts, LuckSection } from "./analysis/luck-section.tsx";
import type { SectionProps } from "./analysis/section.ts";
import { Chapter } from "./chapter.tsx";

/** Below the fold, and begun when the page rests. */
const RobustnessSection = lazy(async () => ({
  default: (await import("./late-parts.ts")).RobustnessSection,
}));

/** Of a portfolio. */
const PortfolioChecks = lazy(async () => ({
  default: (await import("./late-parts.ts")).PortfolioChecks,
}));

interface RobustnessChapterProps extends Pick<SectionProps, "run" | "report"> {
  readonly analysis: Analysis | null;
  readonly note: string | undefined;
  readonly waiting: ReactNode;
}

/** How much of the result would have come in other circumstances as well. */
export const RobustnessChapter = memo(function RobustnessChapter(
  props: RobustnessChapterProps,
): ReactElement {
  const { run, report, analysis, note, waiting } = props;
  const place = (
    <Chapter id="robustness" note={note}>
      {waiting}
    </Chapter>
  );
  if (analysis === null) return place;
  return (
    <Suspense fallback={place}>
      <RobustnessSection
        run={run}
        report={report}
        luck={analysis.luck}
        note={note}
        renderPortfolio={(parts) => (
          <Suspense fallback={waiting}>
            <PortfolioChecks run={run} report={report} parts={parts} />
          </Suspense>
        )}
      >
        <LuckSection report={report} luck={analysis.luck} />
        <LuckFacts report={report} luck={analysis.luck} />
      </RobustnessSection>
    </Suspense>
  );
});
