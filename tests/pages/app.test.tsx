import { currentAddress, accessibilityFaults, openApp } from "./open-app.tsx";
import { act, render, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ErrorBoundary } from "#src/app/error-boundary.tsx";

vi.mock("#src/run/start-run.ts", () => ({
  startRun: vi.fn<() => void>(),
  cancelRun: vi.fn<() => boolean>(),
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: ["run-1"] }),
}));

const PAGES = [
  { path: "/", heading: "See what your rules would have done", title: "Strategy studio · Tidemark" },
  { path: "/strategy", heading: "Strategies", title: "Strategies · Tidemark" },
  { path: "/simulation-steps", heading: "Strategy builder", title: "Strategy builder · Tidemark" },
  { path: "/simulation-result", heading: "Backtest results", title: "Backtest results · Tidemark" },
  { path: "/runs", heading: "Runs", title: "Runs · Tidemark" },
  { path: "/data", heading: "Data", title: "Data · Tidemark" },
  { path: "/known-files", heading: "Known files", title: "Known files · Tidemark" },
  { path: "/settings", heading: "Settings", title: "Settings · Tidemark" },
  { path: "/about", heading: "About Tidemark", title: "About Tidemark · Tidemark" },
  { path: "/price", heading: "Pricing", title: "Pricing · Tidemark" },
  { path: "/contact", heading: "Contact Us", title: "Contact Us · Tidemark" },
  { path: "/questions", heading: "Tidemark FAQ", title: "Tidemark FAQ · Tidemark" },
  { path: "/functions", heading: "Rule language", title: "Rule language · Tidemark" },
  { path: "/api", heading: "API", title: "API · Tidemark" },
  { path: "/nowhere", heading: "Page not found", title: "Page not found · Tidemark" },
];

/** Milliseconds that the first reading of a page's modules may take beside other tests. */
const READING_MS = 60_000;
/** Milliseconds that a page may take with that, and with axe's look at it. */
const PAGE_MS = 120_000;

describe.each(PAGES)("$path", { timeout: PAGE_MS }, ({ path, heading, title }) => {
  it("has its heading and title, the shared header, and nothing that axe objects to", async () => {
    openApp(path);
    await screen.findByRole("heading", { level: 1, name: heading }, { timeout: READING_MS });
    await waitFor(() => {
      expect(document.title).toBe(title);
    });
    expect(screen.getByRole("link", { name: "Tidemark" }).getAttribute("href")).toBe("/");
    expect(screen.getByText(/Early prototype/)).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });
});

describe("the header's last button", () => {
  it("is Get Started on the landing page and goes to the strategies", async () => {
    const user = openApp("/");
    await user.click(screen.getByRole("link", { name: "Get Started" }));
    expect(currentAddress()).toBe("/strategy");
  });

  it("is Logout elsewhere, says that the work stays, and goes to the landing page", async () => {
    const user = openApp("/data");
    const logout = screen.getByRole("link", { name: "Logout" });
    expect(logout.title).toBe("Your work stays on this device");
    await user.click(logout);
    expect(currentAddress()).toBe("/");
  });
});

describe("the header", () => {
  it("promises videos and posts in a status message", async () => {
    const user = openApp("/strategy");
    await user.click(screen.getByRole("button", { name: "Blog Posts" }));
    await waitFor(() => expect(screen.getByText("Coming soon!").closest("output")).toBeTruthy());
  });
});

function Faulty(): never {
  throw new Error("row 7 is missing");
}

describe("a fault of ours", () => {
  it("in a page takes the page's place, says what is safe and offers to reload", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    render(
      <ErrorBoundary>
        <Faulty />
      </ErrorBoundary>,
    );
    const screenText = screen.getByRole("alert").textContent;
    expect(screenText).toContain("This page stopped working");
    expect(screenText).toContain("row 7 is missing");
    expect(screenText).toContain("was not touched");
    expect(screen.getByRole("button", { name: "Reload the page" })).toBeTruthy();
  });

  it("that nothing waits for is shown above the page, which stays", async () => {
    openApp("/");
    act(() => {
      window.dispatchEvent(
        Object.assign(new Event("unhandledrejection"), { reason: new Error("no answer") }),
      );
    });
    expect(screen.getByRole("alert").textContent).toContain("Error: no answer");
    expect(screen.getByRole("link", { name: "Start Building" })).toBeTruthy();
  });
});

it("moves the focus to the heading after a navigation, not when the app opens", async () => {
  const user = openApp("/");
  expect(document.activeElement).toBe(document.body);
  await user.click(screen.getByRole("link", { name: "Start Building" }));
  const heading = await screen.findByRole("heading", { level: 1, name: "Strategies" });
  expect(document.activeElement).toBe(heading);
});

it("says at the start that runs were interrupted", async () => {
  openApp("/contact");
  expect(await screen.findByText(/1 simulation ended when the page was closed/)).toBeTruthy();
});
