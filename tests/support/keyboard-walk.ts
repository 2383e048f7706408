/** Walking a page by Tab: what has the focus, and whether it shows. */
/* oxlint-disable unicorn/consistent-function-scoping -- what runs in the page can use nothing outside itself */
import type { Page } from "playwright";
import { expect } from "vitest";

export interface Control {
  readonly role: string;
  readonly name: RegExp;
}

export interface TabWalk {
  readonly found: boolean;
  /** What was stopped at, in order: "button BEGIN". */
  readonly stops: readonly string[];
  /** Those of them that look the same with the focus as without it. */
  readonly invisible: readonly string[];
}

const MOST_PRESSES = 150;
const LONGEST_TRANSITION_MS = 400;
const SNAPSHOT_MS = 1000;

/** Presses Tab (or Shift+Tab) until the control has the focus. Passing the page's end once is no loss. */
export async function tabTo(page: Page, to: Control, key: "Tab" | "Shift+Tab" = "Tab"): Promise<TabWalk> {
  const stops: string[] = [];
  const invisible = new Set<string>();
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await page.evaluate(compareLooks, true);
    await page.keyboard.press(key);
    const control = await focusOf(page);
    stops.push(control === "" ? "(the page's end)" : control);
    if (control !== "" && !(await showsFocus(page))) invisible.add(control);
    if (control.startsWith(`${to.role} `) && to.name.test(control.slice(to.role.length + 1)))
      return { found: true, stops, invisible: [...invisible] };
  }
  return { found: false, stops, invisible: [...invisible] };
}

/** Goes to a control by Tab and expects every stop on the way to show where the focus is. */
export async function reach(page: Page, to: Control, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const { found, stops, invisible } = await tabTo(page, to, key);
  expect({ found, to, stops }).toMatchObject({ found: true });
  expect({ invisible }).toEqual({ invisible: [] });
}

/** What has the focus, as "button BEGIN"; "" when nothing has. */
export async function focusOf(page: Page): Promise<string> {
  const plain = await page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return "";
    return `${focused.localName} ${focused.textContent.replaceAll(/\s+/g, " ").trim().slice(0, 60)}`;
  });
  if (plain === "") return "";
  const snapshot = await page
    .locator(":focus")
    .ariaSnapshot({ timeout: SNAPSHOT_MS })
    .catch(() => ""); // it may have gone meanwhile
  const [, role = "", name = ""] = /^- (\w+)(?: "((?:[^"\\]|\\.)*)")?/.exec(snapshot) ?? [];
  return role === "" || role === "text" ? plain : `${role} ${name}`;
}

async function showsFocus(page: Page): Promise<boolean> {
  const until = performance.now() + LONGEST_TRANSITION_MS;
  for (;;) {
    if (await page.evaluate(compareLooks, false)) return true;
    if (performance.now() > until) return false;
    await page.waitForTimeout(30);
  }
}

/**
 * Runs in the page. Remembers how everything looks that has not the focus, or says whether what has it now looks
 * different; what was not there before must have an outline or a shadow.
 */
function compareLooks(remember: boolean): boolean {
  const key = "looksWithoutFocus";
  const rings = (element: Element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
  };
  const lookOf = (element: Element) =>
    [element, element.parentElement, element.parentElement?.parentElement]
      .filter((part) => part !== null && part !== undefined)
      .map((part) => {
        const style = getComputedStyle(part);
        return [style.outline, style.boxShadow, style.borderColor].join(" ");
      })
      .join(" | ");
  const focused = document.activeElement;
  const looks: unknown = Reflect.get(globalThis, key) ?? new Map<Element, string>();
  if (!focused || !(looks instanceof Map)) return false;
  if (remember) {
    Reflect.set(globalThis, key, looks); // what has the focus keeps its entry: a date has several stops inside
    const all = document.querySelectorAll("a, button, input, select, textarea, summary, [tabindex]");
    for (const element of all) if (element !== focused) looks.set(element, lookOf(element));
    return true;
  }
  const before: unknown = looks.get(focused);
  return before === undefined ? rings(focused) : lookOf(focused) !== before;
}
