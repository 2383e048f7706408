import { expect, it } from "vitest";
import { clockSetbacks } from "#src/run/clock-setbacks.ts";

const entry = (session: string, recorded: string) => ({ session, recorded });

it("says where the clock went back, and nothing where it never did", () => {
  const first = entry("2025-03-20", "2025-03-20T18:00:00Z");
  const second = entry("2025-03-21", "2025-03-21T18:00:00Z");
  expect(clockSetbacks([])).toBeNull();
  expect(clockSetbacks([first, first, second])).toBeNull();
  const early = entry("2025-03-24", "2025-03-01T18:00:00Z");
  expect(clockSetbacks([first, second, early])).toMatch(
    /^The clock went back before the entry of 24\/03\/2025/,
  );
  expect(clockSetbacks([first, early, second, early])).toContain("and so did 1 more");
});
