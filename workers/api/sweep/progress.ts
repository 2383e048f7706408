/** How far a sweep is, in a line: what is done, how fast, and what is left. */

export interface SweepProgress {
  /** @param done - variants that are written. @param now - milliseconds, never going back */
  line(done: number, now: number): string;
}

/** Speed is that of the last half minute. */
const WINDOW_MS = 30_000;

/** @param had - variants that were written before this time */
export function followProgress(variants: number, had: number, start: number): SweepProgress {
  const seen: { readonly at: number; readonly done: number }[] = [{ at: start, done: had }];
  return {
    line(done, now) {
      seen.push({ at: now, done });
      while (seen.length > 2 && (seen[1]?.at ?? now) < now - WINDOW_MS) seen.shift();
      const [oldest] = seen;
      const seconds = (now - (oldest?.at ?? start)) / 1000;
      const speed = seconds > 0 ? (done - (oldest?.done ?? had)) / seconds : 0;
      const told = `${done} of ${variants} variants`;
      if (done >= variants) return told;
      if (speed === 0) return `${told}, none in the last ${Math.round(seconds)} s`;
      const pace = speed < 10 ? speed.toFixed(1) : speed.toFixed(0);
      return `${told}, ${pace} a second, ${timeLeft((variants - done) / speed)} left`;
    },
  };
}

function timeLeft(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
