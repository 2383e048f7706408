/** Parts of the app that load when they are first drawn. */
import { useEffect, useState } from "react";

/**
 * What `load` imports; null until it is there. It is no lazy part in a Suspense: React holds back by 300 ms what takes
 * the place of a fallback. A failure goes to the boundary around the caller, which knows what to do where a file is gone.
 *
 * @param load - the same function at each drawing
 * @param known - where it was loaded before
 */
export function useLazyPart<Part>(load: () => Promise<Part>, known: Part | null = null): Part | null {
  const [loaded, setLoaded] = useState({ part: known });
  useEffect(() => {
    if (loaded.part !== null) return undefined;
    let isLeft = false;
    load().then(
      (part) => !isLeft && setLoaded({ part }),
      (error: unknown) =>
        !isLeft &&
        setLoaded(() => {
          throw error;
        }),
    );
    return () => {
      isLeft = true;
    };
  }, [load, loaded]);
  return loaded.part;
}
