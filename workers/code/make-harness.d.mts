export function makeHarness(file?: "harness-text.ts" | "python-harness-text.ts"): Promise<string>;
