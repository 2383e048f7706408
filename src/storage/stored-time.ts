/** Moments and days as records keep them, bounded: past the year 9999 dates have no usual form, or none at all. */
import { z } from "zod";
import "#workers/model/jitless.ts";
import { toEpochDay } from "#workers/model/day.ts";

const FIRST_DAY = toEpochDay(1, 1, 1);
const LAST_DAY = toEpochDay(9999, 12, 31);
const DAY_MS = 86_400_000;

/** Milliseconds since 1970 (UTC). Every stored moment is read with it: another one is damage. */
export const storedTime = z
  .number()
  .min(0)
  .max((LAST_DAY + 1) * DAY_MS - 1);

/** An EpochDay of a stored curve. */
export const storedDay = z.number().int().min(FIRST_DAY).max(LAST_DAY);
