/** HTML as text, in which whatever is put in is escaped unless it is HTML itself. */

import { shownWhole } from "#src/format/shown.ts";

/** A piece of HTML that is well formed. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | readonly Html[];

/** html`<p>${name}</p>`: names are escaped, pieces and lists of pieces stand as they are. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((string, place) => string + textOf(parts[place] ?? "")).join(""));
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === "string" || typeof part === "number") return escaped(String(part));
  return part.map(({ text }) => text).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return shownWhole(text).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
