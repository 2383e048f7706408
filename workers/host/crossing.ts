/** What calls do where they cross from thread to thread. */
import { releaseProxy, transfer } from "comlink";
import type { Result } from "../model/problem.ts";

/** Lets go of a function of the page when its call is over; the port it came on would wait for a garbage collection. */
export function released<Request, Handed extends object, Outcome>(
  call: (request: Request, ofPage: Handed) => Promise<Outcome>,
): typeof call {
  return async (request, ofPage) => {
    try {
      return await call(request, ofPage);
    } finally {
      const release: unknown = Reflect.get(ofPage, releaseProxy);
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
