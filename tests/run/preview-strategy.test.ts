import { expect, it, vi } from "vitest";
import type { BacktestClient } from "#src/run/backtest-client.ts";
import { previewStrategy } from "#src/run/preview-strategy.ts";
import { err } from "#workers/model/problem.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

const refused = err({ code: "period-empty", message: "No session." } as const);

it("counts on the prices that a run would read, and refuses an exchange that the data does not have", async () => {
  const count = vi.fn<BacktestClient["previewStrategy"]>(() => Promise.resolve(refused));
  const { signal } = new AbortController();
  const counted = await previewStrategy(defaultStrategy, "demo", signal, { previewStrategy: count });
  expect(counted).toEqual(refused);
  expect(count.mock.lastCall?.[0]).toMatchObject({ strategy: defaultStrategy, source: { type: "bundled" } });
  const elsewhere = { ...defaultStrategy, scanner: { ...defaultStrategy.scanner, exchange: "LSE" } };
  const nothing = await previewStrategy(elsewhere, "demo", signal, { previewStrategy: count });
  expect(nothing.ok).toBe(false);
  expect(count).toHaveBeenCalledTimes(1);
});
