import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { accessibilityFaults, openApp } from "./open-app.tsx";
import { handReport } from "./results-report.ts";
import { rerunCapsule } from "#src/run/rerun-capsule.ts";
import type { Rerun } from "#src/run/rerun-capsule.ts";
import { toCapsule } from "#src/share/capsule.ts";
import type { Capsule } from "#src/share/capsule.ts";
import { sourceFor } from "#src/storage/datasets.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Progress } from "#workers/model/protocol.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

vi.mock("#src/run/rerun-capsule.ts", () => ({ rerunCapsule: vi.fn<typeof rerunCapsule>() }));

const progress: Progress = {
  stage: "simulating",
  bytesRead: 0,
  bytesTotal: null,
  rows: 0,
  date: null,
  positions: 0,
  percent: 40,
  secondsLeft: null,
};

async function capsuleOf(changes: Partial<Capsule> = {}): Promise<Capsule> {
  const { fingerprint } = valueOf(await sourceFor("demo", "NSE"));
  const run = {
    strategy: { ...defaultStrategy, name: "Sent along" },
    datasetTitle: "Demo market (invented)",
    datasetFingerprint: fingerprint,
    engineVersion: "1",
  };
  return { ...(await toCapsule(run, handReport)), ...changes };
}

/** Opens the page and gives it a file. */
async function give(text: string): Promise<UserEvent> {
  const user = openApp("/capsule");
  const file = new File([text], "capsule.json", { type: "application/json" });
  await user.upload(await screen.findByLabelText("Capsule file"), file);
  return user;
}

beforeEach(() => {
  vi.mocked(rerunCapsule).mockReset();
});

describe("the page that checks a run capsule", () => {
  it("says what a capsule is before there is one", async () => {
    openApp("/capsule");
    await screen.findByText(/A result's Export menu saves one\. Nothing of a capsule is stored/);
    expect(screen.queryByRole("button", { name: "Run and compare" })).toBeNull();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("refuses another file with the reason, and takes a right one after it", async () => {
    const user = await give('{"format":"capsule/1"}');
    expect((await screen.findByRole("alert")).textContent).toContain("This file is not a run capsule");
    const file = new File([JSON.stringify(await capsuleOf())], "capsule.json", { type: "application/json" });
    await user.upload(screen.getByLabelText("Capsule file"), file);
    await screen.findByRole("heading", { name: "Sent along" });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("lists everything that is wrong with the lines of a capsule's strategy", async () => {
    const buy = { ...defaultStrategy.buy, rules: ["sam(20) > 1", "close >"] };
    const strategy = { ...defaultStrategy, format: "strategy/2", buy } as const;
    await give(JSON.stringify(await capsuleOf({ strategy })));
    const alert = within(await screen.findByRole("alert"));
    expect(alert.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "buy.rules[0], column 1: sam is not known; did you mean sma?",
      expect.stringMatching(/^buy\.rules\[1\], column 8: /),
    ]);
    expect(screen.queryByRole("button", { name: "Run and compare" })).toBeNull();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("tells a condition that the data couldn't answer as left out, not as a rule", async () => {
    const scanner = { ...defaultStrategy.scanner, marketCapRank: 20 };
    const run = {
      strategy: { ...defaultStrategy, scanner },
      datasetTitle: "Without market caps",
      datasetFingerprint: "abc",
      engineVersion: "1",
    };
    const warnings = [{ code: "market-cap-missing", message: "No instrument has a market cap." }] as const;
    await give(JSON.stringify(await toCapsule(run, { ...handReport, warnings })));
    const leftOut = await screen.findByText(/^Left out, because the data can't answer it/);
    expect(leftOut.textContent).toMatch(/: market cap rank\.$/);
  });

  it("runs it on the same data and finds it identical", async () => {
    const capsule = await capsuleOf();
    vi.mocked(rerunCapsule).mockResolvedValue(ok({ ours: capsule, report: handReport }));
    const user = await give(JSON.stringify(capsule));
    await screen.findByText("This device has the same data: Demo market (invented).");
    expect(screen.getByRole("combobox", { name: "Data" }).textContent).toBe("Demo market (invented)"); // whole on a phone
    await user.click(screen.getByRole("button", { name: "Run and compare" }));
    await screen.findByText(
      "Identical: every position and every day's equity is the same, to the last digit.",
    );
    expect(screen.getByText(/^Here:/).textContent).toContain("Ahead of =INDEX by 9.4 points a year.");
    expect(vi.mocked(rerunCapsule).mock.lastCall?.[0]).toMatchObject({ capsule, datasetId: "demo" });
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("lists what differs, numbers in full", async () => {
    const capsule = await capsuleOf({ datasetFingerprint: "0123456789abcdef0123" });
    const ours = await capsuleOf();
    const performance = { ...ours.performance, endValue: 1306.8000000000002 };
    const checksums = { ...ours.checksums, equity: "f".repeat(64) };
    vi.mocked(rerunCapsule).mockResolvedValue(
      ok({ ours: { ...ours, performance, checksums }, report: handReport }),
    );
    const user = await give(JSON.stringify(capsule));
    await screen.findByText(/No dataset on this device has the capsule's fingerprint\./);
    await user.click(screen.getByRole("button", { name: "Run and compare" }));
    const table = within(await screen.findByRole("table", { name: "Differences" }));
    const rows = table.getAllByRole("row").map(({ textContent }) => textContent);
    expect(rows[1]).toMatch(/^Data0123456789abcdef…/);
    expect(rows[2]).toBe("endValue1306.81306.8000000000002");
    expect(rows[3]).toMatch(/^Every day's equity[0-9a-f]{16}…f{16}…$/);
    expect(rows).toHaveLength(4);
    screen.getByText("Not the same. The differences:");
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("shows how far the run is, and can be cancelled", async () => {
    vi.mocked(rerunCapsule).mockImplementation(({ onProgress, signal }: Rerun) => {
      onProgress(progress);
      return new Promise((resolve) => {
        signal.addEventListener("abort", () =>
          resolve(err({ code: "cancelled", message: "Cancelled. Nothing was changed." })),
        );
      });
    });
    const user = await give(JSON.stringify(await capsuleOf()));
    await user.click(await screen.findByRole("button", { name: "Run and compare" }));
    const bar = await screen.findByRole("progressbar", { name: "Simulation" });
    expect(bar.getAttribute("aria-valuenow") ?? bar.getAttribute("value")).toBe("40");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Cancelled. Nothing was changed.");
  });
});
