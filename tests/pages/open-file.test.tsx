/** One door for files: whatever page a file comes in by, it goes to the one that takes it, or is said to be what it is. */
import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { fakeClient } from "#tests/support/fake-client.ts";
import { zipOf } from "#tests/support/zip-files.ts";
import { deployWithOwnCode } from "../deploy/own-code-desk.ts";
import { goneOn, smallStart } from "../deploy/small-deployment.ts";
import { accessibilityFaults, currentAddress, openApp } from "./open-app.tsx";
import { handReport } from "./results-report.ts";
import { toCapsule } from "#src/share/capsule.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

vi.mock("#src/run/browser-client.ts", async () => ({
  browserClient: fakeClient({ deploy: deployWithOwnCode }),
}));

const LONG = { timeout: 60_000 };

/** Any file may be chosen, whatever the chooser offers first. */
async function give(user: UserEvent, label: string, file: File): Promise<void> {
  const input = await screen.findByLabelText<HTMLInputElement>(label, undefined, LONG);
  input.accept = "";
  await user.upload(input, file);
}

const fileOf = (text: string, name: string) => new File([text], name);
const deployment = () => fileOf(deploymentText(goneOn(smallStart())), "evenings.json");

async function capsule(): Promise<File> {
  const run = {
    strategy: { ...defaultStrategy, name: "Sent along" },
    datasetTitle: "Demo market (invented)",
    datasetFingerprint: "0",
    engineVersion: "1",
  };
  return fileOf(JSON.stringify(await toCapsule(run, handReport)), "run.json");
}

describe("Open a file", () => {
  it("takes a capsule to the page that runs it again", async () => {
    const user = openApp("/strategy");
    await give(user, "File to open", await capsule());
    await screen.findByRole("heading", { level: 1, name: "Check a run capsule" }, LONG);
    expect(await screen.findByRole("heading", { level: 2, name: "Sent along" }, LONG)).toBeTruthy();
  });

  it("takes a deployment to the page that checks its record", async () => {
    const user = openApp("/strategy");
    await give(user, "File to open", deployment());
    await screen.findByText(/The chain holds: 8 entries/, undefined, LONG);
    expect(currentAddress()).toBe("/verify");
  });

  it("looks at a strategy that was given to the page of capsules", async () => {
    const user = openApp("/capsule");
    await give(user, "Capsule file", fileOf(JSON.stringify({ name: "Strayed" }), "a.json"));
    expect(await screen.findByRole("dialog", { name: 'Import "Strayed"?' }, LONG)).toBeTruthy();
    expect(currentAddress()).toBe("/strategy");
  });

  it("takes a deployment that was given to the page of capsules to its own", async () => {
    const user = openApp("/capsule");
    await give(user, "Capsule file", deployment());
    expect(await screen.findByText(/The chain holds: 8 entries/, undefined, LONG)).toBeTruthy();
  });

  it("says of a text what it is and what can be opened, and of a table where it is imported", async () => {
    const user = openApp("/strategy");
    await give(user, "File to open", fileOf("Buy low, sell high.", "idea.txt"));
    const dialog = within(await screen.findByRole("dialog", { name: "This file is opened elsewhere" }));
    expect(
      dialog.getByText(/"idea\.txt" is plain text, and no file of this app\. Strategies, run/),
    ).toBeTruthy();
    expect(dialog.queryByRole("link")).toBeNull();
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Close" }));
    await give(user, "File to open", fileOf("symbol,date,close\nA,2020-01-01,1\n", "p.csv"));
    const other = within(await screen.findByRole("dialog", { name: "This file is opened elsewhere" }));
    expect(other.getByRole("link", { name: "Go to the Data screen" }).getAttribute("href")).toBe("/data");
  });

  it("says of a zip of several what is in it", async () => {
    const user = openApp("/verify");
    await give(user, "Deployment file", new File([zipOf({ "a.json": "{}", "b.json": "{}" })], "both.zip"));
    expect(await screen.findByText(/"both\.zip" is a zip of 2 files/, undefined, LONG)).toBeTruthy();
  });

  it("asks for one file at a time", async () => {
    const user = openApp("/strategy");
    const input = await screen.findByLabelText<HTMLInputElement>("File to open", undefined, LONG);
    input.multiple = true;
    await user.upload(input, [fileOf("{}", "a.json"), fileOf("{}", "b.json")]);
    expect(await screen.findByText(/These are several files\. Open them one at a time/)).toBeTruthy();
  });
});
