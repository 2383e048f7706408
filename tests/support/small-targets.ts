import type { Page } from "playwright";

/**
 * What can be pressed and is less than 24 CSS pixels wide or high, its label included (WCAG 2.5.8); [] for none. Not
 * counted: a link in a sentence, one in a row that opens as a whole, and what only a screen reader meets.
 */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const LEAST = 24;
    /** A fraction is lost where the page is laid out. */
    const LOST = 0.1;
    const pressed =
      "a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=slider], [role=menuitem]";
    const isForScreenReaders = ({ width, height }: DOMRect) => width <= 1 || height <= 1;
    const isInSentence = (element: Element) => {
      const around = element.parentElement?.textContent.trim() ?? "";
      return getComputedStyle(element).display === "inline" && around !== element.textContent.trim();
    };
    const boxesOf = (element: Element) => {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      return [element, ...labels].map((one) => one.getBoundingClientRect());
    };
    return [...document.querySelectorAll(pressed)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => !isForScreenReaders(element.getBoundingClientRect()))
      .filter((element) => element.closest("tr[data-row]") === null || element.localName !== "a")
      .filter((element) => !isInSentence(element))
      .filter((element) =>
        boxesOf(element).every(({ width, height }) => Math.min(width, height) < LEAST - LOST),
      )
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        const name = element.getAttribute("aria-label") ?? element.textContent.trim();
        return `${element.localName} "${name.slice(0, 40)}": ${width.toFixed(1)} x ${height.toFixed(1)} px`;
      });
  });
}
