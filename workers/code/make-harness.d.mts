/** @param texts - of both modules, in the order in which they are made */
export function makeRoomVersion(texts: readonly string[]): string;
export function makeHarness(file?: "harness-text.ts" | "python-harness-text.ts"): Promise<string>;
