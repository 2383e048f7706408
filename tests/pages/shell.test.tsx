import { openApp } from "./open-app.tsx";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ErrorBoundary } from "#src/app/error-boundary.tsx";
import { loadChunk } from "#src/app/stale-chunks.ts";
import { addLiveRun } from "#src/run/run-store.ts";

vi.mock("#src/run/start-run.ts", () => ({
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));

afterEach(() => vi.restoreAllMocks());

describe("the header", () => {
  it("has the specification's links on the landing page, then ours, and the last button last", () => {
    openApp("/");
    expect(headerNames()).toEqual([
      "Features",
      "How it Works",
      "FAQ",
      "Contact Us",
      "Pricing",
      "Video Tutorials",
      "Blog Posts",
      "Data",
      "Settings",
      "Commands",
      "Get Started",
    ]);
  });

  it("has the specification's links elsewhere, then ours, and the last button last", () => {
    openApp("/contact");
    expect(headerNames()).toEqual([
      "Pricing",
      "FAQ",
      "Contact Us",
      "Video Tutorials",
      "Blog Posts",
      "Strategies",
      "Data",
      "Settings",
      "Commands",
      "Logout",
    ]);
  });
});

describe("the error screen", () => {
  it("hands out the data", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    const createUrl = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:test");
    render(
      <ErrorBoundary>
        <Faulty />
      </ErrorBoundary>,
    );
    await userEvent.setup().click(screen.getByRole("button", { name: "Download my data" }));
    await waitFor(() => expect(createUrl).toHaveBeenCalledOnce());
    expect(screen.getByText(/Your data is safe/)).toBeTruthy();
  });
});

describe("a page whose file is gone from the server", () => {
  const reload = vi.fn<() => void>();

  beforeEach(() => {
    sessionStorage.clear();
    reload.mockClear();
    answer(200);
  });

  it("reloads the app once, and the second time fails", async () => {
    void loadChunk(gone, reload);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    await expect(loadChunk(gone, reload)).rejects.toThrow("Failed to fetch");
    expect(reload).toHaveBeenCalledOnce();
  });

  it("fails without a reload while a run is under way", async () => {
    addLiveRun("run-1", "strategy-1", "Momentum");
    await expect(loadChunk(gone, reload)).rejects.toThrow("Failed to fetch");
    expect(reload).not.toHaveBeenCalled();
  });

  it("fails without a reload where the server doesn't answer", async () => {
    answer(503);
    await expect(loadChunk(gone, reload)).rejects.toThrow("Failed to fetch");
    expect(reload).not.toHaveBeenCalled();
  });
});

function Faulty(): never {
  throw new Error("row 7 is missing");
}

function gone(): Promise<never> {
  return Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
}

function answer(status: number): void {
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status }));
}

/** The links and buttons of the header's navigation as they are read out. */
function headerNames(): string[] {
  const nav = screen.getByRole("navigation", { name: "Main" });
  return Array.from(
    nav.querySelectorAll("a, button"),
    (item) => item.getAttribute("aria-label") ?? item.textContent,
  );
}
