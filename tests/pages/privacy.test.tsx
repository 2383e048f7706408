import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { accessibilityFaults, openApp } from "./open-app.tsx";

it("says which way out lies beyond the page's rules, and that nothing here takes it", async () => {
  openApp("/privacy");
  const words = await screen.findByText(/direct connections \(WebRTC\)/, undefined, { timeout: 30_000 });
  expect(words.textContent).toContain("Nothing in this app opens one");
  expect(await accessibilityFaults()).toEqual([]);
});
