/** A pool of this browser's workers: one core is left to the page. */
import { createBrowserClient } from "./browser-client.ts";
import { createVariantPool } from "./variant-pool.ts";
import type { VariantPool } from "./variant-pool.ts";

export function createBrowserPool(): VariantPool {
  return createVariantPool({
    makeClient: createBrowserClient,
    workers: Math.max(1, navigator.hardwareConcurrency - 1),
    now: () => performance.now(),
  });
}
