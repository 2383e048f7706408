import { describe, expect, it } from "vitest";
import { referenceBacktest } from "../support/reference.ts";
import { engines, runEngine } from "./engine-run.ts";
import { ruleTables } from "./tables/all-rule-tables.ts";
import { checkCase } from "./tables/worked-case.ts";

describe.each(Object.entries(ruleTables))("worked by hand, with rules: %s", (_subject, cases) => {
  it.each(cases.map((worked) => [worked.title, worked] as const))("%s", (_title, worked) => {
    for (const { engine } of engines) {
      expect(checkCase(worked, (strategy, market) => runEngine(engine, strategy, market))).toEqual([]);
    }
    // the reference runs what can be run, and knows no reasons for refusing rules
    const isRun = worked.expected.refused === undefined;
    expect(isRun ? checkCase(worked, referenceBacktest) : []).toEqual([]);
  });
});
