/** The files that Python is made of, as they come to the room, part by part. */
import type { PackMessage } from "../room-messages.ts";

export interface ComingFiles {
  take(part: PackMessage): void;
  /** Throws where it has not come. */
  get(file: string): Uint8Array<ArrayBuffer>;
  /** A person's packages, by the path that they get. */
  wheels(): ReadonlyMap<string, Uint8Array>;
}

const WHEEL = /^[^/]+\.whl$/;

export function comingFiles(): ComingFiles {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    take({ file, size, at, bytes }) {
      const whole = files.get(file) ?? new Uint8Array(size);
      whole.set(new Uint8Array(bytes), at);
      files.set(file, whole);
    },
    get(file) {
      const whole = files.get(file);
      if (!whole) throw new Error(`the pack has no ${file}`);
      return whole;
    },
    wheels: () =>
      new Map([...files].flatMap(([file, whole]) => (WHEEL.test(file) ? [[`/wheels/${file}`, whole]] : []))),
  };
}
