/**
 * A browser can hold two sessions: a person's own, and the demo session of booth mode. Each has a database and files of
 * its own, so that visitors see nothing of the person's work and clearing theirs can't touch it.
 */

/** In the origin private file system: the folder with all files of the demo session. */
export const BOOTH_FOLDER = "booth";

const BOOTH_WORKER = "booth ";

/** A worker learns from its name whose files it works on. */
export function nameWorker(name: string, isBooth: boolean): string {
  return isBooth ? BOOTH_WORKER + name : name;
}

export function isBoothWorker(name: string): boolean {
  return name.startsWith(BOOTH_WORKER);
}
