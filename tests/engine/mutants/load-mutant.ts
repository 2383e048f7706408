/** Makes an engine with a mistake in it: all its modules are loaded anew, with wrong values in place of some of one's. */
import { vi } from "vitest";
import type { RunOptions } from "#workers/run/plan-run.ts";
import type { Engine } from "../engine-run.ts";
import type { Mutant } from "./mistake.ts";

/** @param mutant - null for an engine without a mistake */
export async function loadMutant(
  mutant: Pick<Mutant, "module" | "wrong"> | null,
  options: RunOptions = {},
): Promise<Engine> {
  vi.resetModules();
  const path = `#workers/${mutant?.module ?? ""}`;
  if (mutant !== null) {
    vi.doMock(path, async (original) => {
      const own = await original<object>();
      return { ...own, ...mutant.wrong(own) };
    });
  }
  const { planRun } = await import("#workers/run/plan-run.ts");
  const { simulate } = await import("#workers/engine/simulate.ts");
  const { measure } = await import("#workers/figures/measure.ts");
  if (mutant !== null) vi.doUnmock(path);
  return { planRun: (strategy, market) => planRun(strategy, market, options), simulate, measure };
}
