/** The look-ahead check's page: what it says of a strategy whose own numbers are refused. There is no worker. */
import { openApp } from "./open-app.tsx";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { addStrategy } from "#src/storage/strategies.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import type { ProblemCode } from "#workers/model/problem.ts";

const MESSAGE = 'number "half", AB: on 2020-01-02 it gives 1.';

async function checkWith(code: ProblemCode): Promise<void> {
  asked.checkLookAhead.mockResolvedValue({ ok: false, problem: { code, message: MESSAGE } });
  const { id } = valueOf(await addStrategy(strategyOf({ name: "Halves" }), "demo"));
  const user = openApp(`/look-ahead?id=${id}`);
  await user.click(await screen.findByRole("button", { name: "Start the check" }, { timeout: 30_000 }));
}

it("says that a strategy looks ahead where its own number was caught at it", async () => {
  await checkWith("code-looks-ahead");
  await screen.findByText(`⚠ The strategy looks ahead: ${MESSAGE}`);
  expect(screen.queryByText(/could not be checked/)).toBeNull();
});

it("says that a strategy could not be checked where its own number fails", async () => {
  await checkWith("code-failed");
  expect(await screen.findByText(`⚠ The strategy could not be checked: ${MESSAGE}`)).toBeTruthy();
});
