import type { Refusal } from "#workers/market/refusal.ts";

/** The refusal's text without the file's name, which the check has beside it. */
export function messageOf({ problem }: Refusal, name: string): string {
  const { message } = problem;
  if (message.startsWith(`${name}: `)) return message.slice(name.length + 2);
  return message.startsWith(`${name}:`) ? `line ${message.slice(name.length + 1)}` : message;
}
