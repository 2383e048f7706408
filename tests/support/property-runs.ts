/** Set-up of test files: properties that don't say how often they are tried, too, are tried as `tries.ts` says. */
import { IS_WHOLE, tries } from "./tries.ts";

const USUAL = 100; // what fast-check does

if (!IS_WHOLE) {
  const { configureGlobal, readConfigureGlobal } = await import("fast-check");
  configureGlobal({ ...readConfigureGlobal(), numRuns: tries(USUAL) });
}
