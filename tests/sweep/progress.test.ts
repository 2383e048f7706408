import { expect, it } from "vitest";
import { followProgress } from "#workers/api/sweep/sweep-command.ts";

it("tells what is done, the speed of the last half minute, and the time left", () => {
  const progress = followProgress(10_000, 1000, 0);
  expect(progress.line(1000, 1000)).toBe("1000 of 10000 variants, none in the last 1 s");
  expect(progress.line(1040, 10_000)).toBe("1040 of 10000 variants, 4.0 a second, 37 min left"); // 8,960 at 4 a second are 2,240 s
  expect(progress.line(4040, 40_001)).toBe("4040 of 10000 variants, 100 a second, 60 s left"); // 3,000 in 30 s; the slow start is forgotten
  expect(progress.line(10_000, 70_000)).toBe("10000 of 10000 variants");
});

it("counts hours where there are many", () => {
  const progress = followProgress(1_000_000, 0, 0);
  expect(progress.line(1000, 20_000)).toBe("1000 of 1000000 variants, 50 a second, 5.5 h left"); // 19,980 s
});
