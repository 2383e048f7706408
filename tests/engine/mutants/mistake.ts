/**
 * Plausible mistakes, each as a change of the engine's source text. A `find` that no longer occurs exactly once
 * means that the line was rewritten: seed the same mistake into the new line.
 */

export interface Edit {
  /** In workers/engine/. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

export interface Mutant {
  /** The mistake, as a sentence. */
  readonly name: string;
  readonly edits: readonly Edit[];
  /** True where it looks ahead, which the causality law must see by itself. */
  readonly peeks: boolean;
}

export function mistake(name: string, file: string, find: string, replace: string): Mutant {
  return { name, edits: [{ file, find, replace }], peeks: false };
}

export function peek(name: string, file: string, find: string, replace: string): Mutant {
  return { ...mistake(name, file, find, replace), peeks: true };
}
