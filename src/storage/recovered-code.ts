/** Finds the code in stored records that came back from elsewhere, and notes where it is from: it is asked about before it runs. */
import { z } from "zod";
import "#workers/model/jitless.ts";
import type { CodeText } from "#workers/model/code-consent.ts";
import { LANGUAGES } from "#workers/model/computed-field.ts";
import type { CopyContents } from "#workers/model/second-copy.ts";
import { isRecord } from "#workers/model/strategy-fault.ts";
import { noteOrigin } from "./code-consent.ts";

/** Of the second copy: what may run here can be lost with the rest. */
export async function noteRecoveredCode(records: CopyContents["records"]): Promise<void> {
  const code = codeInRecords(records.map(([, , record]) => record));
  await noteOrigin(code, "the second copy of your strategies");
}

/** Of records of any table: strategies, runs and grids have a strategy, deployments have it in their head, drafts a form's values. */
export function codeInRecords(records: readonly unknown[]): readonly CodeText[] {
  return records.filter(isRecord).flatMap(({ strategy, head, values }) => {
    const ofHead = isRecord(head) ? head["strategy"] : null;
    return [strategy, ofHead, values, olderForm(values)].flatMap(codeOf);
  });
}

const textSchema = z.object({ language: z.enum(LANGUAGES), source: z.string() });

/** What can be read of it, whatever is wrong with the rest. */
function codeOf(holder: unknown): readonly CodeText[] {
  const computed = isRecord(holder) ? holder["computed"] : null;
  if (!Array.isArray(computed)) return [];
  return computed.flatMap((field: unknown) => textSchema.safeParse(field).data ?? []);
}

/** An older form kept in a text what it did not edit. */
function olderForm(values: unknown): unknown {
  const text = isRecord(values) ? values["further"] : null;
  if (typeof text !== "string") return null;
  try {
    return JSON.parse(text);
  } catch {
    return null; // the form reads nothing of it either
  }
}
