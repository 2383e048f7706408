/** Compares a screen with one line of the specification's table. Each check says what is wrong, or null. */
import type { Locator, Page } from "playwright";
import type { Claim, Region, Words } from "./spec-rows.ts";

type ClaimOf<Type extends Claim["type"]> = Extract<Claim, { readonly type: Type }>;
type Problem = string | null;

/** How long a screen may take to show what it promises. */
const PATIENCE_MS = 2500;
const AGAIN_MS = 100;
/** For one action. */
const ACT = { timeout: 1500 };

/** @returns what is wrong in one line, or null when the screen keeps the promise */
export async function problemOf(page: Page, claim: Claim): Promise<Problem> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const problem = await look(page, claim);
    if (problem === null || performance.now() > until) return problem;
    await page.waitForTimeout(AGAIN_MS);
  }
}

function look(page: Page, claim: Claim): Promise<Problem> {
  switch (claim.type) {
    case "text":
      return lookForText(page, claim);
    case "no-text":
      return lookForAbsence(page, claim);
    case "link":
      return lookForLink(page, claim);
    case "new-tab":
      return lookForNewTab(page, claim);
    case "anchor":
      return lookForAnchor(page, claim);
    case "button":
      return lookForButton(page, claim);
    case "status":
      return lookForStatus(page, claim);
    case "header":
      return lookAtHeader(page, claim);
    case "figure":
      return lookAtFigure(page, claim);
    case "date":
      return lookAtDate(page, claim);
    case "choice":
      return lookAtChoice(page, claim);
    case "tick":
      return lookAtTick(page, claim);
    case "fixed":
      return lookAtFixed(page, claim);
    case "columns":
      return lookAtColumns(page, claim);
    case "scroll-box":
      return lookAtScrollBox(page, claim);
    case "explained":
      return lookForExplanation(page, claim);
    case "placeholder":
      return lookForPlaceholder(page, claim);
  }
}

async function lookForText(page: Page, { text, within, times }: ClaimOf<"text">): Promise<Problem> {
  const found = countIn(await visibleText(regionOf(page, within)), text);
  if (times === undefined) return found > 0 ? null : `no text ${text} in ${nameOf(within)}`;
  return found === times ? null : `${text} stands ${found} times in ${nameOf(within)}, not ${times}`;
}

async function lookForAbsence(page: Page, { text }: ClaimOf<"no-text">): Promise<Problem> {
  const found = countIn(await visibleText(regionOf(page, "main")), text);
  return found === 0 ? null : `${text} stands there`;
}

async function lookForLink(page: Page, { name, to, within, times }: ClaimOf<"link">): Promise<Problem> {
  const links = await regionOf(page, within).getByRole("link", named(name)).all();
  const targets = await Promise.all(links.map((link) => targetOf(link)));
  const right = targets.filter((target) => target === to).length;
  if (times === undefined ? right > 0 : right === times) return null;
  return `${right} links ${name} to ${to} in ${nameOf(within)}; those of that name go to [${targets.join(", ")}]`;
}

async function lookForNewTab(page: Page, { to }: ClaimOf<"new-tab">): Promise<Problem> {
  const link = page.locator(`a[href="${to}"]`);
  if ((await link.count()) === 0) return `no link to ${to}`;
  const target = await link.first().getAttribute("target");
  const rel = (await link.first().getAttribute("rel")) ?? "";
  return target === "_blank" && rel.split(" ").includes("noopener")
    ? null
    : `target "${target}", rel "${rel}"`;
}

async function lookForAnchor(page: Page, { name }: ClaimOf<"anchor">): Promise<Problem> {
  const link = page.getByRole("banner").getByRole("link", { name, exact: true });
  if ((await link.count()) === 0) return `no link ${name} in the header`;
  const href = (await link.first().getAttribute("href")) ?? "";
  if (!/^\/?#./.test(href)) return `it goes to "${href}"`;
  const hasTarget = (await page.locator(`[id="${href.replace(/^\/?#/, "")}"]`).count()) > 0;
  return hasTarget ? null : `nothing on the page has the id of ${href}`;
}

async function lookForButton(page: Page, { name, times, disabled }: ClaimOf<"button">): Promise<Problem> {
  const buttons = page.getByRole("main").getByRole("button", named(name));
  const found = await buttons.count();
  if (found !== (times ?? Math.max(found, 1))) return `${found} buttons ${name}`;
  if (disabled && !(await buttons.first().isDisabled())) return `${name} is enabled`;
  return null;
}

async function lookForStatus(page: Page, { button, says, within }: ClaimOf<"status">): Promise<Problem> {
  const control = regionOf(page, within).getByRole("button", { name: button, exact: true }).first();
  if ((await control.count()) === 0) return `no button ${button} in ${nameOf(within)}`;
  await control.click(ACT);
  const answer = page.getByRole("status").getByText(says, { exact: true }).first();
  const heard = await answer.waitFor(ACT).then(
    () => true,
    () => false,
  );
  return heard ? null : `no element of role status says "${says}"`;
}

async function lookAtHeader(page: Page, { links, last }: ClaimOf<"header">): Promise<Problem> {
  const header = page.getByRole("banner");
  const controls = await header.locator("a:visible, button:visible").allInnerTexts();
  const shown = controls.map((text) => text.trim());
  const inOrder = shown.filter((name) => links.includes(name));
  if (inOrder.join() !== links.join()) return `[${inOrder.join(", ")}] of [${links.join(", ")}]`;
  if (shown.at(-1) !== last) return `the last one is "${shown.at(-1)}"`;
  const position = await header.evaluate((element) => getComputedStyle(element).position);
  return position === "sticky" ? null : `its position is ${position}, not sticky`;
}

async function lookAtFigure(page: Page, { label, value, unit }: ClaimOf<"figure">): Promise<Problem> {
  const field = page.getByRole("textbox", { name: label }).or(page.getByRole("spinbutton", { name: label }));
  const found = await field.count();
  if (found !== 1) return `${found} number fields named ${label}`;
  const typed = await field.inputValue();
  if (Number(typed.replaceAll(/[,_\s]/g, "")) !== value) return `it holds "${typed}"`;
  if (!unit) return null;
  const around = await textAround(field);
  return unit.test(around) ? null : `no unit ${unit} in "${around}"`;
}

async function lookAtDate(page: Page, { label, value }: ClaimOf<"date">): Promise<Problem> {
  const field = page.getByLabel(label);
  if ((await field.count()) !== 1) return `${await field.count()} fields named ${label}`;
  const type = await field.getAttribute("type");
  if (type !== "date") return `its type is ${type}: no native date picker`;
  const shown = await field.inputValue();
  return shown === value ? null : `it holds "${shown}"`;
}

async function lookAtChoice(page: Page, { label, options, value }: ClaimOf<"choice">): Promise<Problem> {
  const field = page.getByRole("combobox", { name: label });
  if ((await field.count()) !== 1) return `${await field.count()} selects named ${label}`;
  const offered = await field.locator("option").evaluateAll((all) => all.map((o) => o.getAttribute("value")));
  const missing = options.filter((option) => !offered.includes(option));
  if (missing.length > 0) return `it lacks ${missing.join(", ")}`;
  const chosen = await field.inputValue();
  return chosen === value ? null : `${chosen} is chosen`;
}

async function lookAtTick(page: Page, { label }: ClaimOf<"tick">): Promise<Problem> {
  const box = page.getByRole("checkbox", { name: label }).or(page.getByRole("switch", { name: label }));
  if ((await box.count()) !== 1) return `${await box.count()} checkboxes named ${label}`;
  return (await box.isChecked()) ? null : "it is off";
}

/** A read-only box, or plain text. */
async function lookAtFixed(page: Page, { label, value }: ClaimOf<"fixed">): Promise<Problem> {
  const field = page.getByRole("textbox", { name: label });
  if ((await field.count()) === 0) {
    const pair = new RegExp(`${label.source}:? ${value}`, "i");
    return pair.test(await visibleText(page.getByRole("main"))) ? null : `no ${label} with ${value}`;
  }
  if (await field.first().isEditable()) return "it can be edited";
  const shown = await field.first().inputValue();
  return shown === value ? null : `it holds "${shown}"`;
}

async function lookAtColumns(page: Page, { table, headings }: ClaimOf<"columns">): Promise<Problem> {
  const texts = await tableOf(page, table).getByRole("columnheader").allInnerTexts();
  const titles = texts.map((text) => text.replaceAll(/[^\w%&\s]/g, "").trim());
  const missing = headings.filter((heading) => !titles.some((title) => heading.test(title)));
  return missing.length === 0 ? null : `no column ${missing.join(", ")} among [${titles.join(", ")}]`;
}

async function lookAtScrollBox(page: Page, { table, height }: ClaimOf<"scroll-box">): Promise<Problem> {
  const found = tableOf(page, table);
  if ((await found.count()) === 0) return `no table ${table}`;
  const box = await found.evaluate((element) => {
    let at: Element | null = element;
    while (at && !/auto|scroll/.test(getComputedStyle(at).overflowY)) at = at.parentElement;
    if (!at || at === document.documentElement) return null;
    return { height: at.getBoundingClientRect().height, scrolls: at.scrollHeight > at.clientHeight + 1 };
  });
  if (!box) return "it is in no box that scrolls";
  const isRight = box.scrolls ? Math.abs(box.height - height) < 2 : box.height <= height + 1;
  return isRight ? null : `its box is ${box.height} px high${box.scrolls ? " and scrolls" : ""}`;
}

async function lookForExplanation(page: Page, { card }: ClaimOf<"explained">): Promise<Problem> {
  const title = page.getByRole("main").getByText(card, { exact: true }).first();
  const tips = page.getByRole("tooltip").filter({ visible: true });
  await page.mouse.move(0, 0);
  if ((await tips.count()) > 0) return "an explanation is open before the pointer is there";
  await title.hover(ACT);
  const button = page.getByRole("button", { name: new RegExp(card, "i") }).first();
  if ((await tips.count()) === 0 && (await button.count()) > 0) await button.hover(ACT);
  const text = (await tips.count()) > 0 ? await tips.first().innerText() : "";
  return text.length > 20 ? null : `hovering opens no explanation ("${text}")`;
}

async function lookForPlaceholder(page: Page, { text }: ClaimOf<"placeholder">): Promise<Problem> {
  return (await page.getByPlaceholder(text, { exact: true }).count()) === 1 ? null : `no box says ${text}`;
}

function regionOf(page: Page, region: Region | undefined): Locator {
  if (region === undefined) return page.locator("body");
  if (typeof region === "string") return page.getByRole(region);
  return page
    .getByRole("heading", { name: region.cardOf, exact: true })
    .locator("xpath=ancestor::*[self::article or self::li or self::section][1]");
}

function nameOf(region: Region | undefined): string {
  if (region === undefined) return "the page";
  return typeof region === "string" ? region : `the card ${region.cardOf}`;
}

/** By its name, else the table under the heading of that name. */
function tableOf(page: Page, name: string): Locator {
  const section = page
    .getByRole("heading", { name })
    .locator("xpath=ancestor::*[self::article or self::section][1]");
  return page
    .getByRole("table", { name })
    .or(page.getByRole("grid", { name }))
    .or(section.locator("table"))
    .first();
}

/** What a person reads there, in one line; "" where there is no such region. */
async function visibleText(region: Locator): Promise<string> {
  const texts = await region.allInnerTexts();
  return texts.join(" ").replaceAll(/\s+/g, " ");
}

function countIn(text: string, wanted: Words): number {
  if (typeof wanted === "string") return text.split(wanted).length - 1;
  return [...text.matchAll(new RegExp(wanted.source, `${wanted.flags}g`))].length;
}

function named(name: Words): { name: Words; exact?: boolean } {
  return typeof name === "string" ? { name, exact: true } : { name };
}

/** The path of a link within the app, else its whole address. */
function targetOf(link: Locator): Promise<string> {
  return link.evaluate((element) => {
    const href = element instanceof HTMLAnchorElement ? element.href : "";
    return href.startsWith(location.origin) ? new URL(href).pathname : href;
  });
}

/** The text of the largest part of the page that holds this control and no other. */
function textAround(field: Locator): Promise<string> {
  return field.evaluate((element) => {
    let at: Element = element;
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- what runs in the page can use nothing outside itself
    const holdsNoOther = (part: Element) => part.querySelectorAll("input, select, textarea").length < 2;
    while (at.parentElement && holdsNoOther(at.parentElement)) at = at.parentElement;
    return at instanceof HTMLElement ? at.innerText : "";
  });
}
