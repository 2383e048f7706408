import { useEffect, useState } from "react";

/** Calls back after the next frame is painted: so that heavy work doesn't hold it up. The returned function calls it off. */
export function afterNextFrame(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** False until a frame without what it stands for is painted. */
export function useNextFrame(): boolean {
  const [isNext, setNext] = useState(false);
  useEffect(() => afterNextFrame(() => setNext(true)), []);
  return isNext;
}
