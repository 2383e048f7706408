import type { Page } from "playwright";

/** CSS pixels (WCAG 2.5.8); a fraction is lost where the page is laid out. */
const LEAST = 23.9;
const PRESSED =
  "a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=slider], [role=menuitem]";

/**
 * What can be pressed and is less than 24 CSS pixels wide or high without its label, over which a bar may lie; [] for none. Not counted: a link
 * in a sentence, one in a row that opens as a whole, and what only a screen reader meets.
 */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(findSmall, { pressed: PRESSED, least: LEAST });
}

/** Runs in the page. */
function findSmall({ pressed, least }: { readonly pressed: string; readonly least: number }): string[] {
  const small: string[] = [];
  for (const element of document.querySelectorAll(pressed)) {
    const { width, height } = element.getBoundingClientRect();
    const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isSeen || width <= 1 || height <= 1) continue;
    const text = element.textContent.trim();
    const isInSentence =
      getComputedStyle(element).display === "inline" && element.parentElement?.textContent.trim() !== text;
    const isInOpeningRow = element.localName === "a" && element.closest("tr[data-row]") !== null;
    if (isInSentence || isInOpeningRow) continue;
    if (Math.min(width, height) >= least) continue;
    const name = (element.getAttribute("aria-label") ?? text).slice(0, 40);
    small.push(`${element.localName} "${name}": ${width.toFixed(1)} x ${height.toFixed(1)} px`);
  }
  return small;
}
