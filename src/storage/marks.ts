/** What the storage notes about itself, on this device only: it is neither in the second copy nor in a backup. */
import { z } from "zod";
import "#workers/model/jitless.ts";

export interface MarkRecord {
  readonly key: string;
  readonly value: unknown;
}

/** The canary: tells a database that was wiped, or lost commits, from one that is new. */
export const CANARY = "canary";

export const canarySchema = z.object({
  /** The number of the last commit, as in the second copy. */
  generation: z.number().int().min(0),
});

/** What came back from the second copy, until the person has read it. */
export const HEALED = "healed";

export const healedSchema = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  strategies: z.number(),
  runs: z.number(),
  datasets: z.number(),
  /** Finished runs whose positions and curves did not come back. */
  resultsLost: z.number(),
});

export type Healed = z.infer<typeof healedSchema>;
