/** What calls do where they cross from thread to thread. */
import { releaseProxy, transfer } from "comlink";
import type { Result } from "../model/problem.ts";
import type { Listener } from "./host.ts";

/** Lets go of the page's listener when its call is over; the port it came on would wait for a garbage collection. */
export function released<Request, Outcome>(
  call: (request: Request, onProgress: Listener) => Promise<Outcome>,
): typeof call {
  return async (request, onProgress) => {
    try {
      return await call(request, onProgress);
    } finally {
      const release: unknown = Reflect.get(onProgress, releaseProxy);
      if (typeof release === "function") release();
    }
  };
}

/** A result whose big arrays move to the page, which is as good as free, and are not copied. */
export async function moved<T>(
  outcome: Promise<Result<T>>,
  arraysOf: (value: T) => ArrayBufferLike[],
): Promise<Result<T>> {
  const result = await outcome;
  return result.ok ? transfer(result, arraysOf(result.value)) : result;
}
