import type { Page } from "playwright";

/** What scrolls within the page, up, down or sideways. */
export function scrollBoxes(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("main *")]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const isDown = /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1;
        const isAcross = /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
        return isDown || isAcross;
      })
      .map((element) => `${element.localName} "${element.getAttribute("aria-label") ?? ""}"`),
  );
}
