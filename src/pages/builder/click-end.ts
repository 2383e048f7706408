/**
 * Leaving a field by a click: the message that then appears below the field moves what is under the pointer, so it waits
 * until the click has reached its button.
 */
let isDown = false;
const waiting = new Set<() => void>();

function end(): void {
  isDown = false;
  setTimeout(() => {
    for (const go of waiting) go();
    waiting.clear();
  }); // the click itself comes after the pointer is up
}

addEventListener("pointerdown", () => (isDown = true), true);
addEventListener("pointerup", end, true);
addEventListener("pointercancel", end, true);

/** At once where no button of a pointer is down. */
export function clickEnd(): Promise<void> {
  return isDown ? new Promise((resolve) => waiting.add(resolve)) : Promise.resolve();
}
