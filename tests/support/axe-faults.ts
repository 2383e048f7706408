/** What axe objects to; [] for nothing. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface AxeLook {
  /** A selector of the only part that is looked at. */
  readonly within?: string;
  /** Only what hangs on colours, where all else was looked at in other colours. */
  readonly coloursOnly?: boolean;
  /** All else, where colours were looked at in other widths: they take half of the time. */
  readonly withoutColours?: boolean;
}

const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** Of the page as it is. */
export async function axeFaults(
  page: Page,
  { within = "html", coloursOnly = false, withoutColours = false }: AxeLook = {},
): Promise<readonly string[]> {
  if (!(await page.evaluate(() => Reflect.has(globalThis, "axe")))) await page.evaluate(AXE);
  const look = {
    within,
    runOnly: coloursOnly ? OF_COLOURS : null,
    rules: Object.fromEntries(OF_COLOURS.map((rule) => [rule, { enabled: !withoutColours }])),
  };
  const violations = await page.evaluate(async ({ within: part, runOnly, rules }) => {
    const axe: unknown = Reflect.get(globalThis, "axe");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- axe-core was put into the page just before
    const { run } = axe as { run: (context: string, options: object) => Promise<AxeResults> };
    const results = await run(part, {
      resultTypes: ["violations"],
      preload: false, // of style sheets, for rules that are not asked
      ...(runOnly ? { runOnly } : { rules }),
    });
    return results.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => `${target.join(" ")} (${failureSummary ?? ""})`),
    }));
  }, look);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 4).join("; ").replaceAll(/\s+/g, " ")}`);
}

/** Whatever is wider than the screen; [] where the page does not scroll sideways. */
export function sticksOut(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    const names = wide.slice(0, 6).map((element) => `${element.localName}.${element.className}`);
    return [`the page is ${scrollWidth} px wide`, ...names];
  });
}

/** Runs in the page: colours on their way to the other scheme arrive. */
export async function finishTransitions(): Promise<void> {
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish();
}
