/** The chapters at the top of the screen wherever one reads: by click, by key, and with the one in sight marked. */
import { useEffect, useRef, useState } from "react";
import type { ReactElement, RefObject } from "react";
import { usePageKeys } from "#src/ui/page-keys.ts";
import { BOTTOM_BAR, useMedia } from "#src/ui/use-media.ts";
import { CHAPTERS, goToChapter, showChapter } from "./chapter-list.ts";
import type { ChapterId } from "./chapter-list.ts";
import styles from "./chapter-nav.module.css";

const KEYS = Object.fromEntries(CHAPTERS.map(({ id, key }) => [key, () => goToChapter(id)]));

/** @param isWhole - all chapters have their heights: the one that the address names is shown again then */
export function ChapterNav({ isWhole }: { readonly isWhole: boolean }): ReactElement {
  const current = useChapterInSight();
  usePageKeys(KEYS);
  const wasMoved = useWasMoved();
  const isPhone = useMedia(BOTTOM_BAR);
  return (
    <nav className={styles["nav"]} aria-label="Chapters of the result">
      <NamedChapter key={isWhole ? "whole" : "first"} wasMoved={wasMoved} />
      {isPhone ? <ChapterChoice current={current} /> : <ChapterLinks current={current} />}
    </nav>
  );
}

interface CurrentProps {
  /** The chapter in sight. */
  readonly current: ChapterId;
}

/** One control in place of eight small ones. */
function ChapterChoice({ current }: CurrentProps): ReactElement {
  return (
    <select
      className={styles["choice"]}
      aria-label="Chapter"
      value={current}
      onChange={({ target }) => {
        const chosen = CHAPTERS.find(({ id }) => id === target.value);
        if (chosen) goToChapter(chosen.id);
      }}
    >
      {CHAPTERS.map(({ id, title }, place) => (
        <option key={id} value={id}>
          {`${place + 1} of ${CHAPTERS.length}: ${title}`}
        </option>
      ))}
    </select>
  );
}

function ChapterLinks({ current }: CurrentProps): ReactElement {
  return (
    <ul className={styles["list"]}>
      {CHAPTERS.map(({ id, title, key }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={styles["link"]}
            aria-current={id === current ? "location" : undefined}
            aria-keyshortcuts={key}
            title={`${title}, key ${key}`}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return; // opens elsewhere
              event.preventDefault();
              goToChapter(id);
            }}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The chapter that reaches highest into the upper part of the screen. */
function useChapterInSight(): ChapterId {
  const [current, setCurrent] = useState<ChapterId>("overview");
  useEffect(() => {
    if (typeof IntersectionObserver === "undefined") return undefined;
    const inSight = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inSight.add(target.id);
          else inSight.delete(target.id);
        }
        setCurrent(CHAPTERS.findLast(({ id }) => inSight.has(id))?.id ?? "overview"); // none is above the first
      },
      { rootMargin: "0px 0px -60% 0px" },
    );
    for (const { id } of CHAPTERS) {
      const chapter = document.getElementById(id);
      if (chapter) observer.observe(chapter);
    }
    return () => observer.disconnect();
  }, []);
  return current;
}

/** Whether the person has begun to move on the page. */
function useWasMoved(): RefObject<boolean> {
  const wasMoved = useRef(false);
  useEffect(() => {
    const note = () => {
      wasMoved.current = true;
    };
    for (const type of MOVES) addEventListener(type, note, { once: true, passive: true });
    return () => {
      for (const type of MOVES) removeEventListener(type, note);
    };
  }, []);
  return wasMoved;
}

const MOVES = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

interface NamedChapterProps {
  readonly wasMoved: RefObject<boolean>;
}

/** Shows what the address names when it comes, and when Back or a link changes it. Give it a new key to show it again. */
function NamedChapter({ wasMoved }: NamedChapterProps): null {
  useEffect(() => {
    if (!wasMoved.current) showNamed(); // a person who went elsewhere meanwhile stays there
    addEventListener("popstate", showNamed);
    return () => removeEventListener("popstate", showNamed);
  }, [wasMoved]);
  return null;
}

function showNamed(): void {
  if (location.hash !== "") showChapter(location.hash.slice(1));
}
