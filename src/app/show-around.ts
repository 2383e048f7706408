/** Showing a newcomer around: pages and commands ask for it, the frame does it, for it goes from page to page. */

let isAsked = false;
let answer: (() => void) | null = null;

/** Begins the way round, or does so once the frame is there. */
export function showAround(): void {
  isAsked = true;
  answer?.();
}

/** Calls back each time that it is asked for, at once where it was before; gives the function that ends that. */
export function onShowAround(begin: () => void): () => void {
  answer = () => {
    isAsked = false;
    begin();
  };
  if (isAsked) answer();
  return () => {
    answer = null;
  };
}
