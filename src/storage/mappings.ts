/**
 * How a person had files of a layout read: kept as one setting, offered when files with the same header come again.
 * What can't be read any more counts as none.
 */
import { z } from "zod";
import "#workers/model/jitless.ts";
import { database } from "./database.ts";
import { storedTime } from "./stored-time.ts";
import { whereStored } from "./where-stored.ts";
import { write } from "./writer.ts";
import { COLUMN_DOUBTS, COLUMN_ROLES } from "#workers/model/import-check.ts";
import type { Answers } from "#workers/model/import-check.ts";
import type { Result } from "#workers/model/problem.ts";

/** Answers that hold for all files of a layout; a symbol, a book's sheet and an index's name do not. */
export type LayoutAnswers = Omit<Answers, "symbol" | "sheet" | "member">;

export interface SavedMapping {
  /** The header's names, in lower case. */
  readonly signature: string;
  /** What a person knows it by. */
  readonly name: string;
  readonly savedAt: number;
  readonly answers: LayoutAnswers;
}

const answerFields = z.strictObject({
  dateOrder: z.enum(["dmy", "mdy", "ymd"]).exactOptional(),
  decimal: z.enum(["dot", "comma"]).exactOptional(),
  intraday: z.literal("fold").exactOptional(),
  scale: z.union([z.literal(1), z.literal(10_000)]).exactOptional(),
  codes: z.enum(["pad", "keep"]).exactOptional(),
  stretch: z.enum(["drop", "cut", "keep"]).exactOptional(),
  hundredths: z.enum(["join", "keep"]).exactOptional(),
  columns: z.array(z.enum(COLUMN_DOUBTS)).exactOptional(),
  lag: z.object({ quarter: z.number().nullable(), year: z.number().nullable() }).exactOptional(),
  figures: z.enum(["signal", "fact", "rate"]).exactOptional(),
  columnRoles: z.record(z.coerce.number().int().min(0), z.enum(COLUMN_ROLES)).exactOptional(),
}) satisfies z.ZodType<LayoutAnswers>;

/** Without the answer of before each question about columns had its own: nobody knows which was meant, so it is asked again. */
const answersSchema = z.preprocess((stored) => {
  if (typeof stored !== "object" || stored === null || !("columns" in stored)) return stored;
  const { columns, ...others } = stored;
  return columns === "take" ? others : stored;
}, answerFields);

const mappingSchema = z.object({
  signature: z.string(),
  name: z.string(),
  savedAt: storedTime,
  answers: answersSchema,
}) satisfies z.ZodType<SavedMapping>;

const KEY = "mappings";
/** The oldest go first. */
const MOST_KEPT = 200;

/** The newest first. */
export async function listMappings(): Promise<readonly SavedMapping[]> {
  const stored = await whereStored(() => database.settings.get(KEY), undefined);
  const list = Array.isArray(stored?.value) ? stored.value : [];
  return list.flatMap((one) => {
    const read = mappingSchema.safeParse(one);
    return read.success ? [read.data] : [];
  });
}

/** Stores a mapping in place of an earlier one for the same layout. */
export function saveMapping(mapping: SavedMapping): Promise<Result<null>> {
  return change((known) => [mapping, ...known.filter(({ signature }) => signature !== mapping.signature)]);
}

export function forgetMapping(signature: string): Promise<Result<null>> {
  return change((known) => known.filter((one) => one.signature !== signature));
}

function change(edit: (known: readonly SavedMapping[]) => readonly SavedMapping[]): Promise<Result<null>> {
  return write("The way to read this layout", ["settings"], async () => {
    const value = edit(await listMappings()).slice(0, MOST_KEPT);
    await database.settings.put({ key: KEY, value });
    return null;
  });
}
