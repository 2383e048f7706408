import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { smallRuns } from "../support/random-market.ts";
import { engines } from "./engine-run.ts";
import {
  checkBooks,
  checkBystander,
  checkCausality,
  checkDeterminism,
  checkLogging,
  checkScaling,
} from "./laws.ts";
import type { Findings } from "./laws.ts";
import { tries } from "#tests/support/tries.ts";

const runs = smallRuns();
const shares = fc.integer({ min: 0, max: 99 }).map((percent) => percent / 100);
/** Runs that a law says nothing about (refused ones, most often) are not among the 200. */
const often = { numRuns: tries(200) };

function told(findings: Findings): string[] {
  fc.pre(findings !== null);
  return findings ?? [];
}

describe.each(engines)("what must always hold, $how", ({ engine }) => {
  it("causality: what comes after a session changes no decision, fill or equity up to it", () => {
    const causality = fc.property(runs, shares, (run, share) => {
      expect(told(checkCausality(engine, run, share))).toEqual([]);
    });
    fc.assert(causality, often);
  });

  it("determinism: the same strategy and data give the same bytes, in any order and company", () => {
    const determinism = fc.property(runs, (run) => {
      expect(told(checkDeterminism(engine, run))).toEqual([]);
    });
    fc.assert(determinism, often);
  });

  it("keeping a log changes nothing", () => {
    const logging = fc.property(runs, (run) => {
      expect(told(checkLogging(engine, run))).toEqual([]);
    });
    fc.assert(logging, often);
  });

  it("books: cash and positions are the equity, nothing is overdrawn, profits add up to the growth", () => {
    const books = fc.property(runs, (run) => {
      expect(told(checkBooks(engine, run))).toEqual([]);
    });
    fc.assert(books, often);
  });

  it("scaling prices, margin, minimum price and daily value by 2 changes no decision", () => {
    const scaling = fc.property(runs, (run) => {
      expect(told(checkScaling(engine, run))).toEqual([]);
    });
    fc.assert(scaling, often);
  });

  it("an instrument that never passes a condition changes nothing", () => {
    const bystander = fc.property(runs, (run) => {
      expect(told(checkBystander(engine, run))).toEqual([]);
    });
    fc.assert(bystander, often);
  });
});
