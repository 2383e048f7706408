/** Waiting for a page to come to rest, instead of for a time. */
import type { Page } from "playwright";

const QUIET_MS = 120;
const LONGEST_MS = 4000;

/** Resolves when the page's DOM has not changed for a moment; rejects when it never rests. */
export async function settled(page: Page, quietMs = QUIET_MS): Promise<void> {
  await page.evaluate(
    ([quiet, longestMs]) =>
      new Promise<void>((resolve, reject) => {
        let rest = setTimeout(finish, quiet);
        const limit = setTimeout(() => {
          observer.disconnect();
          reject(new Error(`the page still changed after ${longestMs} ms`));
        }, longestMs);
        const observer = new MutationObserver(() => {
          clearTimeout(rest);
          rest = setTimeout(finish, quiet);
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        function finish() {
          observer.disconnect();
          clearTimeout(limit);
          resolve();
        }
      }),
    [quietMs, LONGEST_MS] as const,
  );
}
