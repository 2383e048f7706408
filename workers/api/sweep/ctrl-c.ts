/** Ctrl-C and SIGTERM as a signal to end cleanly; the second one ends at once. */
export function onCtrlC(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130);
      controller.abort();
    });
  }
  return controller.signal;
}
