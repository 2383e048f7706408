import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { accessibilityFaults, currentAddress, openApp } from "./open-app.tsx";
import { strategyLink } from "#src/share/strategy-link.ts";
import { listStrategies } from "#src/storage/strategies.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

const linked: Strategy = {
  ...defaultStrategy,
  name: "<b>Sent</b> by a friend",
  sell: { ...defaultStrategy.sell, trailingStopLoss: 25 },
};

async function addressOf(strategy: Strategy): Promise<string> {
  const { pathname, hash } = new URL(await strategyLink("https://example.org/strategy", strategy));
  return pathname + hash;
}

async function storedNames(): Promise<readonly string[]> {
  return (await listStrategies()).records.map(({ name }) => name);
}

describe("a link that holds a strategy", () => {
  it("shows what it would bring before anything is stored, and is plain again in the address", async () => {
    openApp(await addressOf(linked));
    const dialog = within(await screen.findByRole("dialog", { name: 'Import "<b>Sent</b> by a friend"?' }));
    dialog.getByText("From a link");
    dialog.getByText(/a fall of 25% from the highest close/);
    expect(currentAddress()).toBe("/strategy");
    expect(location.hash).toBe("");
    expect(await storedNames()).toEqual([]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("is stored when the person says so, with all its settings", async () => {
    const user = openApp(await addressOf(linked));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByText(/It will be simulated on/);
    await user.click(dialog.getByRole("button", { name: "Import" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const { records } = await listStrategies();
    expect(records.map(({ strategy }) => strategy)).toEqual([linked]);
  });

  it("leaves nothing behind when the person says no", async () => {
    const user = openApp(await addressOf(linked));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(await storedNames()).toEqual([]);
  });

  it("is noticed on the page that is open already", async () => {
    openApp("/strategy");
    await screen.findByText("Or Test with Built-in strategies");
    expect(screen.queryByRole("dialog")).toBeNull();
    location.hash = new URL(await strategyLink("https://example.org/strategy", linked)).hash;
    expect(await screen.findByRole("dialog")).toBeTruthy();
  });

  it("that was cut off is refused in words", async () => {
    openApp((await addressOf(linked)).slice(0, -30));
    const dialog = within(await screen.findByRole("dialog", { name: "This file can't be imported" }));
    expect(dialog.getByText(/link/i)).toBeTruthy();
    expect(await storedNames()).toEqual([]);
  });
});
