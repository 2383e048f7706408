import { describe, expect, it } from "vitest";
import { referenceBacktest } from "../support/reference.ts";
import { engines, runEngine } from "./engine-run.ts";
import { tables } from "./tables/all-tables.ts";
import { checkCase } from "./tables/worked-case.ts";

describe.each(Object.entries(tables))("worked by hand: %s", (_subject, cases) => {
  it.each(cases.map((worked) => [worked.title, worked] as const))("%s", (_title, worked) => {
    for (const { engine } of engines) {
      expect(checkCase(worked, (strategy, market) => runEngine(engine, strategy, market))).toEqual([]);
    }
    expect(checkCase(worked, referenceBacktest)).toEqual([]);
  });
});
