/**
 * Which code a person lets run on this device: known by the SHA-256 of its text, in a database of its own that no file, backup or second copy
 * has anything of.
 */
import type { ComputedField } from "./computed-field.ts";

/** Names of the database, of a person's own session and of the demo session. */
export const CODE_DATABASE = "tidemark-code";
export const BOOTH_CODE_DATABASE = "tidemark-booth-code";

export const CODE_DATABASE_VERSION = 1;

/** By SHA-256: what may run; and where code came from that was not written here. */
export const CODE_STORES = { allowed: "id", origins: "id" } as const;

export interface AllowedCode {
  readonly id: string;
}

export interface CodeOrigin {
  readonly id: string;
  /** Where it came from, in words such as "a link". */
  readonly from: string;
}

/** A field's text, whatever its name. */
export type CodeText = Pick<ComputedField, "language" | "source">;

/** Its SHA-256 in hex is what a text is known by. */
export function codeText({ language, source }: CodeText): string {
  return `${language}\n${source}`;
}
