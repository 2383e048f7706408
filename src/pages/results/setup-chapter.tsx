import { memo } from "react";
import type { ReactElement } from "react";
import { useLiveQuery } from "dexie-react-hooks";
import type { RunRecord } from "#src/storage/records.ts";
import { loadRun, LONGEST_NOTE, remarkOn } from "#src/storage/runs.ts";
import { Remark } from "#src/ui/remark.tsx";
import type { Report } from "#workers/model/report.ts";
import { Chapter } from "./chapter.tsx";
import { setupFinding } from "./findings.ts";
import { SettingsParts } from "./run-facts.tsx";

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

/** A person's own words to the run, read apart from it: a new note must not draw the page anew. */
function RunRemarkPart({ runId }: { readonly runId: string }): ReactElement | null {
  const loaded = useLiveQuery(() => loadRun(runId), [runId]);
  if (!loaded?.ok) return null;
  const { note = "", tags = [] } = loaded.value.remark ?? {};
  return (
    <section aria-label="Notes and tags">
      <Remark
        note={note}
        tags={tags}
        longestNote={LONGEST_NOTE}
        onSave={async (newNote, newTags) => {
          const stored = await remarkOn(runId, { note: newNote, tags: newTags });
          return stored.ok ? null : stored.problem.message;
        }}
      />
    </section>
  );
}
