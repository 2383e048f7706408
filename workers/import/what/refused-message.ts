import { placeOf, sheetOf } from "#workers/model/place.ts";
import type { Refusal } from "#workers/market/refusal.ts";

/** The refusal's text without the file's name, which the check has beside it. */
export function messageOf({ problem }: Refusal, name: string): string {
  const { message } = problem;
  const place = placeOf(name, null);
  if (message.startsWith(`${place}: `)) return message.slice(place.length + 2);
  if (sheetOf(name) && message.startsWith(`${place}, `)) return message.slice(place.length + 2);
  return message.startsWith(`${name}:`) ? `line ${message.slice(name.length + 1)}` : message;
}
