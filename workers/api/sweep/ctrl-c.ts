import { whenLeftAlone } from "../left-alone.ts";

/**
 * Ctrl-C and SIGTERM as a signal to end cleanly, as is the end of npm that started the command; the second one ends at once.
 *
 * @param script - the name that npm knows the command by
 */
export function onCtrlC(script: string): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130);
      controller.abort();
    });
  }
  whenLeftAlone(script, () => controller.abort());
  return controller.signal;
}
