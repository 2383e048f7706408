/** Which of the types that a call can give its Accept header takes; RFC 9110, section 12.5.1. */
import { refuse } from "./problems.ts";

interface Range {
  readonly type: string;
  readonly quality: number;
}

/** @param offered - the likelier first @throws CallProblem `not-acceptable` */
export function chooseType<T extends string>(accept: string | undefined, offered: readonly [T, ...T[]]): T {
  const [first] = offered;
  if (accept === undefined || accept.trim() === "") return first;
  const ranges = accept.split(",").map(readRange);
  let best: { readonly type: T; readonly quality: number } | null = null;
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > (best?.quality ?? 0)) best = { type, quality };
  }
  if (best) return best.type;
  throw refuse("not-acceptable", `This call gives ${offered.join(" or ")}; ask for that in Accept.`);
}

function readRange(text: string): Range {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith("q="));
  const value = quality === undefined ? 1 : Number(quality.slice(2));
  return { type, quality: value >= 0 && value <= 1 ? value : 0 };
}

/** The most exact range decides. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const [group = ""] = type.split("/");
  for (const asked of [type, `${group}/*`, "*/*"]) {
    const found = ranges.find((range) => range.type === asked);
    if (found) return found.quality;
  }
  return 0;
}
