/** What is wrong with a page on screens of all sizes that the house promises. */
import type { Page } from "playwright";
import { axeFaults, finishTransitions, sticksOut } from "./axe-faults.ts";
import { settled } from "./settled.ts";

/** In light and dark, at 1440, 768 and 360 px. */
export async function faultsInAllSizes(page: Page): Promise<readonly string[]> {
  const faults = await faultsAt(page, [1440, 768, 360]);
  await page.setViewportSize({ width: 1366, height: 768 });
  return faults;
}

/** In light and dark, at these widths in px; the page keeps the last of them. */
export async function faultsAt(page: Page, widths: readonly number[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" }); // no colour is on its way
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      await page.evaluate(finishTransitions);
      await page.evaluate(drawAnew);
      faults.push(
        ...(await axeFaults(page, { coloursOnly: colorScheme === "dark" })),
        ...(await sticksOut(page)),
      );
    }
  }
  return faults;
}

/** Runs in the page. Chromium leaves the colours of what is not drawn, as in a closed disclosure, as they were in the other scheme. */
function drawAnew(): number {
  const { style } = document.documentElement;
  style.display = "none";
  const { offsetHeight } = document.documentElement;
  style.display = "";
  return offsetHeight;
}
