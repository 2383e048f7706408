export function findBrowser(): string | null;

/** The same Chromium without its windows where it is there, else `findBrowser`. */
export function findLeanBrowser(): string | null;
