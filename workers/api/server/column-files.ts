/** The columns of all datasets, a file each, named by what the engine reads of it. A file that nobody needs is deleted, never one in use. */
import { randomUUID } from "node:crypto";
import { renameSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

export class ColumnFiles {
  readonly #folder: string;
  /** How many make or read a file at this moment, by its name. */
  readonly #inHand = new Map<string, number>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  pathOf(name: string): string {
    return join(this.#folder, name);
  }

  /** Makes columns and gives them their name; `finish` is done before anybody could delete them. */
  async make<T>(
    work: (columnsPath: string) => Promise<{ fingerprint: string | null; finish: () => Promise<T> }>,
  ): Promise<T> {
    const staging = `making-${randomUUID()}`;
    const path = this.pathOf(staging);
    return this.holding([staging], async () => {
      try {
        const { fingerprint, finish } = await work(path);
        if (fingerprint === null) return await finish();
        return await this.holding([fingerprint], async () => {
          await rename(path, this.pathOf(fingerprint));
          return finish();
        });
      } finally {
        await rm(path, { force: true });
      }
    });
  }

  /** Keeps files from being deleted while something is done with them. */
  async holding<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
    for (const name of names) this.#hold(name, 1);
    try {
      return await work();
    } finally {
      for (const name of names) this.#hold(name, -1);
    }
  }

  /** Deletes what nobody needs. @param needed - asked when the folder was read */
  async sweep(needed: () => ReadonlySet<string>): Promise<void> {
    const names = await readdir(this.#folder);
    const kept = needed();
    const spare = names.map((name) => [name, name.replace(/\.rows$/, "")] as const);
    const gone = spare
      .filter(([, columns]) => !kept.has(columns) && !this.#inHand.has(columns))
      .map(([name]) => this.#setAside(name));
    await Promise.all(gone.map((path) => rm(path, { force: true })));
  }

  /** At once, so that the name is free for columns that are made anew meanwhile. */
  #setAside(name: string): string {
    const aside = this.pathOf(`gone-${randomUUID()}`);
    try {
      renameSync(this.pathOf(name), aside);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error; // deleted already
    }
    return aside;
  }

  #hold(name: string, more: number): void {
    const count = (this.#inHand.get(name) ?? 0) + more;
    if (count > 0) this.#inHand.set(name, count);
    else this.#inHand.delete(name);
  }
}
