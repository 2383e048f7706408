/** Amounts beside no prices, on a dataset whose prices are in pence: nowhere in pounds. */
import { record as imported } from "./import-checks.tsx";
import { openApp } from "./open-app.tsx";
import { handReport } from "./results-report.ts";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { valueOf } from "#tests/support/value-of.ts";
import { toCapsule } from "#src/share/capsule.ts";
import { addDataset } from "#src/storage/datasets.ts";
import type { DatasetRecord } from "#src/storage/records.ts";
import { addStrategy } from "#src/storage/strategies.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

vi.setConfig({ testTimeout: 120_000 }); // whole pages, on a machine that may be busy

const strategy = {
  ...defaultStrategy,
  name: "London",
  scanner: { ...defaultStrategy.scanner, exchange: "LSE", minPrice: 250 },
};
const facts = { ...imported.facts, exchanges: ["LSE"] };
const silent = { exchange: "NSE", instrumentType: "EQUITY", currency: "" };

const DATASETS: readonly (readonly [string, DatasetRecord])[] = [
  [
    "a person said so at import",
    { ...imported, id: "london", facts, defaults: { ...silent, exchange: "LSE", currency: "GBX" } },
  ],
  [
    "instruments.csv alone says so",
    { ...imported, id: "london", facts: { ...facts, currencies: { LSE: "GBX" } }, defaults: silent },
  ],
];

const PENCE = /GBX\s?[\d,]+/;

/** The part's text once it tells an amount in pence. */
async function textOf(part: () => Element | null): Promise<string> {
  await waitFor(() => expect(part()?.textContent).toMatch(PENCE));
  return part()?.textContent ?? "";
}

describe.each(DATASETS)("prices in pence, where %s", (_name, dataset) => {
  beforeEach(async () => {
    valueOf(await addDataset(dataset));
  });

  it("are told so on a strategy's card", async () => {
    valueOf(await addStrategy(strategy, "london"));
    const user = openApp("/strategy");
    await user.click(await screen.findByRole("button", { name: "London" }));
    expect(
      await textOf(() => screen.getByRole("button", { name: "London" }).closest("article")),
    ).not.toContain("£");
  });

  it("are told so by the builder, and of a strategy that is pasted there", async () => {
    const { id } = valueOf(await addStrategy(strategy, "london"));
    const user = openApp(`/simulation-steps?id=${id}&step=buy`);
    await screen.findByRole("form");
    expect(
      await textOf(() => screen.getByRole("complementary", { name: "The strategy in words" })),
    ).not.toContain("£");
    await user.click(await screen.findByRole("textbox", { name: "Type a rule and press Enter" }));
    await user.paste(JSON.stringify({ ...strategy, name: "Pasted" }));
    await user.click(await screen.findByRole("button", { name: "Import it" }));
    const dialog = await screen.findByRole("dialog", { name: 'Use "Pasted"?' });
    expect(await textOf(() => dialog)).not.toContain("£");
  });

  it("are told so of a strategy's file that is imported", async () => {
    const user = openApp("/strategy");
    const file = new File([JSON.stringify(strategy)], "london.json");
    await user.upload(await screen.findByLabelText("File to open"), file);
    const dialog = await screen.findByRole("dialog", { name: 'Import "London"?' });
    expect(await textOf(() => dialog)).not.toContain("£");
  });

  it("are told so where its numbers are varied", async () => {
    const { id } = valueOf(await addStrategy(strategy, "london"));
    const user = openApp(`/optimise?strategy=${id}`);
    await screen.findByRole("heading", { name: "Parameters to vary" });
    for (const summary of document.querySelectorAll("main summary")) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a person would
      await user.click(summary);
    }
    expect(await textOf(() => document.querySelector("main"))).not.toContain("£");
  });

  it("are told so of a capsule that was run on the same data", async () => {
    const { fingerprint } = dataset.facts;
    await giveCapsule(null, fingerprint);
    expect(await textOf(() => document.querySelector("main"))).not.toContain("£");
  });
});

it("a capsule says that its run was in pence on a device that lacks its data", async () => {
  await giveCapsule("GBX", "elsewhere");
  expect(await textOf(() => document.querySelector("main"))).not.toContain("£");
});

/** @param currency - of its run's account; null for a capsule of before that was noted */
async function giveCapsule(currency: string | null, datasetFingerprint: string): Promise<void> {
  const metadata = { ...handReport.metadata, currency: currency ?? "GBP" };
  const run = { strategy, datasetTitle: "London", datasetFingerprint, engineVersion: "1" };
  const text = JSON.stringify(await toCapsule(run, { ...handReport, metadata }));
  const user = openApp("/capsule");
  await user.upload(
    await screen.findByLabelText("Capsule file"),
    new File([text], "capsule.json", { type: "application/json" }),
  );
  await screen.findByRole("heading", { name: "London" });
}
