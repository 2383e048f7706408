import { useEffect, useRef } from "react";
import { hasStrategy, readStrategyLink } from "#src/share/strategy-link.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** Calls back with the strategy that the address carries, once; then the address is plain again. */
export function useLinkedStrategy(take: (strategy: Result<Strategy>) => void): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const look = async () => {
      const { hash, pathname, search } = location;
      if (!hasStrategy(hash)) return;
      history.replaceState(history.state, "", pathname + search);
      latest.current(await readStrategyLink(hash));
    };
    void look();
    const listen = () => void look();
    globalThis.addEventListener("hashchange", listen);
    return () => globalThis.removeEventListener("hashchange", listen);
  }, []);
}
