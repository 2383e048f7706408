/** What the browser itself reports of a page: long tasks, shifts of the layout, the largest paint. */
import type { Page } from "playwright";

/** A task that takes longer is felt. */
export const LONG_TASK_MS = 50;

/** Of the tasks that are felt, as text; "" without one. */
export function durationsOf(tasks: readonly Entry[]): string {
  return tasks
    .filter(({ duration }) => duration > LONG_TASK_MS)
    .map(({ duration }) => `${Math.round(duration)} ms`)
    .join(", ");
}

export interface Entry {
  readonly startTime: number;
  readonly duration: number;
  /** Of a layout shift: its score. */
  readonly value: number;
  readonly hadRecentInput: boolean;
  /** The elements that it was about. */
  readonly nodes: string;
}

type EntryType = "longtask" | "layout-shift" | "largest-contentful-paint";

/**
 * Collects in the page what the browser reports from now on.
 *
 * @param isWhole - what was reported since the page was opened counts as well, as a paint does
 */
export function collectEntries(
  page: Page,
  type: EntryType,
  isWhole = type === "largest-contentful-paint",
): Promise<void> {
  return page.evaluate(
    async ({ entryType, buffered }) => {
      const collected: unknown[] = [];
      Reflect.set(globalThis, "collectedEntries", collected);
      // oxlint-disable-next-line unicorn/consistent-function-scoping -- what runs in the page can use nothing outside itself
      const nameOf = (node: unknown) =>
        node instanceof Element
          ? `${node.localName}.${node.className} "${node.textContent.slice(0, 30)}"`
          : "";
      const read = (entry: PerformanceEntry) => {
        const sources: unknown = Reflect.get(entry, "sources");
        const moved: unknown[] = Array.isArray(sources) ? sources : [entry];
        collected.push({
          startTime: entry.startTime,
          duration: entry.duration,
          value: Number(Reflect.get(entry, "value") ?? 0),
          hadRecentInput: Reflect.get(entry, "hadRecentInput") === true,
          nodes: moved
            .map((source) =>
              nameOf(
                typeof source === "object" && source !== null
                  ? (Reflect.get(source, "node") ?? Reflect.get(source, "element"))
                  : null,
              ),
            )
            .join(", "),
        });
      };
      const observer = new PerformanceObserver((list) => list.getEntries().forEach(read));
      observer.observe({ type: entryType, buffered });
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    },
    { entryType: type, buffered: isWhole },
  );
}

/** What was collected until now. */
export async function entriesOf(page: Page): Promise<readonly Entry[]> {
  await page.waitForTimeout(200); // the browser reports in idle moments
  return page.evaluate(() => {
    const collected: unknown = Reflect.get(globalThis, "collectedEntries");
    return JSON.parse(JSON.stringify(collected));
  });
}

export function print(what: string, figures: string): void {
  process.stdout.write(`    ${what}: ${figures || "none"}\n`);
}
