/** The builder of a new draft, opened at one of its steps. There is no worker here: the test answers what is asked. */
import { openApp } from "./open-app.tsx";
import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { valueOf } from "#tests/support/value-of.ts";
import type { StrategyRecord } from "#src/storage/records.ts";
import { createStrategy } from "#src/storage/strategies.ts";
import type { Preview } from "#workers/model/preview.ts";

export const preview: Preview = {
  date: "2025-03-20",
  instruments: 120,
  mostListed: 120,
  passing: {
    priceGrowth: 70,
    minPrice: 80,
    marketCapRank: 12,
    avgDailyValue: 1,
    lastPriceVsClose: 60,
    lastPriceVsMA: 55,
  },
  rules: [],
  scanner: 90,
  buy: 50,
  together: 40,
  candidates: [],
  series: [],
  hasAdjusted: true,
  warnings: [],
};

export async function openBuilder(step: string): Promise<{ user: UserEvent; record: StrategyRecord }> {
  const record = valueOf(await createStrategy("Tides"));
  const user = openApp(`/simulation-steps?id=${record.id}&step=${step}`);
  await screen.findByRole("form");
  return { user, record };
}

export async function retype(
  user: UserEvent,
  name: string | RegExp,
  text: string,
): Promise<HTMLInputElement> {
  const box = screen.getByRole<HTMLInputElement>("textbox", { name });
  await user.clear(box);
  if (text !== "") await user.type(box, text);
  return box;
}

export const stepTitle = () =>
  screen.getByRole("heading", { level: 2, name: /Scanner|Rules|Simulation/ }).textContent;
export const press = (user: UserEvent, name: string) => user.click(screen.getByRole("button", { name }));
