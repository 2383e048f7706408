/** Opens the whole app at an address, in an empty database. Runs and the chart's canvas need a real browser. */
import "#tests/storage/empty-database.ts";
import { cleanup, render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { UserEvent } from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, beforeEach, vi } from "vitest";
import { App } from "#src/app/app.tsx";
import { useRunStore } from "#src/run/run-store.ts";

/** The DOM of these tests has no locks; there is one tab. */
const locks = {
  request: (_name: string, ...options: readonly unknown[]) => {
    const work = options.at(-1);
    return Promise.resolve(typeof work === "function" ? work({}) : undefined);
  },
};
Object.defineProperty(navigator, "locks", { value: locks, configurable: true });

beforeEach(() => {
  window.scrollTo = vi.fn<() => void>();
  useRunStore.setState({ runs: {}, elsewhere: {}, unrecorded: {}, lastReport: null });
});

afterEach(() => {
  cleanup();
  history.replaceState(null, "", "/");
});

/** The pointer and keyboard of a person who then uses the page. */
export function openApp(address: string): UserEvent {
  history.replaceState(null, "", address);
  render(<App />);
  return userEvent.setup();
}

/** Colours are not computed here: contrast is looked at in a real browser. */
export async function accessibilityFaults(): Promise<readonly string[]> {
  const { violations } = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false } },
    resultTypes: ["violations"],
    preload: false, // there are no style sheets
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

export function currentAddress(): string {
  return `${location.pathname}${location.search}`;
}
