/** Deployments that a backup brings back go on at once: they don't wait for the next change of a dataset. */
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { accessibilityFaults } from "./open-app.tsx";
import { goneOn, smallStart } from "../deploy/small-deployment.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { RestoreDialog } from "#src/pages/settings/restore-dialog.tsx";
import type { OpenBackup } from "#src/storage/backup/open-backup.ts";
import { entryRecords, recordOf } from "#src/storage/deployment-record.ts";
import { loadDeployment } from "#src/storage/deployments.ts";

const LONG = { timeout: 60_000 };
const whole = goneOn(smallStart());
const unread = () => Promise.reject(new Error("nothing else is in it"));

const backup: OpenBackup = {
  fileName: "evenings.tidemark",
  manifest: {
    format: "tidemark-backup/1",
    appVersion: "1.0.0",
    databaseVersion: 1,
    writtenAt: "2020-01-20T18:00:00Z",
    parts: [],
  },
  records: {
    strategies: [],
    drafts: [],
    settings: [],
    datasets: [],
    runs: [],
    grids: [],
    walks: [],
    deployments: [recordOf(whole.id, whole, { createdAt: 0, updatedAt: 0 })],
    entries: entryRecords(whole.id, whole.ledger),
  },
  damaged: [],
  hasPart: () => false,
  readText: unread,
  putPrices: unread,
  close: () => {},
};

it("says of one whose dataset did not come with it what it waits for", async () => {
  render(<RestoreDialog backup={backup} onClose={() => {}} />);
  const user = userEvent.setup();
  const merge = screen.getByRole("button", { name: "Merge" });
  await waitFor(() => expect(merge.hasAttribute("disabled")).toBe(false), LONG);
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(merge);
  await waitFor(async () => {
    const { record, deployment } = valueOf(await loadDeployment(whole.id));
    expect(deployment.ledger).toEqual(whole.ledger);
    expect(record.waits).toMatch(/dataset/);
  }, LONG);
});
