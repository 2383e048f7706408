/**
 * Lets calls that came together go on one after the other, one a turn of the event loop: whoever asks something short
 * meanwhile waits for one of them, not for all.
 */
export function createTurnstile(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const letOne = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(letOne);
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(letOne);
    });
}
