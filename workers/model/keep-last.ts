/** Remembers what took long to work out, as far as memory is bounded. */

/**
 * The same function, which gives the last few answers again without working them out.
 *
 * @param most - answers kept; the one asked for longest ago goes first
 * @param workOut - its answer depends on the key alone, whatever else it is given, and is never undefined
 */
export function keepLast<K, V extends object, Rest extends readonly unknown[] = []>(
  most: number,
  workOut: (key: K, ...rest: Rest) => V,
): (key: K, ...rest: Rest) => V {
  const kept = new Map<K, V>();
  return (key, ...rest) => {
    const answer = kept.get(key) ?? workOut(key, ...rest);
    kept.delete(key);
    kept.set(key, answer);
    if (kept.size > most) {
      for (const oldest of kept.keys()) {
        kept.delete(oldest);
        break;
      }
    }
    return answer;
  };
}
