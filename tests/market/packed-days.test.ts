import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createCalendars, NO_GAPS } from "#workers/market/find-gaps.ts";
import { LONG_STEP, packDays } from "#workers/market/packed-days.ts";
import type { PackedDays } from "#workers/market/packed-days.ts";
import { hasHoles } from "#workers/market/sessions.ts";

describe("packed days", () => {
  test.prop([fc.integer({ min: -700_000, max: 100_000 }), fc.array(fc.integer({ min: 1, max: 2000 }))])(
    "come back as they were, however far apart",
    (first, steps) => {
      const days = [first];
      for (const step of steps) days.push((days.at(-1) ?? 0) + step);
      const packed = packDays(Int32Array.from(days));
      expect([...unpackDays(packed)]).toEqual(days);
      expect([packed.first, packed.last]).toEqual([days[0], days.at(-1)]);
    },
  );

  test.prop([
    fc.integer({ min: -700_000, max: 100_000 }),
    fc.array(
      fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 12 }) }, fc.constantFrom(13, 255, 256)),
    ),
  ])("without a hole are a calendar in which nothing lacks", (first, steps) => {
    const days = [first];
    for (const step of steps) days.push((days.at(-1) ?? 0) + step);
    const packed = packDays(Int32Array.from(days));
    expect(hasHoles(packed)).toBe(steps.some((step) => step > 12));
    fc.pre(areDaily(steps)); // bars of weeks and months have no calendar
    const calendars = createCalendars();
    calendars.add("", packed);
    if (!hasHoles(packed)) expect(calendars.gapsOf("", packed)).toEqual(NO_GAPS);
  });

  it("take a byte from one day to the next", () => {
    expect([...packDays(Int32Array.of(10, 11, 14, 269, 525)).steps]).toEqual([1, 3, 255, 0, 1]);
  });
});

/** By the lower middle one of the steps; of fewer than ten nothing else is known. */
function areDaily(steps: readonly number[]): boolean {
  const middle = steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)] ?? 0;
  return steps.length < 10 || middle <= 4;
}

function unpackDays({ first, steps }: PackedDays): number[] {
  const days = [first];
  let day = first;
  for (const step of steps) {
    day += step === 0 ? LONG_STEP : step;
    if (step > 0) days.push(day);
  }
  return days;
}
