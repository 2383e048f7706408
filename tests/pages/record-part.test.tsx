/** A check of the record on a page that lies open while the record goes on. The worker's replay needs a real browser. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { RecordPart } from "#src/pages/deployments/record-part.tsx";
import type { dataOf, replayOn } from "#src/run/deploy-calls.ts";
import type { StoredDeployment } from "#src/storage/deployment-record.ts";
import { StatusMessages } from "#src/ui/status-messages.tsx";
import type { ReplayReport } from "#workers/model/deployment-report.ts";
import { goneOn, smallStart } from "../deploy/small-deployment.ts";

const calls = vi.hoisted(() => ({ dataOf: vi.fn<typeof dataOf>(), replayOn: vi.fn<typeof replayOn>() }));
vi.mock("#src/run/deploy-calls.ts", () => calls);

const whole = goneOn(smallStart());
const BUTTON = { name: "Check it against today's prices" };

function partOf(entries: number) {
  const { ledger, ...head } = { ...whole, ledger: whole.ledger.slice(0, entries) };
  const record = {
    id: head.id,
    head,
    entries,
    lastSession: null,
    lastHash: null,
    createdAt: 1,
    updatedAt: 1,
  };
  const stored: StoredDeployment = { record, deployment: { ...head, ledger } };
  return (
    <StatusMessages>
      <RecordPart stored={stored} />
    </StatusMessages>
  );
}

function openPart(verdict: ReplayReport["verdict"]) {
  calls.dataOf.mockResolvedValue({
    ok: true,
    value: { source: { type: "stored", datasetId: "d" }, fingerprint: "1" },
  });
  const report = {
    entries: 1,
    verdict,
    differences: [],
    cause: "bars",
    rebased: [],
    next: null,
    loss: null,
  } as const;
  calls.replayOn.mockResolvedValue({ ok: true, value: report });
  const { rerender } = render(partOf(1));
  return { goOn: () => rerender(partOf(2)) };
}

it("says of a check how many sessions have been recorded since", async () => {
  const { goOn } = openPart("same");
  await userEvent.setup().click(screen.getByRole("button", BUTTON));
  await screen.findByText(/to the bit: all 1 session/);
  expect(screen.queryByText(/recorded since then/)).toBeNull();
  goOn();
  expect(screen.getByText(/^1 session recorded since then: check it again/)).toBeTruthy();
});

it("says by itself that the past was changed, and goes on saying so", async () => {
  const { goOn } = openPart("different");
  await screen.findByText(/The account does not follow/);
  goOn();
  expect(screen.getByText(/The account does not follow/)).toBeTruthy();
});
