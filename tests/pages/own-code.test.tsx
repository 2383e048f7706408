/** Numbers from own code on the pages: shown with their sources, and asked about where they came from elsewhere. */
import { accessibilityFaults, openApp } from "./open-app.tsx";
import { handReport } from "./results-report.ts";
import { fireEvent, screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { Dexie } from "dexie";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { sampleReport } from "#tests/storage/sample-report.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { toCapsule } from "#src/share/capsule.ts";
import { strategyLink } from "#src/share/strategy-link.ts";
import { allowCode, standingOf } from "#src/storage/code-consent.ts";
import { createRun, failRun, finishRun, markRunning } from "#src/storage/runs.ts";
import { addStrategy, listStrategies } from "#src/storage/strategies.ts";
import { CODE_DATABASE } from "#workers/model/code-consent.ts";
import type { Problem } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";

// No test of this file waits for a worker of the builder; one in which its page opens only looks at what is there.
const never = vi.hoisted(() => () => new Promise<never>(() => {}));
vi.mock("#src/run/try-field.ts", () => ({ openTrialDesk: never }));

const SOURCE = "function compute({ close }) {\n  return close.map((price) => price / 2)\n}";

function withSource(source: string): Strategy {
  return strategyOf({
    format: "strategy/2",
    name: "Halves",
    buy: { rules: ["close > half"] },
    computed: [{ name: "half", language: "javascript", source }],
  });
}

const halves = withSource(SOURCE);
const QUESTION = /This strategy has code that has not run on this device: half, /;

beforeEach(() => Dexie.delete(CODE_DATABASE));

async function storeRun(
  id: string,
  strategyId: string,
  end: "complete" | Problem,
  strategy = halves,
): Promise<void> {
  valueOf(
    await createRun({
      id,
      strategyId,
      strategy,
      datasetId: "demo",
      datasetTitle: "Demo market (invented)",
      datasetFingerprint: "abc",
      engineVersion: "1",
    }),
  );
  valueOf(await markRunning(id));
  valueOf(await (end === "complete" ? finishRun(id, sampleReport) : failRun(id, end)));
}

describe("code that came with a link", () => {
  it("is shown before it is stored, asked about with where it is from, and allowed once", async () => {
    const { hash } = new URL(await strategyLink("https://example.org/", halves));
    const user = openApp(`/strategy${hash}`);
    const dialog = within(await screen.findByRole("dialog", undefined, { timeout: 30_000 }));
    await user.click(dialog.getByText("All parameters"));
    await user.click(dialog.getByText("Source of half (javascript, 3 lines)"));
    expect(dialog.getByLabelText("Source of half").textContent).toBe(SOURCE);
    await dialog.findByText(/It will be simulated on/);
    await user.click(dialog.getByRole("button", { name: "Import" }));
    const heading = await screen.findByRole("heading", { level: 3, name: "Halves" }, { timeout: 30_000 });
    await user.click(within(heading).getByRole("button"));
    const question = await screen.findByText(/from a link\.$/, undefined, { timeout: 30_000 });
    expect(question.textContent).toMatch(QUESTION);
    expect(await accessibilityFaults()).toEqual([]);
    expect(await standingOf(halves.computed)).toMatchObject([{ isAllowed: false, from: "a link" }]);
    await user.click(screen.getByRole("button", { name: "Allow this code to run" }));
    await screen.findByText("half may run on this device.", undefined, { timeout: 30_000 });
    expect(screen.queryByText(QUESTION)).toBeNull();
    expect(await standingOf(halves.computed)).toMatchObject([{ isAllowed: true }]);
    expect(JSON.stringify((await listStrategies()).records)).not.toContain("allowed");
  });
});

const LONG = { timeout: 30_000 };

/** The question about the code of the strategy of that name, opened in the list of strategies. */
async function questionOf(user: UserEvent, name: string): Promise<string | null> {
  const heading = await screen.findByRole("heading", { level: 3, name }, LONG);
  await user.click(within(heading).getByRole("button"));
  return (await screen.findByText(QUESTION, undefined, LONG)).textContent;
}

it("code of a strategy file that was dropped is asked about, with the file's name", async () => {
  const user = openApp("/strategy");
  await screen.findByRole("button", { name: "Open a file" }, LONG);
  const file = new File([JSON.stringify(halves)], "from-a-friend.json");
  fireEvent.drop(document, { dataTransfer: { types: ["Files"], files: [file] } });
  const dialog = within(await screen.findByRole("dialog", { name: 'Import "Halves"?' }, LONG));
  await dialog.findByText(/It will be simulated on/);
  await user.click(dialog.getByRole("button", { name: "Import" }));
  expect(await questionOf(user, "Halves")).toMatch(/from from-a-friend\.json\.$/);
  expect(await standingOf(halves.computed)).toMatchObject([{ isAllowed: false }]);
});

it("code of a run capsule is shown and asked about before the run", async () => {
  const capsule = await toCapsule(
    {
      strategy: halves,
      datasetTitle: "Demo market (invented)",
      datasetFingerprint: "abc",
      engineVersion: "1",
    },
    handReport,
  );
  const user = openApp("/capsule");
  const file = new File([JSON.stringify(capsule)], "capsule.json", { type: "application/json" });
  await user.upload(await screen.findByLabelText("Capsule file", undefined, LONG), file);
  expect((await screen.findByText(QUESTION, undefined, LONG)).textContent).toMatch(/from a run capsule\.$/);
  const sources = screen.getAllByLabelText("Source of half"); // among the parameters, and in the question
  expect(sources.map(({ textContent }) => textContent)).toEqual([SOURCE, SOURCE]);
  await user.click(screen.getByRole("button", { name: "Allow this code to run" }));
  await screen.findByText("half may run on this device.", undefined, LONG);
  expect(screen.queryByText(QUESTION)).toBeNull();
});

describe("code that was written here", () => {
  it("is asked about nowhere", async () => {
    valueOf(await allowCode("javascript", SOURCE));
    valueOf(await addStrategy(halves, "demo"));
    const user = openApp("/strategy");
    const heading = await screen.findByRole("heading", { level: 3, name: "Halves" }, { timeout: 30_000 });
    await user.click(within(heading).getByRole("button"));
    await screen.findByText("Source of half (javascript, 3 lines)");
    expect(screen.queryByText(QUESTION)).toBeNull();
  });
});

describe("a run that was refused", () => {
  it("for want of an answer has the question on its page", async () => {
    const { id } = valueOf(await addStrategy(halves, "demo"));
    const problem: Problem = { code: "code-not-allowed", message: "own code was not allowed: half." };
    await storeRun("run-1", id, problem);
    openApp("/simulation-result?run=run-1");
    await screen.findByText(/The simulation failed\. Own code was not allowed/, undefined, {
      timeout: 30_000,
    });
    const question = await screen.findByText(QUESTION, undefined, { timeout: 30_000 });
    expect(question.textContent).toContain("which was not written here");
    expect(screen.getByLabelText("Source of half").textContent).toBe(SOURCE);
  });

  it("leads to the code of the number that ended it, with its fault", async () => {
    const broken = withSource("function compute() { return nothing }");
    const { id } = valueOf(await addStrategy(broken, "demo"));
    const message = 'number "half", line 1, column 29, AAA: ReferenceError: nothing is not defined.';
    await storeRun("run-1", id, { code: "code-failed", message, place: "computed[0].source" }, broken);
    const user = openApp("/simulation-result?run=run-1");
    await user.click(await screen.findByRole("link", { name: "Open the code of half" }, LONG));
    const name = await screen.findByLabelText<HTMLInputElement>("Name", undefined, LONG);
    expect(name.value).toBe("half");
    expect(document.activeElement).toBe(name);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("leads to no code where the strategy's rules ended it", async () => {
    const { id } = valueOf(await addStrategy(halves, "demo"));
    const message = "buy.rules[0]: there is no name clse.";
    await storeRun("run-1", id, { code: "rules-unknown-name", message, place: "buy.rules[0]" });
    openApp("/simulation-result?run=run-1");
    await screen.findByRole("link", { name: "Edit Strategy" }, LONG);
    expect(screen.queryByRole("link", { name: /code of/ })).toBeNull();
  });

  it("leaves the last result, and the card says that it is of an earlier source", async () => {
    const { id } = valueOf(await addStrategy(withSource("function compute() { return nothing }"), "demo"));
    await storeRun("run-1", id, "complete");
    await storeRun("run-2", id, { code: "code-failed", message: 'number "half", AAA: ReferenceError.' });
    openApp("/strategy");
    await screen.findByText(/before the latest changes, with an earlier source of half$/, undefined, {
      timeout: 30_000,
    });
    expect(await screen.findByText("Failed")).toBeTruthy();
  });
});

describe("a card whose result is of before", () => {
  it("names no earlier source of a number that is gone", async () => {
    const { id } = valueOf(await addStrategy(strategyOf({ format: "strategy/2", name: "Halves" }), "demo"));
    await storeRun("run-1", id, "complete");
    openApp("/strategy");
    await screen.findByText(/before the latest changes$/, undefined, { timeout: 30_000 });
    expect(screen.queryByText(/earlier source/)).toBeNull();
  });
});

describe("numbers by Python that may run, where Python is not on this device", () => {
  const python = "def compute(bars): return bars['close']";
  const inPython = strategyOf({
    format: "strategy/2",
    name: "Halves",
    buy: { rules: ["close > half"] },
    computed: [{ name: "half", language: "python", source: python }],
  });
  const weight = /Python is not on this device yet\. It is loaded once: \d\.\d MB\./;

  it("say what it weighs on their card, before anything loads it", async () => {
    valueOf(await allowCode("python", python));
    valueOf(await addStrategy(inPython, "demo"));
    const user = openApp("/strategy");
    const heading = await screen.findByRole("heading", { level: 3, name: "Halves" }, LONG);
    await user.click(within(heading).getByRole("button"));
    await screen.findByText(weight, undefined, LONG);
    expect(screen.getByRole("button", { name: /^Load Python \(\d\.\d MB\)$/ })).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("say it on the page of a run that was refused for want of it, and why it did not load", async () => {
    vi.stubGlobal("fetch", vi.fn<typeof fetch>().mockRejectedValue(new TypeError("no network")));
    valueOf(await allowCode("python", python));
    const { id } = valueOf(await addStrategy(inPython, "demo"));
    await storeRun("run-1", id, { code: "code-unavailable", message: "Python is missing." }, inPython);
    const user = openApp("/simulation-result?run=run-1");
    await screen.findByText(weight, undefined, LONG);
    await user.click(screen.getByRole("button", { name: /^Load Python/ }));
    expect(await screen.findByText(/did not load \(TypeError: no network\)/, undefined, LONG)).toBeTruthy();
    vi.unstubAllGlobals();
  });
});

it("shows what would steer a screen in a source by its number", async () => {
  valueOf(await addStrategy(withSource("const compute = 1 // \u202E)esrever"), "demo"));
  const user = openApp("/strategy");
  const heading = await screen.findByRole("heading", { level: 3, name: "Halves" }, { timeout: 30_000 });
  await user.click(within(heading).getByRole("button"));
  const [source] = await screen.findAllByLabelText("Source of half");
  expect(source?.textContent).toBe("const compute = 1 // <U+202E>)esrever");
});
