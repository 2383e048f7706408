/**
 * Own numbers in the builder without a worker. The test's file mocks #src/run/try-field.ts, which would need one, and the
 * modules that draw: the editor's and the chart's.
 */
import { preview } from "./open-builder.tsx";
import { openApp } from "./open-app.tsx";
import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import { CODE_EXAMPLES } from "#src/code/examples.ts";
import { openTrialDesk } from "#src/run/try-field.ts";
import type { TrialDesk, TrialOrder } from "#src/run/try-field.ts";
import { addStrategy } from "#src/storage/strategies.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import type { FieldTrial } from "#workers/model/field-trial.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";

export const nothing: FieldTrial = { fault: null, lines: [], isChecked: false, figures: null };
export const COPY: string = CODE_EXAMPLES.find(({ name }) => name === "volumeScore")?.source ?? "";
export const field = (name: string) => ({ name, language: "javascript" as const, source: COPY });

/** What was asked to be tried, and what is answered: `answer`, unless `run` says otherwise. */
export const trials: { readonly orders: TrialOrder[]; answer: Result<FieldTrial>; run: TrialDesk["run"] } = {
  orders: [],
  answer: ok(nothing),
  run: async () => ok(nothing),
};

beforeEach(() => {
  const universe = {
    instruments: [{ symbol: "AB", name: "Anchor" }],
    symbols: ["AB", "CD"],
    sectors: [],
    listed: [],
  };
  asked.nameUniverse.mockReset().mockResolvedValue(ok(universe));
  asked.preview.mockReset().mockResolvedValue(ok(preview));
  trials.orders.length = 0;
  trials.answer = ok(nothing);
  trials.run = async (order) => {
    trials.orders.push(order);
    return trials.answer;
  };
  vi.mocked(openTrialDesk)
    .mockReset()
    .mockResolvedValue({ run: (...given) => trials.run(...given), end: () => {} });
});

/** Where the strategy has none of its own numbers yet, in the first step, which alone offers them then. */
export async function openWith(
  computed: Strategy["computed"],
  buyRules: readonly string[],
  step = (computed ?? []).length > 0 ? "buy" : "scanner",
) {
  const strategy = strategyOf({ ...(computed && { computed }), buy: { rules: buyRules } });
  const { id } = valueOf(await addStrategy(strategy, "demo"));
  const user = openApp(`/simulation-steps?id=${id}&step=${step}`);
  await screen.findByRole("form");
  return { user, id };
}

export async function add(user: UserEvent, name: string | RegExp): Promise<void> {
  const [shown] = await screen.findAllByText(/^(?:Numbers by your own code|Your own numbers)$/);
  for (const fold of [screen.queryByText("More options"), shown])
    if (fold?.closest("details")?.open === false) await user.click(fold);
  await user.click(await screen.findByRole("button", { name: "Add a number of your own" }));
  await user.click(await screen.findByRole("menuitem", { name }));
}
