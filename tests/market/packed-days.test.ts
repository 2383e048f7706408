import { fc, it } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { LONG_STEP, packDays } from "#workers/market/packed-days.ts";
import type { PackedDays } from "#workers/market/packed-days.ts";

describe("packed days", () => {
  it.prop([fc.integer({ min: -700_000, max: 100_000 }), fc.array(fc.integer({ min: 1, max: 2000 }))])(
    "come back as they were, however far apart",
    (first, steps) => {
      const days = [first];
      for (const step of steps) days.push((days.at(-1) ?? 0) + step);
      const packed = packDays(Int32Array.from(days));
      expect([...unpackDays(packed)]).toEqual(days);
      expect([packed.first, packed.last]).toEqual([days[0], days.at(-1)]);
    },
  );

  it("take a byte from one day to the next", () => {
    expect([...packDays(Int32Array.of(10, 11, 14, 269, 525)).steps]).toEqual([1, 3, 255, 0, 1]);
  });
});

function unpackDays({ first, steps }: PackedDays): number[] {
  const days = [first];
  let day = first;
  for (const step of steps) {
    day += step === 0 ? LONG_STEP : step;
    if (step > 0) days.push(day);
  }
  return days;
}
