/** Remembers what was dear to work out, as far as memory is bounded. */

/**
 * The same function, which gives the last few answers again without working them out.
 *
 * @param most - answers kept; the one asked for longest ago goes first
 * @param workOut - depends on its argument alone and never gives undefined
 */
export function keepLast<K, V extends object>(most: number, workOut: (key: K) => V): (key: K) => V {
  const kept = new Map<K, V>();
  return (key) => {
    const answer = kept.get(key) ?? workOut(key);
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
