/** The notice of what came back from the second copy; it stays, in all tabs, until the person has read it. */
import { database } from "./database.ts";
import { HEALED, healedSchema } from "./marks.ts";
import type { Healed } from "./marks.ts";
import { whereStored } from "./where-stored.ts";
import { write } from "./writer.ts";
import type { Result } from "#workers/model/problem.ts";

/** null where nothing came back since the person last said that it was read. */
export async function loadHealed(): Promise<Healed | null> {
  return (
    healedSchema.safeParse((await whereStored(() => database.marks.get(HEALED), undefined))?.value).data ??
    null
  );
}

export function dismissHealed(): Promise<Result<null>> {
  return write("The notice", [], async () => {
    await database.marks.delete(HEALED);
    return null;
  });
}
