/**
 * The end of the npm that started this program. A SIGTERM that npm is sent ends npm and its shell and does not reach the program, of
 * which nobody would know any more.
 */

const LOOK_MS = 500;

/** @param script - the name that npm knows the program by @param act - called once, when npm is gone */
export function whenLeftAlone(script: string, act: () => void): void {
  if (process.env["npm_lifecycle_event"] !== script) return;
  const starter = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(timer);
    act();
  }, LOOK_MS);
  timer.unref();
}
