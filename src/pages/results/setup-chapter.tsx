import { memo } from "react";
import type { ReactElement } from "react";
import type { RunRecord } from "#src/storage/records.ts";
import type { Report } from "#workers/model/report.ts";
import { Chapter } from "./chapter.tsx";
import { setupFinding } from "./findings.ts";
import { SettingsParts } from "./run-facts.tsx";
import { RunRemarkPart } from "./run-remark.tsx";

interface SetupChapterProps {
  readonly run: RunRecord;
  readonly report: Report;
}

/** What was run on what, and a person's own words to it. */
export const SetupChapter = memo(function SetupChapter({ run, report }: SetupChapterProps): ReactElement {
  return (
    <Chapter id="setup" finding={setupFinding(run, report)}>
      <SettingsParts run={run} report={report} />
      <RunRemarkPart runId={run.id} />
    </Chapter>
  );
});
