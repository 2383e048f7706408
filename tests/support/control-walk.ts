/**
 * Finds whatever on a page can be pressed, chosen or typed into, by role, uses it and says what that did.
 *
 * An effect is: another address, a changed DOM, value or scroll position, the focus somewhere else, another tab, a
 * download, a file chooser, a dialog of the browser, the mail program or the printer. That the control itself takes the
 * focus is none: every dead button does.
 */
/* oxlint-disable unicorn/consistent-function-scoping -- what runs in the page can use nothing outside itself */
import type { ElementHandle, Locator, Page } from "playwright";
import { settled } from "./settled.ts";

/** What is typed into comes first: a checkbox may switch it off. What leads away comes last. */
const ROLES = [
  "textbox",
  "searchbox",
  "spinbutton",
  "combobox",
  "slider",
  "radio",
  "checkbox",
  "switch",
  "tab",
  "menuitem",
  "menuitemradio",
  "menuitemcheckbox",
  "treeitem",
  "button",
  "link",
] as const;

/** A control, by what a person knows of it. */
export interface FoundControl {
  readonly role: (typeof ROLES)[number] | "summary";
  readonly name: string;
  /** Which of those with this role and name, from 0. */
  readonly nth: number;
  /** In the page's frame: header, banner, footer, skip link. */
  readonly isFrame: boolean;
  /** Disabled, read-only, chosen already, a link to where one is, a list of one: using it need not do anything. */
  readonly isIdle: boolean;
}

export function describeControl({ role, name, nth }: FoundControl): string {
  return `${role} "${name}"${nth === 0 ? "" : ` (${nth + 1})`}`;
}

/** Everything that is visible now, in the order of roles. */
export async function findControls(page: Page): Promise<readonly FoundControl[]> {
  const found: FoundControl[] = [];
  for (const role of [...ROLES, "summary"] as const) {
    const counts = new Map<string, number>();
    for (const seen of await locate(page, role).evaluateAll(readControls)) {
      const nth = counts.get(seen.name) ?? 0;
      counts.set(seen.name, nth + 1);
      found.push({ role, nth, ...seen });
    }
  }
  return found;
}

/** An element of the page itself, and not the way to it: others may come and go before it while it is used. */
export type ControlElement = ElementHandle;

/** The control on the page as it is now, under the pointer; null where it is not there, idle or covered. */
export async function locateControl(
  page: Page,
  control: FoundControl,
  timeout = 600,
): Promise<ControlElement | null> {
  const found = await reachControl(page, control, timeout);
  // a formula's field becomes another one under the focus, once its editor has come
  return found === null && control.role === "textbox" ? reachControl(page, control, timeout) : found;
}

async function reachControl(
  page: Page,
  control: FoundControl,
  timeout: number,
): Promise<ControlElement | null> {
  const until = performance.now() + timeout;
  let found = await findControl(page, control);
  while (!found && performance.now() < until) {
    await page.waitForTimeout(100); // what is counted first comes late
    found = await findControl(page, control);
  }
  return found && underPointer(page, control, found, timeout);
}

function underPointer(
  page: Page,
  { role }: FoundControl,
  found: ControlElement,
  timeout: number,
): Promise<ControlElement | null> {
  return found
    .focus()
    .then(() => (role === "textbox" ? settled(page, QUIET_MS) : undefined))
    .then(() => found.hover({ timeout }))
    .then(
      () => found,
      () => null,
    );
}

async function findControl(page: Page, control: FoundControl): Promise<ControlElement | null> {
  const all = await locate(page, control.role).elementHandles();
  const places = await page.evaluate(readControls, all);
  const same = all.filter((_, place) => places[place]?.name === control.name);
  const found = same[control.nth];
  return !found || places[all.indexOf(found)]?.isIdle ? null : found;
}

/** Runs in the page. */
function readControls(nodes: readonly Node[]): Pick<FoundControl, "name" | "isFrame" | "isIdle">[] {
  const textOf = (element: Element) => element.textContent.replaceAll(/\s+/g, " ").trim();
  const nameOf = (element: Element) => {
    const isLabelled =
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement;
    const label = isLabelled ? element.labels?.[0] : undefined;
    const labelId = element.getAttribute("aria-labelledby");
    const elsewhere = labelId === null ? null : document.querySelector(`[id="${labelId}"]`);
    const words = label ?? elsewhere;
    const named = element.getAttribute("aria-label") ?? (words ? textOf(words) : "");
    const text = element instanceof HTMLSelectElement ? "" : textOf(element);
    const name = named || text || (element.getAttribute("title") ?? "");
    // a profile made anew has other runs, a minute younger and not as many, and what was just now is a minute ago
    return name
      .replaceAll(/\d+[-/ ]\w+[-/ ]\d+, \d{2}:\d{2}/g, "(then)")
      .replace(/^\d+ results? of runs, .*/, "(all) results of runs")
      .replace(/^Last updated .*/, "Last updated (then)")
      .slice(0, 80);
  };
  // The further figures have a hundred alike, each with tests of its own in tests/pages; walked, they'd take minutes.
  const isIdle = (element: Element) =>
    element.closest("[data-part=further]") !== null ||
    element.matches("[data-part=candidates] > :not(:first-child) *") || // each opens its chart, as the first one does
    element.matches("[data-part=examples] > [role=menuitem] ~ [role=menuitem]") || // each becomes a number with its code
    element.matches("tr[data-row]:not([data-row='0']) a") || // the rows of a long table are alike
    // as are those of a table that sorts, and of the results that are kept
    element.matches(
      "tr:not(:first-child) :is([aria-label^='Show the fall'], [aria-label^='Delete the run'])",
    ) ||
    element.matches(":disabled, [aria-disabled=true], [readonly], [role=tab][aria-selected=true]") ||
    element.matches("[aria-current]:not([aria-current=false])") ||
    (element instanceof HTMLAnchorElement && element.href === location.href) ||
    (element instanceof HTMLInputElement && element.type === "radio" && element.checked) ||
    (element instanceof HTMLSelectElement && element.options.length < 2);
  return nodes
    .filter((node) => node instanceof Element)
    .map((element) => ({
      name: nameOf(element),
      isFrame: element.closest("main, dialog, [role=dialog], [role=status], output") === null,
      isIdle: isIdle(element),
    }));
}

function locate(page: Page, role: FoundControl["role"]): Locator {
  return role === "summary" ? page.locator("summary:visible") : page.getByRole(role);
}

/** How long a control may take to show that it does something. */
const PATIENCE_MS = 1500;
const TIP_PATIENCE_MS = 200;
const QUIET_MS = 60;
const ACT = { timeout: 2500 };

/** Uses the control, which the pointer is on, once. @returns what it did, or null for nothing, or for one that is gone */
export async function tryControl(
  page: Page,
  control: ControlElement,
  role: FoundControl["role"],
): Promise<string | null> {
  const outside: string[] = [];
  const notes = {
    popup: (tab: Page) => {
      outside.push("another tab");
      void tab.close(); // behind it this page would draw no frames
    },
    download: () => void outside.push("a download"),
    filechooser: () => void outside.push("a file chooser"),
    dialog: () => void outside.push("a dialog of the browser"),
  };
  page.on("popup", notes.popup);
  page.on("download", notes.download);
  page.on("filechooser", notes.filechooser);
  page.on("dialog", notes.dialog);
  await settled(page, QUIET_MS);
  const tips = await page.getByRole("tooltip").filter({ visible: true }).count();
  const before = page.url();
  await control.evaluate(watchEffects);
  await act(control, role);
  const effect = await waitForEffect(page, before, outside, tips > 0 ? TIP_PATIENCE_MS : PATIENCE_MS);
  page.off("popup", notes.popup);
  page.off("download", notes.download);
  page.off("filechooser", notes.filechooser);
  page.off("dialog", notes.dialog);
  return effect ?? (tips > 0 ? "an explanation" : null);
}

async function waitForEffect(
  page: Page,
  before: string,
  outside: readonly string[],
  patienceMs: number,
): Promise<string | null> {
  const until = performance.now() + patienceMs;
  for (;;) {
    if (outside[0] !== undefined) return outside[0];
    if (page.url() !== before) return "another address";
    const seen = await page.evaluate(readEffects).catch(() => "another page");
    if (seen !== null) return seen;
    if (performance.now() > until) return null;
    await page.waitForTimeout(25);
  }
}

/** Does with the control what a person would. */
async function act(control: ControlElement, role: FoundControl["role"]): Promise<void> {
  const type = await control.getAttribute("type");
  if (role === "combobox" && (await control.evaluate((element) => element instanceof HTMLSelectElement))) {
    const other = await control.evaluate((element) =>
      element instanceof HTMLSelectElement ? (element.selectedIndex + 1) % element.options.length : 0,
    );
    await control.selectOption({ index: other }, ACT);
  } else if (role === "slider") {
    await control.press((await control.evaluate(isAtEnd)) ? "ArrowLeft" : "ArrowRight", ACT);
  } else if (["textbox", "searchbox", "spinbutton", "combobox"].includes(role)) {
    await control.fill(type === "date" ? "2012-03-04" : "12", ACT);
  } else {
    await control.click(ACT).catch(() => control.press("Enter", ACT)); // a link that only the focus shows
  }
}

function isAtEnd(element: Node): boolean {
  return element instanceof HTMLInputElement && element.value === element.max;
}

/** Runs in the page, with the control: from now on everything that changes is noted. */
function watchEffects(control: Node): void {
  const seen: string[] = [];
  const stateOf = () => [
    control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control.value : "",
    control instanceof HTMLInputElement ? control.checked : "",
    `${scrollX} ${scrollY}`,
  ];
  const before = stateOf().join("|");
  const MESSAGES = "output, [role=status]";
  const isInMessage = control instanceof Element && control.closest(MESSAGES) !== null;
  // A message that leaves by itself is no answer, except to its own button.
  const isOfMessage = (node: Node) => node instanceof Element && node.closest(MESSAGES) !== null;
  const isLeaving = ({ target, addedNodes, removedNodes, type }: MutationRecord) =>
    type === "childList" &&
    addedNodes.length === 0 &&
    (isOfMessage(target) || [...removedNodes].every(isOfMessage)) &&
    !isInMessage;
  new MutationObserver((records) => {
    if (!records.every(isLeaving)) seen.push("a changed page");
  }).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  globalThis.print = () => void seen.push("the printer");
  globalThis.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link?.protocol === "mailto:" && !event.defaultPrevented) seen.push("the mail program");
  });
  Reflect.set(globalThis, "effectSeen", () => {
    if (seen[0] !== undefined) return seen[0];
    if (stateOf().join("|") !== before) return "a changed value or place";
    const focused = document.activeElement;
    const isElsewhere = focused !== null && focused !== document.body && focused !== control;
    return isElsewhere && !control.contains(focused) && !focused.contains(control)
      ? "the focus elsewhere"
      : null;
  });
}

function readEffects(): string | null {
  const read: unknown = Reflect.get(globalThis, "effectSeen");
  return typeof read === "function" ? String(read() ?? "") || null : "another page";
}
