import { memo } from "react";
import type { ReactElement, ReactNode } from "react";
import type { Analysis, Trace } from "#workers/model/analysis.ts";
import type { Result } from "#workers/model/problem.ts";
import { PositionReturns, PositionReturnsInWords } from "./analysis/distributions-section.tsx";
import { extremeFacts, tradeFacts } from "./analysis/figure-facts.tsx";
import { FactGroup } from "./analysis/figures-section.tsx";
import { GroupsSection } from "./analysis/groups-section.tsx";
import type { SectionProps } from "./analysis/section.ts";
import { StreaksSection } from "./analysis/streaks-section.tsx";
import { countOf } from "#src/format/number.ts";
import page from "#src/ui/page.module.css";
import { Chapter } from "./chapter.tsx";
import type { Exits } from "./exit-reasons.ts";
import { tradesFinding } from "./findings.ts";
import { ExcursionsSection } from "./trace/trace-sections.tsx";

/** A histogram of fewer positions says nothing that their table doesn't. */
const FEWEST_DRAWN = 5;

interface TradesChapterProps extends Pick<SectionProps, "run" | "report"> {
  readonly analysis: Analysis | null;
  readonly traced: Result<Trace> | null;
  readonly exits: Exits;
  readonly note: string | undefined;
  readonly waiting: ReactNode;
}

/** What a trade made, and which ones made the money. */
export const TradesChapter = memo(function TradesChapter(props: TradesChapterProps): ReactElement {
  const { run, report, analysis, traced, exits, note, waiting } = props;
  if (!analysis)
    return (
      <Chapter id="trades" note={note}>
        {waiting}
      </Chapter>
    );
  const section = { run, report, analysis };
  return (
    <Chapter
      id="trades"
      finding={tradesFinding(report, analysis)}
      note={note}
      side={<PositionReturnsInWords {...section} />}
      rest={{
        names:
          "trade figures, best and worst, per instrument, exit reason and holding time, streaks, excursions",
        renderContent: () => (
          <>
            <FactGroup title="Trade figures" facts={tradeFacts(report, analysis)} />
            <FactGroup title="Best and worst" facts={extremeFacts(report, analysis)} />
            <GroupsSection {...section} exits={exits} trace={traced?.ok ? traced.value : null} />
            <StreaksSection {...section} />
            <ExcursionsSection report={report} traced={traced} />
          </>
        ),
      }}
    >
      {report.positions.length < FEWEST_DRAWN ? (
        <p className={page["soft"]}>
          Returns of {countOf(report.positions.length, "position")} make no picture: they are in All
          Positions.
        </p>
      ) : (
        <PositionReturns {...section} />
      )}
    </Chapter>
  );
});
