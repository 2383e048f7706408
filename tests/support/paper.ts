/** A page as it comes out on A4: how many sheets, and whether anything on them would be cut. */
import type { Page } from "playwright";

/** A4 less margins of 12 mm, in CSS pixels. */
const SHEET = { width: 703, height: 1032 };

/** Sheets that printing the page takes. */
export async function countSheets(page: Page): Promise<number> {
  const file = await page.pdf({ preferCSSPageSize: true });
  return file.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** What is wider than a sheet, or is a chart that a sheet doesn't hold or may cut; [] for nothing. */
export async function cutOnPaper(page: Page): Promise<readonly string[]> {
  const before = page.viewportSize();
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(SHEET);
  const faults = await page.evaluate(({ width, height }) => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- what runs in the page can use nothing outside itself
    const nameOf = (element: Element) =>
      `${element.localName} "${(element.getAttribute("aria-label") ?? element.textContent).slice(0, 40)}"`;
    const seen = [...document.querySelectorAll("body *")].filter((element) => element.checkVisibility());
    const wide = seen.filter((element) => element.getBoundingClientRect().right > width + 1);
    const charts = seen.filter((element) => element.matches("figure, svg[role=img], canvas"));
    const tall = charts.filter((chart) => chart.getBoundingClientRect().height > height);
    const holders = charts.map((chart) => chart.closest("figure") ?? chart);
    const cut = holders.filter((holder) => getComputedStyle(holder).breakInside !== "avoid");
    return [
      ...wide.slice(0, 5).map((element) => `wider than the sheet: ${nameOf(element)}`),
      ...tall.map((chart) => `higher than the sheet: ${nameOf(chart)}`),
      ...cut.map((chart) => `may be cut: ${nameOf(chart)}`),
    ];
  }, SHEET);
  await page.emulateMedia({ media: null });
  if (before) await page.setViewportSize(before);
  return faults;
}

/** Controls that would be on paper, where nobody can press them; a term that explains itself is plain text there. */
export async function controlsOnPaper(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ media: "print" });
  const shown = await page
    .locator("button:not(table *, [data-term]):visible, input:visible, select:visible, textarea:visible")
    .allTextContents();
  await page.emulateMedia({ media: null });
  return shown;
}
