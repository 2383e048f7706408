import { setScreenWidth } from "./screen-width.ts";
import { openApp, accessibilityFaults } from "./open-app.tsx";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { sampleReport } from "#tests/storage/sample-report.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { addLiveRun, removeLiveRun, updateLiveRun, useRunStore } from "#src/run/run-store.ts";
import { cancelRun, startRun } from "#src/run/start-run.ts";
import { createRun, failRun, finishRun } from "#src/storage/runs.ts";
import { findSample } from "#src/storage/samples.ts";

vi.mock("#src/run/start-run.ts", () => ({
  startRun: vi.fn<typeof startRun>(),
  cancelRun: vi.fn<typeof cancelRun>(),
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));

/** A run of the first sample, recorded as the runner would. */
async function recordRun(id: string): Promise<void> {
  const sample = findSample("builtin-1");
  if (!sample) throw new Error("no such sample");
  valueOf(
    await createRun({
      id,
      strategyId: sample.id,
      strategy: sample.strategy,
      datasetId: "demo",
      datasetTitle: "Demo market (invented)",
      datasetFingerprint: "abc",
      engineVersion: "1",
    }),
  );
}

it.each(["Start Building", "Create Your First Strategy", "Get Started"])("leads on by %s", (name) => {
  openApp("/");
  expect(screen.getByRole("link", { name }).getAttribute("href")).toBe("/strategy");
});

it("has the six features and the four steps in the specification's words", () => {
  openApp("/");
  const features = within(screen.getByRole("region", { name: "Features" })).getAllByRole("heading", {
    level: 3,
  });
  expect(features.map((heading) => heading.textContent)).toEqual([
    "Create strategies",
    "Save incomplete strategies to continue later",
    "Run simulations",
    "Track execution status in real time",
    "View results with performance metrics",
    "Clone strategies",
  ]);
  const steps = within(screen.getByRole("region", { name: "How it Works" })).getAllByRole("heading", {
    level: 3,
  });
  expect(steps.map((heading) => heading.textContent)).toEqual([
    "Smart instrument selection",
    "Precision entry rules",
    "Risk-managed exits (stop-loss and take-profit)",
    "Rigorous strategy testing",
  ]);
});

it("says that templates are open source and one's own code is welcome", () => {
  openApp("/");
  expect(
    screen.getByText(/Strategy templates are open source, and you may write your own code/),
  ).toBeTruthy();
});

it("asks for two minutes, in a new tab that knows nothing of this one, and says what that needs", () => {
  openApp("/");
  const survey = screen.getByRole("link", { name: "Take the survey" });
  expect(survey.getAttribute("href")).toBe("https://survey.tidemark.example/two-minutes");
  expect(survey.getAttribute("target")).toBe("_blank");
  expect(survey.getAttribute("rel")).toContain("noopener");
  expect(screen.getByRole("complementary", { name: "Survey" }).textContent).toMatch(
    /2 minutes.*needs the internet/,
  );
});

it("shows a real result with its figures and says that its market is invented", () => {
  openApp("/");
  const figure = screen.getByRole("figure");
  // The index by itself is the generator's, worked out before there was an engine; the rest is held to a run by
  // landing-figures.test.tsx.
  expect(figure.textContent).toMatch(/₹1,00,000 became₹[\d,]+index ₹11,87,000average share ₹[\d,]+/);
  expect(figure.textContent).toMatch(/CAGR\d+\.\d%index 10\.3%average share 14\.8%/);
  expect(figure.textContent).toMatch(/Max drawdown−\d+\.\d%index −59\.9%average share −\d+\.\d%/);
  expect(figure.textContent).toMatch(/(?:Ahead of|Behind|Level with) TIDAL120.* the average share/);
  expect(figure.textContent).toMatch(/demo market, an invented one/);
  expect(figure.textContent).toMatch(/on adjusted prices and after costs of \d\.\d+% a side/);
  expect(figure.textContent).toContain("the index has none");
});

it("has its parts where the header's links point", async () => {
  setScreenWidth(768);
  const user = openApp("/");
  const menu = screen.getByRole("button", { name: "Menu" });
  await user.click(menu);
  await screen.findByRole("navigation", { name: "All pages" });
  for (const [name, part] of [
    ["Features", "features"],
    ["How it Works", "how-it-works"],
  ] as const) {
    const link = screen.getByRole("link", { name });
    expect(link.getAttribute("href")).toBe(`#${part}`);
    expect(document.getElementById(part)).toBeTruthy();
  }
  await user.click(screen.getByRole("link", { name: "Features" }));
  expect(menu.getAttribute("aria-expanded")).toBe("false");
});

it("ends with the year and the way to the licences", async () => {
  openApp("/");
  const footer = screen.getByRole("contentinfo");
  expect(footer.textContent).toContain(String(new Date().getFullYear()));
  expect(within(footer).getByRole("link", { name: "About and licences" }).getAttribute("href")).toBe(
    "/about",
  );
  expect(await accessibilityFaults()).toEqual([]);
});

describe("trying it", () => {
  it("runs the figures' own strategy in place, with progress, and leads to its result", async () => {
    vi.mocked(startRun).mockImplementation(async () => {
      await recordRun("run-7");
      addLiveRun("run-7", "builtin-1", "My Momentum Strategy");
      return { ok: true, value: { runId: "run-7" } };
    });
    const user = openApp("/");
    await user.click(screen.getByRole("button", { name: "Try it now" }));
    await screen.findByRole("progressbar", { name: "Simulation" });
    expect(startRun).toHaveBeenCalledWith("builtin-1");
    const cancel = await screen.findByRole("button", { name: "Cancel" });
    const { progress } = useRunStore.getState().runs["run-7"] ?? {};
    act(() => updateLiveRun("run-7", { ...(progress && { progress: { ...progress, percent: 40 } }) }));
    await waitFor(() => {
      const bar = screen.getByRole("progressbar", { name: "Simulation" });
      expect(bar.getAttribute("value")).toBe("40");
    });
    await user.click(cancel);
    expect(cancelRun).toHaveBeenCalledWith("run-7");
    valueOf(
      await finishRun("run-7", { ...sampleReport, performance: { ...sampleReport.performance, cagr: 14 } }),
    );
    act(() => removeLiveRun("run-7"));
    const words = await screen.findByText(/^Done in \d+\.\d s/);
    expect(words.textContent).toMatch(/₹100 became ₹121\. Level with INDEX\./);
    expect(screen.getByRole("link", { name: "Open the result" }).getAttribute("href")).toBe(
      "/simulation-result?run=run-7",
    );
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("says why it can't run, and why it ended", async () => {
    vi.mocked(startRun).mockResolvedValueOnce({
      ok: false,
      problem: { code: "storage-failed", message: "The storage of this browser is blocked." },
    });
    const user = openApp("/");
    await user.click(screen.getByRole("button", { name: "Try it now" }));
    await screen.findByText("The storage of this browser is blocked.");
    vi.mocked(startRun).mockImplementation(async () => {
      await recordRun("run-8");
      return { ok: true, value: { runId: "run-8" } };
    });
    await user.click(screen.getByRole("button", { name: "Try it now" }));
    await screen.findByRole("progressbar");
    valueOf(await failRun("run-8", { code: "worker-lost", message: "It stopped." }));
    expect(await screen.findByText("It stopped.")).toBeTruthy();
  });
});
