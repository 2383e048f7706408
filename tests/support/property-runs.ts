/** Set-up of test files: properties that don't say how often they are tried, too, are tried less often without FULL=1. */
import { IS_FULL, tries } from "./tries.ts";

const USUAL = 100; // what fast-check does

if (!IS_FULL) {
  const { configureGlobal, readConfigureGlobal } = await import("fast-check");
  configureGlobal({ ...readConfigureGlobal(), numRuns: tries(USUAL) });
}
