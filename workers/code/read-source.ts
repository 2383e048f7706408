/** What can be told of a field's source without running it. */
import type { ComputedField } from "#workers/model/computed-field.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { blankTypes, findSyntaxFault } from "./blank-types.ts";
import type { SyntaxFault } from "./blank-types.ts";
import { mentionsOf } from "./mentions.ts";
import type { Mentions } from "./mentions.ts";
import type { CodeFault, RoomSource } from "./room.ts";

export interface ReadSource {
  readonly room: RoomSource;
  readonly mentions: Mentions;
}

/** Refuses what is no script, at its place; Python is read by Python itself, in its room. */
export function readSource({ name, language, source }: ComputedField): Result<ReadSource, CodeFault> {
  const room = (text: string): ReadSource => ({
    room: { name, language: language === "python" ? "python" : "javascript", source: text },
    mentions: mentionsOf(source),
  });
  if (language === "python") return ok(room(source));
  const script = language === "typescript" ? blankTypes(source) : source;
  const fault = typeof script === "string" ? findSyntaxFault(script) : script;
  return typeof script === "string" && fault === null ? ok(room(script)) : err(failed(fault));
}

function failed(fault: SyntaxFault | null): CodeFault {
  return { code: "code-failed", text: fault?.text ?? "it can't be read", ...fault };
}
