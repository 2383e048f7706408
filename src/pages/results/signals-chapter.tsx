import { memo } from "react";
import type { ReactElement } from "react";
import type { RunRecord } from "#src/storage/records.ts";
import type { Trace } from "#workers/model/analysis.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import page from "#src/ui/page.module.css";
import { Chapter } from "./chapter.tsx";
import type { Exits } from "./exit-reasons.ts";
import { signalsFinding } from "./findings.ts";
import { NextPart } from "./next-part.tsx";
import { PassedOverPart } from "./run-facts.tsx";
import { PassedOverSection } from "./trace/trace-sections.tsx";
import { WhyPart } from "./why/why-part.tsx";

interface SignalsChapterProps {
  readonly run: RunRecord;
  readonly report: Report;
  readonly traced: Result<Trace> | null;
  readonly exits: Exits;
  readonly note: string | undefined;
}

/** What the rules said: passed over, asked about, and next. */
export const SignalsChapter = memo(function SignalsChapter(props: SignalsChapterProps): ReactElement {
  const { run, report, traced, exits, note } = props;
  return (
    <Chapter
      id="signals"
      finding={signalsFinding(report)}
      note={note}
      side={
        <>
          <PassedOverPart passedOver={report.passedOver} />
          <NextPart report={report} exits={exits} />
        </>
      }
      rest={{ names: "why / why not", renderContent: () => <WhyPart run={run} report={report} /> }}
    >
      {hasPassedOver(report) ? (
        <PassedOverSection report={report} traced={traced} />
      ) : (
        <p className={page["soft"]}>No candidate was passed over.</p>
      )}
    </Chapter>
  );
});

/** Otherwise there is nothing to draw. */
function hasPassedOver({ passedOver }: Report): boolean {
  return Object.values(passedOver).some((count) => count > 0);
}
