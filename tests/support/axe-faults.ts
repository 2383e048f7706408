/** What axe objects to on the page as it is, colours among it; [] for nothing. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function axeFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const axe: unknown = Reflect.get(globalThis, "axe");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- axe-core was put into the page just before
    const { run } = axe as { run: (context: Document, options: object) => Promise<AxeResults> };
    const results = await run(document, { resultTypes: ["violations"] });
    return results.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => `${target.join(" ")} (${failureSummary ?? ""})`),
    }));
  });
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
