import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { LANDING_FIGURES, makeLandingFigures } from "#workers/commands/landing-figures.ts";

it(
  "shows what a new strategy comes to on the demo market; else run npm run landing",
  {
    timeout: 60_000,
  },
  async () => {
    expect(await readFile(LANDING_FIGURES, "utf8")).toBe(await makeLandingFigures());
  },
);
