/** The page that checks a deployment's file: what it says of a whole one, and of each way to spoil it. */
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { fakeClient } from "#tests/support/fake-client.ts";
import { accessibilityFaults, openApp } from "./open-app.tsx";
import { goneOn, smallStart, smallStrategy } from "../deploy/small-deployment.ts";
import { own } from "../deploy/own-code-desk.ts";
import { dateOf } from "#tests/support/market-builder.ts";
import { itemAt } from "#tests/support/reference-series.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { standingOf } from "#src/storage/code-consent.ts";
import { loadDeployment } from "#src/storage/deployments.ts";
import type { ComputedField } from "#workers/model/computed-field.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";

/** As the worker does it, which refuses code that was not allowed here. */
vi.mock("#src/run/browser-client.ts", async () => {
  const { deployWithOwnCode } = await import("../deploy/own-code-desk.ts");
  return { browserClient: fakeClient({ deploy: deployWithOwnCode }) };
});

const LONG = { timeout: 60_000 };
const whole = goneOn(smallStart());
const text = deploymentText(whole);

async function openVerify(): Promise<UserEvent> {
  const user = openApp("/verify");
  await screen.findByRole("heading", { level: 1, name: "Check a deployment's record" }, LONG);
  return user;
}

async function choose(user: UserEvent, contents: string): Promise<void> {
  await user.upload(
    screen.getByLabelText("Deployment file"),
    new File([contents], "small.json", { type: "application/json" }),
  );
}

/** As a file of these entries would be written by somebody who seals it anew. */
function resealed(ledger: typeof whole.ledger): string {
  return deploymentText({ ...whole, ledger });
}

function factOf(name: string): string | undefined {
  return screen.getByText(name).closest("div")?.textContent;
}

describe("a whole file", () => {
  it("holds, with what was replayed and what was recorded late", async () => {
    const user = await openVerify();
    await choose(user, text);
    await screen.findByText(/The chain holds: 8 entries/, undefined, LONG);
    expect(factOf("Replayed")).toContain("3 sessions");
    expect(factOf("Recorded late or before its day")).toContain("4 sessions");
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("has the heads that were posted on the way, and says where", async () => {
    const user = await openVerify();
    await choose(user, text);
    const field = await screen.findByLabelText("Head that was posted", undefined, LONG);
    await user.type(field, "abc");
    expect(screen.getByText(/A head has 64 digits/)).toBeTruthy();
    await user.clear(field);
    await user.type(field, itemAt(whole.ledger, 2).hash);
    expect(screen.getByText(/It is the entry of 05\/01\/2020.*5 entries came after it/)).toBeTruthy();
    await user.clear(field);
    await user.type(field, "f".repeat(64));
    expect(screen.getByText(/It is not in this file/)).toBeTruthy();
  });

  it("follows from its prices", async () => {
    const user = await openVerify();
    await choose(user, text);
    await user.click(await screen.findByRole("button", { name: "Work the account out again" }, LONG));
    expect(await screen.findByText(/follows from these prices, to the bit/, undefined, LONG)).toBeTruthy();
  });

  it("can be taken in, and once", async () => {
    const user = await openVerify();
    await choose(user, text);
    await user.click(await screen.findByRole("button", { name: "Add it" }, LONG));
    await screen.findByText(/kept in this browser now/, undefined, LONG);
    await waitFor(async () => expect(valueOf(await loadDeployment(whole.id)).deployment).toEqual(whole));
    await waitFor(async () => {
      // its dataset is not on this device: that is said at once, so that another one can be named
      expect(valueOf(await loadDeployment(whole.id)).record.waits).toMatch(/dataset/);
    }, LONG);
    await choose(user, text.replace("Small", "Other")); // its seal does not fit: nothing is taken in
    expect(within(await screen.findByRole("alert", undefined, LONG)).getByText(/seal/)).toBeTruthy();
  });
});

/** The file of a deployment whose strategy has this code, which no rule names. */
function fileWith(field: ComputedField): string {
  const strategy: unknown = { ...Object(smallStrategy()), computed: [field] };
  return deploymentText(goneOn({ ...smallStart(), strategy: JSON.parse(JSON.stringify(strategy)) }));
}

describe("a file whose strategy has own code", () => {
  it("is asked about by the file's name before its account is worked out, and then replayed", async () => {
    const user = await openVerify();
    await choose(user, fileWith(own));
    await user.click(await screen.findByRole("button", { name: "Work the account out again" }, LONG));
    await screen.findByText(/code that has not run on this device: own, from small\.json\./, undefined, LONG);
    expect(screen.getByLabelText("Source of own").textContent).toBe(own.source);
    await user.click(screen.getByRole("button", { name: "Allow this code to run" }));
    expect(await screen.findByText(/follows from these prices, to the bit/, undefined, LONG)).toBeTruthy();
  });

  it("has where it is from noted when it is taken in", async () => {
    const other = { ...own, source: "const compute = (b) => b.open" };
    const user = await openVerify();
    await choose(user, fileWith(other));
    await user.click(await screen.findByRole("button", { name: "Add it" }, LONG));
    await screen.findByText(/kept in this browser now/, undefined, LONG);
    expect(await standingOf([other])).toMatchObject([{ isAllowed: false, from: "small.json" }]);
  });
});

describe("a file that was spoilt", () => {
  const first = itemAt(whole.ledger, 0);
  const middle = itemAt(whole.ledger, 3);
  it.each([
    {
      way: "a figure changed",
      file: text.replace(`"cash":${middle.cash}`, `"cash":${middle.cash + 1}`),
      says: /ledger\[\d\]/,
    },
    { way: "cut short", file: text.slice(0, -200), says: /cannot be read as JSON/ },
    { way: "made longer", file: `${text}\n`, says: /canonical JSON/ },
    {
      way: "in another order",
      file: resealed([...whole.ledger.slice(1), first]),
      says: /ledger\[0\].*does not name/,
    },
    {
      way: "without an entry",
      file: resealed(whole.ledger.toSpliced(3, 1)),
      says: new RegExp(`ledger\\[3\\].*${dateOf(6)}`),
    },
    { way: "of a newer version", file: text.replace("deployment/1", "deployment/3"), says: /newer version/ },
    { way: "of another shape", file: '{"format":"deployment/1"}\n', says: /does not hold: the deployment/ },
  ])("$way is said not to hold, and where", async ({ file, says }) => {
    const user = await openVerify();
    await choose(user, file);
    expect((await screen.findByRole("alert", undefined, LONG)).textContent).toMatch(says);
    expect(screen.queryByText(/The chain holds/)).toBeNull();
  });
});
