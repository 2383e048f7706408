import { useLiveQuery } from "dexie-react-hooks";
import type { ReactElement } from "react";
import { LONGEST_NOTE, loadRun, remarkOn } from "#src/storage/runs.ts";
import { Panel } from "#src/ui/panel.tsx";
import { Remark } from "#src/ui/remark.tsx";

/** A person's own words to the run, read apart from it: a new note must not draw the page anew. */
export function RunRemarkPanel({ runId }: { readonly runId: string }): ReactElement | null {
  const loaded = useLiveQuery(() => loadRun(runId), [runId]);
  if (!loaded?.ok) return null;
  const { note = "", tags = [] } = loaded.value.remark ?? {};
  return (
    <Panel title="Notes and tags" note="Yours, stored with the run">
      <Remark
        note={note}
        tags={tags}
        longestNote={LONGEST_NOTE}
        onSave={async (newNote, newTags) => {
          const stored = await remarkOn(runId, { note: newNote, tags: newTags });
          return stored.ok ? null : stored.problem.message;
        }}
      />
    </Panel>
  );
}
