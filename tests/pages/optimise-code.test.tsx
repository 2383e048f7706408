/** The optimiser of a strategy with own code: shown, asked about before anything runs, and then run. There is no worker. */
import { openApp } from "./open-app.tsx";
import { screen, waitFor } from "@testing-library/react";
import { Dexie } from "dexie";
import { beforeEach, expect, it, vi } from "vitest";
import type { createBrowserPool } from "#src/run/browser-pool.ts";
import type { VariantJob } from "#src/run/variant-pool.ts";
import { allowCode, standingOf } from "#src/storage/code-consent.ts";
import { addStrategy } from "#src/storage/strategies.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { CODE_DATABASE } from "#workers/model/code-consent.ts";
import { err, ok } from "#workers/model/problem.ts";

const SOURCE = "const compute = ({ close }) => close.map((price) => price / 2)";
const strategy = strategyOf({
  format: "strategy/2",
  name: "Halves",
  buy: { rules: ["close > half"] },
  computed: [{ name: "half", language: "javascript", source: SOURCE }],
});
const LONG = { timeout: 30_000 };
const QUESTION = /This strategy has code that has not run on this device: half, /;

const jobs: VariantJob[] = [];
const notAllowed = { code: "code-not-allowed", message: "Own code was not allowed: half." } as const;
const mayRun = async () => (await standingOf(strategy.computed)).every(({ isAllowed }) => isAllowed);

/** As the workers do it, which refuse code that was not allowed here. */
vi.mock("#src/run/browser-pool.ts", () => ({
  createBrowserPool: (): ReturnType<typeof createBrowserPool> => ({
    workers: 1,
    run: async (job) => {
      jobs.push(job);
      return (await mayRun()) ? ok(null) : err(notAllowed);
    },
    probe: async () => err(notAllowed),
    chain: async () => err(notAllowed),
    end: () => {},
  }),
}));

beforeEach(async () => {
  jobs.length = 0;
  await Dexie.delete(CODE_DATABASE);
});

async function open() {
  const { id } = valueOf(await addStrategy(strategy, "demo"));
  const user = openApp(`/optimise?strategy=${id}`);
  await waitFor(
    () => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Start" }).disabled).toBe(false),
    LONG,
  );
  return user;
}

it("shows code that may not run yet and asks about it before the start, and again where it was refused", async () => {
  const user = await open();
  await screen.findByText(QUESTION, undefined, LONG);
  expect(screen.getByLabelText("Source of half").textContent).toBe(SOURCE);
  await user.click(screen.getByRole("button", { name: "Start" }));
  await screen.findByText("⚠ Own code was not allowed: half.", undefined, LONG);
  expect(jobs).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Allow this code to run" }));
  await waitFor(() => expect(jobs).toHaveLength(2), LONG); // what was started goes on
  expect(screen.queryByText(QUESTION)).toBeNull();
  expect(screen.queryByText("⚠ Own code was not allowed: half.")).toBeNull();
});

it("shows code that may run, to be unfolded, and asks nothing", async () => {
  valueOf(await allowCode("javascript", SOURCE));
  const user = await open();
  await user.click(await screen.findByText("Source of half (javascript, 1 line)", undefined, LONG));
  expect(screen.getByLabelText("Source of half").textContent).toBe(SOURCE);
  expect(screen.queryByText(QUESTION)).toBeNull();
});
