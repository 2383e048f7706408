/** The chapters of a result in their order, and the way to each: by link, key, palette and address. */

interface ChapterEntry {
  /** Id of the chapter's section, and the address's part behind #. */
  readonly id: string;
  readonly title: string;
  /** Goes there from anywhere on the page. */
  readonly key: string;
}

export const CHAPTERS = [
  { id: "overview", title: "Overview", key: "1" },
  { id: "positions", title: "Positions", key: "2" },
  { id: "years", title: "Years", key: "3" },
  { id: "risk", title: "Risk", key: "4" },
  { id: "trades", title: "Trades", key: "5" },
  { id: "robustness", title: "Robustness", key: "6" },
  { id: "signals", title: "Signals", key: "7" },
  { id: "setup", title: "Setup", key: "8" },
] as const satisfies readonly ChapterEntry[];

export type ChapterId = (typeof CHAPTERS)[number]["id"];

export function titleOf(id: ChapterId): string {
  return CHAPTERS.find((chapter) => chapter.id === id)?.title ?? id;
}

/** Puts a chapter under the navigation, its name into the address and the focus on its heading. */
export function goToChapter(id: ChapterId): void {
  const chapter = document.getElementById(id);
  if (!chapter) return;
  if (location.hash !== `#${id}`) history.pushState(history.state, "", `#${id}`);
  showChapter(id);
  chapter.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
}

/** Scrolls to the chapter; false where the page has none of that id. */
export function showChapter(id: string): boolean {
  const chapter = document.getElementById(id);
  if (!chapter?.matches("[data-chapter]")) return false;
  chapter.scrollIntoView({ block: "start" });
  return true;
}
