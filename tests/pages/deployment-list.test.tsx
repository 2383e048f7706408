/** What the cards of the list ask the worker for, which reads the prices of each. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { fakeClient } from "#tests/support/fake-client.ts";
import type { Answer } from "#tests/support/fake-client.ts";
import { openApp } from "./open-app.tsx";
import { goneOn, smallMarket, smallStart } from "../deploy/small-deployment.ts";
import { smallDataset } from "../storage/sample-dataset.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { addDataset } from "#src/storage/datasets.ts";
import { addDeployment } from "#src/storage/deployments.ts";
import { doOnMarket } from "#workers/run/deploy-desk.ts";

const { deploy } = vi.hoisted(() => ({ deploy: vi.fn<Answer<"deploy">>() }));
vi.mock("#src/run/browser-client.ts", () => ({ browserClient: fakeClient({ deploy }) }));
vi.mock("#src/run/step-deployments.ts", () => ({ stepAll: () => Promise.resolve([]) }));

const LONG = { timeout: 20_000 };
const whole = goneOn(smallStart());
const NAMES = ["One", "Two", "Three"];

/** Gives the answer to the last call. */
let answerLast = (): void => {};

beforeEach(() => {
  deploy.mockReset().mockImplementation(
    (work, { signal }) =>
      new Promise((resolve) => {
        answerLast = () => {
          if ("source" in work) resolve(doOnMarket(work, smallMarket));
        };
        signal?.addEventListener("abort", () =>
          resolve({ ok: false, problem: { code: "cancelled", message: "Cancelled." } }),
        );
      }),
  );
});

async function openThree(): Promise<void> {
  valueOf(await addDataset(smallDataset("first")));
  for (const name of NAMES) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    valueOf(await addDeployment({ ...whole, id: name, name }));
  }
  openApp("/deployments");
  await screen.findByRole("link", { name: "Three" }, LONG);
  await waitFor(() => expect(deploy).toHaveBeenCalledOnce(), LONG);
}

it("holds them against index and average share one after the other", async () => {
  await openThree();
  for (const calls of [1, 2, 3]) {
    // oxlint-disable-next-line no-await-in-loop -- each begins when the one before is answered
    await waitFor(() => expect(deploy).toHaveBeenCalledTimes(calls), LONG);
    expect(screen.queryAllByText(/^Since its start:/)).toHaveLength(calls - 1);
    answerLast();
    // oxlint-disable-next-line no-await-in-loop -- each begins when the one before is answered
    await waitFor(() => expect(screen.queryAllByText(/^Since its start:/)).toHaveLength(calls), LONG);
  }
});

it("ends with the list: the one under way is aborted, and no other begins", async () => {
  await openThree();
  const [, { signal } = {}] = deploy.mock.lastCall ?? [];
  expect(signal?.aborted).toBe(false);
  cleanup();
  expect(signal?.aborted).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(deploy).toHaveBeenCalledOnce();
});

it("says on its card why one can't be held against them", async () => {
  valueOf(await addDeployment({ ...whole, dataset: null }));
  openApp("/deployments");
  const link = await screen.findByRole("link", { name: whole.name }, LONG);
  const card = within(link.closest("li") ?? document.body);
  const reason = "No dataset is named for this deployment. Name one on its page.";
  expect(await card.findByText(reason, undefined, LONG)).toBeTruthy();
});
