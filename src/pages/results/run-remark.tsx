import { useLiveQuery } from "dexie-react-hooks";
import type { ReactElement } from "react";
import { LONGEST_NOTE, loadRun, remarkOn } from "#src/storage/runs.ts";
import { Remark } from "#src/ui/remark.tsx";

/** A person's own words to the run, read apart from it: a new note must not draw the page anew. */
export function RunRemarkPart({ runId }: { readonly runId: string }): ReactElement | null {
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
