/** A question as a new user asks it of the built app: what they do is counted, and the answer is read off the page. */
import type { Page } from "playwright";
import type { AppPage } from "./app-page.ts";
import { goTo, waitForResult } from "./screens.ts";

/** Seconds within which a question is answered. */
const LONGEST_S = 120;

export interface Asker {
  readonly page: Page;
  /** One thing that a person does: a click, or a field that they type into and leave. */
  readonly act: (what: Promise<unknown>) => Promise<void>;
  /** What was done so far, and whether that took too long. */
  readonly tally: () => { readonly actions: number; readonly isQuick: boolean };
}

/** Begins at the list of strategies, as whoever just opened the app. */
export async function askAt(app: AppPage): Promise<Asker> {
  const { page } = app;
  await goTo(app, "/strategy");
  const begun = Date.now();
  let actions = 0;
  return {
    page,
    act: async (what) => {
      actions += 1;
      await what;
    },
    tally: () => ({ actions, isQuick: (Date.now() - begun) / 1000 < LONGEST_S }),
  };
}

/** Opens the gallery, looks for a template by what it is called, and runs it: three actions. */
export async function runTemplate(app: AppPage, { page, act }: Asker, name: string): Promise<void> {
  await act(page.getByRole("button", { name: "Browse all templates" }).click());
  await act(page.getByLabel("Search the templates").fill(name));
  await act(page.getByRole("button", { name: `Run: ${name}`, exact: true }).click());
  await shown(app, name);
}

/** Names a portfolio and begins it: three actions. */
export async function beginPortfolio({ page, act }: Asker, name: string): Promise<void> {
  await act(page.getByPlaceholder("Enter strategy name").fill(name));
  await act(page.getByRole("combobox", { name: "Begin with" }).selectOption("portfolio"));
  await act(page.getByRole("button", { name: "BEGIN" }).click());
}

/** Types into a field and leaves it. */
export async function typeInto({ page, act }: Asker, label: string, typed: string): Promise<void> {
  await act(
    page
      .getByLabel(label, { exact: true })
      .fill(typed)
      .then(() => page.keyboard.press("Tab")),
  );
}

export async function start(app: AppPage, { page, act }: Asker, name: string): Promise<void> {
  await act(page.getByRole("button", { name: "Start Simulation" }).click());
  await shown(app, name);
}

async function shown(app: AppPage, name: string): Promise<void> {
  await app.page.waitForURL(/simulation-result\?.*run=/);
  await waitForResult(app);
  await app.page.getByRole("heading", { level: 1, name }).waitFor();
}

/** What a person reads in the result, line by line. Fails where it does not say what is asked for. */
export interface Read {
  /** The first line that has what is looked for, with its groups. */
  readonly line: (pattern: RegExp) => RegExpMatchArray;
  /** The line behind the first that is exactly this one. */
  readonly after: (label: string) => string;
  /** Of an amount, a percent or a count in that line. */
  readonly number: (label: string) => number;
  /** Percent a side that the run paid, commission and slippage together. */
  readonly costs: number;
}

/** Once the result says what was held. */
export async function read(page: Page): Promise<Read> {
  await page.getByText("Days with orders", { exact: true }).first().waitFor();
  const text = await page.getByRole("main").innerText();
  const lines = text.split("\n").map((line) => line.trim());
  const after = (label: string) => {
    const at = lines.indexOf(label);
    if (at === -1) throw new Error(`the result does not say "${label}"`);
    return lines[at + 1] ?? "";
  };
  const line = (pattern: RegExp) => {
    const found = lines.map((each) => pattern.exec(each)).find((each) => each !== null);
    if (!found) throw new Error(`the result has no line like ${pattern.source}`);
    return found;
  };
  const [, commission, slippage] = line(/([\d.]+)% commission and ([\d.]+)% slippage a side/);
  return {
    line,
    after,
    number: (label) => numberIn(after(label)),
    costs: Number(commission) + Number(slippage),
  };
}

/** "₹11,58,413" is 1158413 and "−39.5%" is -39.5; NaN for a text without a number. */
export function numberIn(text: string): number {
  const found = /[−-]?[\d,]+(?:\.\d+)?/.exec(text.replaceAll("₹", ""))?.[0] ?? "";
  return found === "" ? Number.NaN : Number(found.replaceAll(",", "").replace("−", "-"));
}
