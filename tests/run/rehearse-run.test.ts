import { expect, it, vi } from "vitest";
import type { BacktestClient } from "#src/run/backtest-client.ts";
import { previewStrategy } from "#src/run/preview-strategy.ts";
import { rehearseRun } from "#src/run/rehearse-run.ts";
import { err } from "#workers/model/problem.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

it("goes through the run on the prices that the preview counted on, and not without such prices", async () => {
  const rehearse = vi.fn<BacktestClient["rehearse"]>(() => Promise.resolve(null));
  const count = vi.fn<BacktestClient["previewStrategy"]>(() =>
    Promise.resolve(err({ code: "period-empty", message: "No session." })),
  );
  await rehearseRun(defaultStrategy, "demo", { rehearse });
  await previewStrategy(defaultStrategy, "demo", new AbortController().signal, { previewStrategy: count });
  expect(rehearse.mock.lastCall?.[0]).toEqual(count.mock.lastCall?.[0]);
  const elsewhere = { ...defaultStrategy, scanner: { ...defaultStrategy.scanner, exchange: "LSE" } };
  await rehearseRun(elsewhere, "demo", { rehearse });
  expect(rehearse).toHaveBeenCalledTimes(1);
});
