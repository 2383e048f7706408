/**
 * A long list in the page's own flow, of items of unlike height: only groups of items near the window are drawn, the
 * others hold their place with the height that they had, or are likely to have.
 */
import { Fragment, useEffect, useRef, useState } from "react";
import type { ReactElement, ReactNode } from "react";

interface WindowedListProps<Item> {
  readonly items: readonly Item[];
  readonly itemKey: (item: Item) => string;
  /** Of each group, and of the box around them: says how far apart items lie. */
  readonly className: string | undefined;
  /** Height that an item is taken for until it was drawn, in px. */
  readonly usualHeight: number;
  /** @param place - from 1 on, for aria-posinset */
  readonly renderItem: (item: Item, place: number) => ReactNode;
}

const GROUP = 10;
/** Drawn this far above and below the window, so that neither the wheel nor Tab meets an empty place. */
const AHEAD = "1200px 0px";

export function WindowedList<Item>({
  items,
  itemKey,
  className,
  usualHeight,
  renderItem,
}: WindowedListProps<Item>): ReactElement {
  const firsts = Array.from({ length: Math.ceil(items.length / GROUP) }, (_, group) => group * GROUP);
  return (
    <div className={className}>
      {firsts.map((first) => {
        const ofGroup = items.slice(first, first + GROUP);
        return (
          <Group
            key={first}
            className={className}
            isFirst={first === 0}
            likelyHeight={ofGroup.length * usualHeight}
          >
            {() =>
              ofGroup.map((item, at) => (
                <Fragment key={itemKey(item)}>{renderItem(item, first + at + 1)}</Fragment>
              ))
            }
          </Group>
        );
      })}
    </div>
  );
}

interface GroupProps {
  readonly className: string | undefined;
  /** Drawn at once: a short list is there without waiting for the layout. */
  readonly isFirst: boolean;
  readonly likelyHeight: number;
  readonly children: () => ReactNode;
}

function Group({ className, isFirst, likelyHeight, children }: GroupProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(isFirst);
  const [height, setHeight] = useState(likelyHeight);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        const isKept = entry.isIntersecting || element.contains(document.activeElement);
        if (!isKept) setHeight(entry.boundingClientRect.height);
        setNear(isKept);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={className} style={isNear ? undefined : { height: `${height}px` }}>
      {isNear && children()}
    </div>
  );
}
