/** A pullback strategy from nothing to its result, counted in what a person does: by rows, and by typing formulas. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright";
import { launchBrowser, leaveBrowser, openApp } from "#tests/support/app-page.ts";
import type { AppPage } from "#tests/support/app-page.ts";
import { faultsInAllSizes } from "#tests/support/all-sizes.ts";
import { axeFaults } from "#tests/support/axe-faults.ts";
import { smallTargets } from "#tests/support/small-targets.ts";
import { goTo, waitForResult } from "#tests/support/screens.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => leaveBrowser(browser));

/** Each is one click, or a text that is typed with the Enter behind it. */
class Person {
  actions = 0;
  readonly page: Page;

  constructor({ page }: AppPage) {
    this.page = page;
  }

  async press(name: string): Promise<void> {
    this.actions += 1;
    await this.page.getByRole("button", { name, exact: true }).click();
  }

  async type(field: string, text: string): Promise<void> {
    this.actions += 1;
    const box = this.page.getByRole("textbox", { name: field });
    await box.fill(text);
    await box.press("Enter");
  }

  /** Adds a condition by words: the button, the words and Enter. */
  async add(words: string): Promise<void> {
    await this.press("Add a condition");
    this.actions += 1;
    await this.page.getByPlaceholder("Search by words, or type a formula…").fill(words);
    await this.page.keyboard.press("Enter");
  }

  async name(strategy: string): Promise<void> {
    this.actions += 1;
    await this.page.getByPlaceholder("Enter strategy name").fill(strategy);
    await this.page.keyboard.press("Enter");
    await this.page.getByRole("button", { name: "Continue" }).waitFor();
  }

  /** Begins with no rules, by clicks alone: the name, what it begins with, and the button. */
  async beginEmpty(strategy: string): Promise<void> {
    this.actions += 2;
    await this.page.getByPlaceholder("Enter strategy name").fill(strategy);
    await this.page.getByRole("combobox", { name: "Begin with" }).selectOption("empty");
    await this.press("BEGIN");
    await this.page.getByRole("button", { name: "Continue" }).waitFor();
  }

  async start(): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.press("Control+Enter");
  }

  /** As who knows no keys: by the last step. */
  async startByClicks(): Promise<void> {
    await this.press("Simulation");
    await this.press("Start Simulation");
  }
}

it("a golden cross from nothing has its result in 11 actions, by clicks alone", async () => {
  const app = await openApp(browser);
  await goTo(app, "/strategy");
  const person = new Person(app);
  await person.beginEmpty("Golden");
  await person.press("Buy Rules");
  await person.add("golden cross");
  await person.press("Sell Rules");
  await person.add("death cross");
  await person.startByClicks();
  await waitForResult(app);
  expect(person.actions).toBeLessThanOrEqual(11);
  for (const words of [/50-day average crosses above/, /50-day average crosses below/])
    await app.page.getByText(words).first().waitFor({ state: "attached" });
  expect(app.troubles).toEqual([]);
  await app.context.close();
});

describe("an RSI(2) pullback from nothing", () => {
  it("has its result in 14 actions by rows, by clicks alone", async () => {
    const app = await openApp(browser);
    const { page } = app;
    await goTo(app, "/strategy");
    const person = new Person(app);
    await person.beginEmpty("By rows");
    await person.press("Buy Rules");
    await person.add("2-day RSI");
    await person.add("200-day average above");
    await page.getByRole("group", { name: "Rule 2" }).waitFor();
    expect(await faultsInAllSizes(page)).toEqual([]);
    await person.press("Sell Rules");
    await person.add("200-day average above");
    person.actions += 1;
    await page.getByRole("group", { name: "Rule 1" }).getByRole("textbox", { name: "Days" }).fill("5");
    await person.startByClicks();
    await waitForResult(app);
    expect(person.actions).toBeLessThanOrEqual(14);
    await page
      .getByText(/2-day RSI is below 10/)
      .first()
      .waitFor({ state: "attached" });
    expect(app.troubles).toEqual([]);
    await app.context.close();
  });

  it("has its result in under 8 actions by typing", async () => {
    const app = await openApp(browser);
    const { page } = app;
    await goTo(app, "/strategy");
    const person = new Person(app);
    await person.name("By typing");
    await person.press("Buy Rules");
    await person.type("Type a rule and press Enter", "rsi(2) < 10 and close > sma(200)");
    await person.press("Sell Rules");
    await person.type("Type a rule and press Enter", "close > sma(5)");
    await person.start();
    await waitForResult(app);
    expect(person.actions).toBeLessThan(8);
    await page
      .getByText(/2-day RSI is below 10/)
      .first()
      .waitFor({ state: "attached" });
    expect(app.troubles).toEqual([]);
    await app.context.close();
  });
});

it("moves a rule into a group by drag", async () => {
  const app = await openApp(browser);
  const { page } = app;
  await goTo(app, "/strategy");
  const person = new Person(app);
  await person.name("By drag");
  await person.press("Buy Rules");
  await person.type("Type a rule and press Enter", "close > 1");
  await person.type("Type a rule and press Enter", "close > 2");
  await person.add("any of its rules");
  const handle = page.getByRole("group", { name: "Rule 1" }).locator("[aria-hidden=true]").first();
  const from = await handle.boundingBox();
  const to = await page.getByRole("button", { name: "Add a condition to group 3" }).boundingBox();
  if (!from || !to) throw new Error("no handle, or no group");
  await page.mouse.move(from.x + 8, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 40, { steps: 4 });
  await page.mouse.move(to.x + 30, to.y, { steps: 8 });
  await page.mouse.up();
  const moved = page.getByRole("group", { name: "Rule 2.1" });
  await moved.waitFor();
  expect(await moved.getByRole("textbox", { name: "Money" }).inputValue()).toBe("1");
  await page.getByText("Moved by drag: now 1 of 1.").waitFor({ state: "attached" });
  expect(app.troubles).toEqual([]);
  await app.context.close();
});

const heightOf = (box: Element) => box.getBoundingClientRect().height;

it("has the editor in the formula with the focus alone, and Enter on a completion adds no rule", async () => {
  const app = await openApp(browser);
  const { page } = app;
  await goTo(app, "/strategy");
  const person = new Person(app);
  await person.name("By editor");
  await person.press("Buy Rules");
  await person.type("Type a rule and press Enter", "close > 2 * sma(50)");
  await person.type("Type a rule and press Enter", "close > 3 * sma(50)");
  const formula = (rule: number) =>
    page.getByRole("group", { name: `Rule ${rule}` }).getByRole("textbox", { name: "Formula" });
  const editors = page.locator(".cm-content");
  await formula(2).waitFor();
  for (const rule of [1, 2]) {
    const before = await formula(rule).evaluate(heightOf);
    await formula(rule).click();
    await formula(rule).and(editors).waitFor();
    expect(await formula(rule).evaluate(heightOf)).toBe(before);
    await page.waitForTimeout(500); // the one before is plain again after a moment
    expect(await editors.count()).toBe(1);
  }
  await page.keyboard.press("End");
  await page.keyboard.type(" * 2");
  const typing = page.getByRole("textbox", { name: "Type a rule and press Enter" });
  await typing.click();
  await typing.and(editors).waitFor();
  await formula(2).and(page.locator("textarea")).waitFor();
  expect(await formula(2).inputValue()).toBe("close > 3 * sma(50) * 2");
  await page.keyboard.type("clos");
  await page.getByRole("option", { name: "close", exact: true }).waitFor();
  await page.waitForTimeout(100); // the list takes no key at once, lest it takes one that was not meant for it
  await page.keyboard.press("Enter");
  expect(await typing.textContent()).toBe("close");
  await page.keyboard.type(" > 7");
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: "Rule 3" }).waitFor();
  expect(await page.getByRole("group", { name: /^Rule/ }).count()).toBe(3);
  expect(await axeFaults(page)).toEqual([]);
  expect(app.troubles).toEqual([]);
  await app.context.close();
});

it("offers the symbols of the data where a formula names one, and tells one that the data has not", async () => {
  const app = await openApp(browser);
  const { page } = app;
  await goTo(app, "/strategy");
  const person = new Person(app);
  await person.name("By symbol");
  await person.press("Buy Rules");
  await page.getByText(/candidates that day/).waitFor(); // the data was read
  const typed = page.getByRole("textbox", { name: "Type a rule and press Enter" });
  await typed.click();
  await page.keyboard.type('of("TID', { delay: 30 });
  await page
    .locator(".cm-tooltip-autocomplete")
    .getByRole("option", { name: /TIDAL120/ })
    .click();
  await page.keyboard.type(", close > sma(200))", { delay: 5 });
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: "Rule 1" }).waitFor();
  await typed.click();
  await page.keyboard.type('of("TIDAL12", close > 1)', { delay: 5 });
  await page
    .getByText(/the dataset has no/i)
    .first()
    .waitFor();
  expect(app.troubles).toEqual([]);
  await app.context.close();
});

it("has targets that are large enough beside a formula with an error", async () => {
  const app = await openApp(browser);
  const { page } = app;
  await goTo(app, "/strategy");
  await new Person(app).name("Misspelt");
  const typed = page.getByRole("textbox", { name: "Type a rule and press Enter" });
  await typed.click();
  await page.keyboard.type("sam(20) > 1", { delay: 5 });
  await page.keyboard.press("Enter");
  await page.getByText("sam is not known").first().waitFor();
  expect(await faultsInAllWidths(page)).toEqual([]);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("close > 2 * sma(20)", { delay: 5 });
  await page.keyboard.press("Enter");
  const row = page.getByRole("group", { name: "Rule 1" });
  await row.getByRole("textbox", { name: "Formula" }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("sam(20) > 1", { delay: 5 });
  await page.keyboard.press("Enter");
  await row.getByText("sam is not known").first().waitFor();
  expect(await faultsInAllWidths(page)).toEqual([]);
  await page.getByRole("heading", { name: "Scanner", level: 2 }).click(); // the field is left
  expect(await faultsInAllWidths(page)).toEqual([]);
  await app.context.close();
});

async function faultsInAllWidths(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    found.push(...(await axeFaults(page, { withoutColours: true })), ...(await smallTargets(page)));
  }
  return found;
}
