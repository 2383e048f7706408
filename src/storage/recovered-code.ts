/** Notes where code is from that the second copy put back: what may run here can be lost with the rest, and is asked about anew. */
import type { CopyContents } from "#workers/model/second-copy.ts";
import { strategySchema } from "#workers/model/strategy.ts";
import { noteOrigin } from "./code-consent.ts";

export async function noteRecoveredCode(records: CopyContents["records"]): Promise<void> {
  const fields = records.flatMap(([, , record]) => {
    if (typeof record !== "object" || record === null) return [];
    return strategySchema.safeParse(Reflect.get(record, "strategy")).data?.computed ?? [];
  });
  await noteOrigin(fields, "the second copy of your strategies");
}
